import { hash } from 'node:crypto'
import { describe, expect, vi } from 'vitest'
import { contact } from '../../../test/contact.ts'
import { action, checkinToken, entity, history, notification } from '../../../test/history.ts'
import { multiplyVisits } from '../../../test/multiply.ts'
import { byVisit, eachEngine, eachPage, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, later, mail, submission } from '../../../test/submission.ts'
import { parseInstant } from '../../platform/time/instant.ts'
import type { NotificationLine } from '../../systems/import/history-line.ts'
import type { NotificationStatus } from '../status/status.ts'

/** A visit of history at `when`. */
const visit = (id: string, when: string, over: Partial<NotificationLine> = {}) =>
  notification({ id, external_id: `A-${id}`, params: { when, doctor: 'Ana Reis' }, ...over })

const person = (name: string, external_id = 'P-1') => ({ contact: { external_id, name } })

const ids = (visits: { id: string }[]) => visits.map(({ id }) => id)
const idsOf = async ({ get }: Pick<Rollcall, 'get'>, url: string) => ids((await get(url)).json())

/** Many visits on one day, several of them at the same instant. */
const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    visit(`m-${String(index).padStart(5, '0')}`, `2026-03-30T${String(8 + (index % 9)).padStart(2, '0')}:00:00Z`, {
      ...person(index % 4 ? 'João Silva' : 'Ana Sá', `P-${index}`),
    }),
  )

describe('the visits of a day', () => {
  eachEngine('come with everything that is known of them, in the order of their start', async (rollcall) => {
    const { given, get, post, database } = rollcall
    const wish = 'On Monday, "late"\nplease'
    const maria = await contact(rollcall, { external_id: 'A-1', addresses: [{ channel: 'mobile', uid: '912345678' }] })
    await rollcall.deliver()
    await maria.answer('reschedule', wish)
    await given(visit('n-2', '2026-03-30T07:00:00Z'))
    const start = parseInstant('2026-03-30T08:30:00Z')!
    const row = {
      starts_at: start,
      ends_at: start + 1_800_000_000,
      version: 7,
      supersedes: 'n-0',
      superseded_by: 'n-9',
    }
    await database.updateTable('notifications').set(row).where('notification_id', '=', maria.id).execute()
    const list = await get(byVisit('2026-03-30'))
    expect(list.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'rollcall-time-zone': 'Europe/Lisbon',
      'rollcall-range': '2026-03-29T23:00:00Z/2026-03-30T23:00:00Z',
      'rollcall-sequence': '1',
      'cache-control': 'private, no-store',
    })
    const [early, marias] = list.json()
    expect(Object.keys(marias)).toEqual([
      ...['id', 'task_id', 'external_id', 'category', 'target', 'supersedes', 'superseded_by', 'starts_at', 'ends_at'],
      ...['contact', 'params', 'state', 'created_at', 'answered_at', 'by', 'wish', 'version', 'deliveries'],
    ])
    expect(marias).toEqual({
      id: maria.id,
      task_id: expect.any(String),
      external_id: 'A-1',
      category: 'medical',
      target: 'appointment',
      supersedes: 'n-0',
      superseded_by: 'n-9',
      version: 7,
      state: 'rescheduling',
      by: 'contact',
      wish,
      starts_at: '2026-03-30T08:30:00.000000+00:00',
      ends_at: '2026-03-30T09:00:00.000000+00:00',
      created_at: '2026-03-30T08:00:00.000000+00:00',
      answered_at: '2026-03-30T08:00:00.000000+00:00',
      contact: { external_id: 'P-77', name: 'João Silva', language: 'pt_PT', country: 'PT' },
      params: expect.objectContaining({ when: '2026-03-30T08:30:00Z', doctor: 'Ana Reis' }),
      deliveries: [
        {
          kind: 'notice',
          channel: 'mobile',
          uid: '+351912345678',
          state: 'sent',
          attempts: 1,
          sent_at: '2026-03-30T08:00:00.000000+00:00',
        },
      ],
    })
    expect(early).toEqual({
      id: 'n-2',
      task_id: 't-1',
      external_id: 'A-n-2',
      category: 'medical',
      target: 'appointment',
      starts_at: '2026-03-30T07:00:00.000000+00:00',
      ends_at: '2026-03-30T07:30:00.000000+00:00',
      contact: notification().contact,
      params: { when: '2026-03-30T07:00:00Z', doctor: 'Ana Reis' },
      state: 'imported',
      deliveries: [],
    })
    expect((await get(`/v1/notifications/clinica-lisboa/${maria.id}`)).json()).toEqual(marias)
    await post(`/v1/notifications/clinica-lisboa/${maria.id}/cancellation`)
    expect(await idsOf(rollcall, byVisit('2026-03-30'))).toEqual(['n-2', maria.id])
  })

  serviceTest('show each change at once, as the notification itself does', async (rollcall) => {
    const { get, post, put, database, deliver } = rollcall
    const addresses = [{ channel: 'mobile' as const, uid: '912345678' }, mail]
    const { id, answer } = await contact(rollcall, { ...later, addresses })
    const url = `/v1/notifications/clinica-lisboa/${id}`
    const optOut = { entity_id: 'clinica-lisboa', ...mail, opted_out_at: 0, reason: 'staff' as const }
    const seen = new Set<string>()
    for (const change of [
      () => deliver(),
      () => answer('reschedule', 'On Monday, "late"'),
      () => put(`${url}/done`, { done: true }),
      () => answer('confirm'),
      () => database.insertInto('opt_outs').values(optOut).execute(),
      () => deliver(),
      () => post(`${url}/cancellation`),
    ]) {
      await change()
      const list = await get(byVisit('2099-05-04'))
      expect(list.json()).toEqual([(await get(url)).json()])
      seen.add(list.body)
    }
    expect(seen.size).toBe(7)
    expect(await database.engine.faults()).toEqual([])
  })

  serviceTest('name the access token that answered or marked the arrival', async (rollcall) => {
    const { given, get, database } = rollcall
    await given(entity(), visit('n-1', '2026-03-30T08:30:00Z'))
    const [answered_at, arrived_at] = [1_000_000, 2_000_001]
    const desk = { answered_at, answered_by: 'desk "2"', arrived_at, arrived_by: 'desk', state: 'arrived' as const }
    await database.updateTable('notifications').set(desk).execute()
    expect((await get(byVisit('2026-03-30'))).json()).toMatchObject([
      {
        by: 'desk "2"',
        arrived_by: 'desk',
        answered_at: '1970-01-01T00:00:01.000000+00:00',
        arrived_at: '1970-01-01T00:00:02.000001+00:00',
      },
    ])
  })

  eachEngine('belong to the day in the zone of the entity, half-open', async (rollcall) => {
    await rollcall.given(
      entity({ time_zone: 'America/New_York' }),
      visit('before', '2026-03-08T04:59:59.999999Z'),
      visit('first', '2026-03-08T05:00:00Z'),
      visit('last', '2026-03-09T03:59:59.999999Z'),
      visit('after', '2026-03-09T04:00:00Z'),
      notification({ id: 'unknown', params: {} }),
    )
    expect(await idsOf(rollcall, byVisit('2026-03-08'))).toEqual(['first', 'last'])
    expect(await idsOf(rollcall, byVisit('0000-01-01', '9999-12-31'))).toEqual(['before', 'first', 'last', 'after'])
  })

  serviceTest('are only those of the entity', async (rollcall) => {
    await rollcall.given(...history(), entity({ id: 'other' }))
    expect(await idsOf(rollcall, byVisit('2026-03-30'))).toEqual(['n-1'])
    expect(await idsOf(rollcall, byVisit('2026-03-30', '2026-03-30', '', 'other'))).toEqual([])
  })
})

describe('filters', () => {
  const some = [
    entity(),
    visit('n-1', '2026-03-30T08:00:00Z', person('João Gonçalves Sá', 'P-77')),
    visit('n-2', '2026-03-30T09:00:00Z', { ...person('ANA  María_Ω', 'P-78'), external_id: 'X 100%' }),
    visit('n-3', '2026-03-30T10:00:00Z', { target: 'exam', ...person('Joana Reis', 'p\\79') }),
  ]
  const cases: [query: string, expected: string[]][] = [
    ['?state=open', ['n-1']],
    ['?state=open&state=confirmed', ['n-1', 'n-2']],
    ['?category=medical', ['n-1', 'n-2', 'n-3']],
    ['?category=dental', []],
    ['?target=exam', ['n-3']],
    ['?external_id=A-n-1&external_id=A-n-3', ['n-1', 'n-3']],
    ['?target=appointment&state=confirmed', ['n-2']],
    ['?q=joao', ['n-1']],
    ['?q=JOA', ['n-1', 'n-3']],
    ['?q=s%C3%A1+goncal', ['n-1']],
    ['?q=goncal+gon+g+goncal', ['n-1']],
    ['?q=sa+reis', []],
    ['?q=maria', ['n-2']],
    ['?q=%CF%89', []],
    ['?q=p-7', ['n-1', 'n-2']],
    ['?q=100%25', ['n-2']],
    ['?q=%25', []],
    ['?q=mari%5F', []],
    ['?q=maria_', ['n-2']],
    ['?q=p%5C', ['n-3']],
    ['?q=a-n-3+joa', ['n-3']],
    ['?q=jo&state=imported', ['n-3']],
  ]
  eachEngine('return the visits whose values and words they name', async (rollcall) => {
    await rollcall.given(...some)
    for (const [state, id] of [
      ['open', 'n-1'],
      ['confirmed', 'n-2'],
    ] as const) {
      await rollcall.database.updateTable('notifications').set({ state }).where('notification_id', '=', id).execute()
    }
    for (const [query, expected] of cases) {
      const found = await idsOf(rollcall, byVisit('2026-03-30', '2026-03-30', query))
      expect([query, found]).toEqual([query, expected])
    }
  })

  const names: [name: string, ...typed: string[]][] = [
    ["Ana D'Ávila", 'avila', "d'avila", 'davila', 'd’Ávi', 'D´AVILA', 'ana avila'],
    ['Jean-Pierre Lopes', 'jean', 'pierre', 'jean-pierre', 'jeanpierre', 'jean pierre', 'jean‑p', 'lopes, jean'],
    ['Vila-Lobos, Rui', 'vila', 'lobos', 'vila-l', 'rui vila lobos'],
    ['Sean O’Neill (filho)', 'neill', "o'neill", 'oneill', 'filho'],
    ['Łukasz Ørsted', 'lukasz', 'łuk', 'orsted', 'ØRSTED'],
    ['Þóra Guðrún Ægisdóttir', 'thora', 'gudrun', 'aegis', 'þ', 'æ'],
    ['Đorđe Groß', 'dorde', 'gross', 'GROẞ'],
    ['İnci Işık', 'inci', 'isik', 'IŞIK', 'ışık'],
    ['Sœur Gal·la', 'soeur', 'sœ', 'galla', 'gal·la'],
  ]
  serviceTest('find a name by its parts and by its base letters', async (rollcall) => {
    const lines = names.map(([name], index) => visit(`n-${index}`, '2026-03-30T08:00:00Z', person(name, `P-X${index}`)))
    await rollcall.given(entity(), ...lines)
    for (const [index, [name, ...typed]] of names.entries()) {
      for (const words of typed) {
        const found = await idsOf(rollcall, byVisit('2026-03-30', '2026-03-30', `?q=${encodeURIComponent(words)}`))
        expect([name, words, found]).toEqual([name, words, [`n-${index}`]])
      }
    }
    expect(await idsOf(rollcall, byVisit('2026-03-30', '2026-03-30', '?q=x7'))).toEqual(['n-7'])
    for (const words of ['eill', 'obos', 'ierre']) {
      expect(await idsOf(rollcall, byVisit('2026-03-30', '2026-03-30', `?q=${words}`))).toEqual([])
    }
  })

  eachEngine('find telephones by any of their digits, and birth dates', async (rollcall) => {
    const { post } = rollcall
    await rollcall.given(
      entity(),
      visit('born', '2026-03-30T10:00:00Z', { contact: { ...person('Rui Costa').contact, birth_date: '1980-02-29' } }),
    )
    const find = (q: string) => idsOf(rollcall, byVisit('2026-03-30', '2026-03-30', `?q=${encodeURIComponent(q)}`))
    const addresses = [{ channel: 'mobile' as const, uid: '912 345 678' }, mail]
    const { id } = await contact(rollcall, { external_id: 'A-4711', addresses })
    for (const typed of [
      ...['912345678', '912 345 678', '+351 912 345 678', '00351912345678', '+351 (0)912-345.678', '3456'],
      ...['joão 912 345', '345 678', '345678 4711', '٣٤٥٦'],
    ]) {
      expect([typed, await find(typed)]).toEqual([typed, [id]])
    }
    for (const typed of ['345', '912345679', '912 346', 'x3456', 'joao@example.org', '711', '6784', '4711 9']) {
      expect([typed, await find(typed)]).toEqual([typed, []])
    }
    for (const typed of ['1980-02-29', 'rui 1980-02-29', '1980-02-29 p-1']) {
      expect([typed, await find(typed)]).toEqual([typed, ['born']])
    }
    for (const typed of ['1980', '1980-02', '02-29', '1980-02-28'])
      expect([typed, await find(typed)]).toEqual([typed, []])

    const resubmit = (uid: string) =>
      post(
        '/v1/notifications/clinica-lisboa',
        submission(item({ external_id: 'A-4711', addresses: [{ channel: 'mobile', uid }] })),
      )
    expect((await resubmit('+351 919 999 111')).json().notifications).toMatchObject([{ id, outcome: 'updated' }])
    expect([await find('919999111'), await find('912345678')]).toEqual([[id], []])
  })

  eachEngine('return the visits to a doctor or at a place, by their exact names', async (rollcall) => {
    const at = (id: string, params: Record<string, string>) =>
      visit(id, '2026-03-30T08:00:00Z', { params: { when: '2026-03-30T08:00:00Z', ...params } })
    await rollcall.given(
      entity(),
      at('reis', { doctor: 'Ana "Nita" Reis' }),
      at('silva', { doctor: 'José\\Silva' }),
      at('quoted', { doctor: 'X', place: '"doctor":"José\\Silva"' }),
      at('room', { place: 'Room_1' }),
    )
    for (const [query, expected] of [
      [[['doctor', 'Ana "Nita" Reis']], ['reis']],
      [[['doctor', 'ana "nita" reis']], []],
      [[['doctor', 'Ana']], []],
      [[['doctor', 'José\\Silva']], ['silva']],
      [
        [
          ['doctor', 'José\\Silva'],
          ['doctor', 'X'],
        ],
        ['quoted', 'silva'],
      ],
      [[['place', 'Room_1']], ['room']],
      [[['place', 'Room%1']], []],
      [
        [
          ['place', 'Room_1'],
          ['doctor', 'X'],
        ],
        [],
      ],
      [
        [
          ['doctor', 'X'],
          ['q', 'joão'],
        ],
        ['quoted'],
      ],
    ] as [query: [string, string][], expected: string[]][]) {
      const found = await idsOf(rollcall, byVisit('2026-03-30', '2026-03-30', `?${new URLSearchParams(query)}`))
      const { count } = (
        await rollcall.get(byVisit('2026-03-30', '2026-03-30', `/count?${new URLSearchParams(query)}`))
      ).json()
      expect([query, found, count]).toEqual([query, expected, expected.length])
    }
  })

  serviceTest('are rejected when they are malformed', async (rollcall) => {
    await rollcall.given(entity())
    for (const query of [
      '?done=yes',
      '?reached=maybe',
      '?done=true&done=true',
      '?q=',
      '?q=%20',
      '?q=-',
      '?q=a&q=b',
      '?doctor=',
    ]) {
      const answer = (await rollcall.get(byVisit('2026-03-30', '2026-03-30', query))).json()
      const [parameter] = query.slice(1).split('=')
      expect([query, answer]).toMatchObject([
        query,
        { status: 400, code: 'invalid-parameter', errors: [{ parameter }] },
      ])
    }
    const find = (q: string) => rollcall.get(byVisit('2026-03-30', '2026-03-30', `?q=${encodeURIComponent(q)}`))
    expect((await find('ana bela clara dora eva flor gina hera')).json()).toEqual([])
    expect((await find('ana bela clara dora eva flor gina hera inês')).json()).toMatchObject({
      status: 400,
      code: 'invalid-parameter',
      errors: [{ parameter: 'q', reason: 'must have 1 to 8 words' }],
    })
    expect((await find('x'.repeat(128))).statusCode).toBe(200)
    expect((await find('x'.repeat(129))).statusCode).toBe(400)
  })
})

describe('the worklists', () => {
  eachEngine(
    'list and count the requests that are not done, and the contacts who were not reached',
    async (rollcall) => {
      const { get, put, database } = rollcall
      const found: Record<string, string> = {}
      for (const external_id of ['done', 'waiting', 'failed', 'half', 'open']) {
        const addresses = external_id === 'half' ? [mail, ...item().addresses] : item().addresses
        const one = await contact(rollcall, { external_id, addresses })
        found[external_id] = one.id
        if (external_id === 'done' || external_id === 'waiting') await one.answer('reschedule', 'Mondays')
      }
      await put(`/v1/notifications/clinica-lisboa/${found.done}/done`, { done: true })
      await database
        .updateTable('deliveries')
        .set({ state: 'failed', reason: '550 no such number' })
        .where('notification_id', 'in', [found.failed!, found.half!])
        .where('channel', '=', 'mobile')
        .execute()
      await database
        .updateTable('deliveries')
        .set({ state: 'sent' })
        .where('notification_id', '=', found.half!)
        .where('channel', '=', 'email')
        .execute()
      const [first, last] = ['2026-03-30', '2026-04-02'] as const
      for (const [query, expected] of [
        ['?state=rescheduling', ['done', 'waiting']],
        ['?state=rescheduling&done=false', ['waiting']],
        ['?state=rescheduling&done=true', ['done']],
        ['?done=true', ['done']],
        ['?delivery=failed', ['failed', 'half']],
        ['?delivery=failed&delivery=stopped', ['done', 'failed', 'half', 'waiting']],
        ['?delivery=failed&reached=false', ['failed']],
        ['?delivery=failed&reached=true', ['half']],
        ['?reached=false&state=open', ['failed']],
        ['?state=open', ['failed', 'half', 'open']],
        ['?state=open&delivery=failed&reached=false&q=jo', ['failed']],
        ['', ['done', 'failed', 'half', 'open', 'waiting']],
      ] as const) {
        const list: NotificationStatus[] = (await get(byVisit(first, last, query))).json()
        const keys = list.map(({ external_id }) => external_id).sort()
        const { count } = (await get(byVisit(first, last, `/count${query}`))).json()
        expect({ query, keys, count }).toEqual({ query, keys: expected, count: expected.length })
        const pages = await eachPage(rollcall, byVisit(first, last, `${query || '?'}&limit=1`))
        expect(pages.flatMap((page) => page.json())).toHaveLength(expected.length)
      }
    },
  )

  serviceTest('count more visits than one read returns', async (rollcall) => {
    await rollcall.given(entity(), ...many(1_100))
    for (const [query, count] of [
      ['', 1_100],
      ['?q=ana', 275],
      ['?state=open', 0],
    ] as const) {
      const counted = await rollcall.get(byVisit('2026-03-30', '2026-03-30', `/count${query}`))
      expect([query, counted.json()]).toEqual([query, { count }])
    }
  })
})

describe('a search', () => {
  serviceTest('reads no further after its client has disconnected', async (rollcall) => {
    await rollcall.given(entity(), ...many(1))
    await multiplyVisits(rollcall.database, 10_000)
    const origin = await rollcall.listen()
    const headers = { authorization: `Bearer ${rollcall.token}` }
    const departures = () => rollcall.logged.filter((line) => line.includes('the client disconnected')).length
    const reads = { count: 0, leaveAt: 0, leaving: new AbortController() }
    onEachRead(rollcall, async () => {
      if (++reads.count !== reads.leaveAt) return
      const before = departures()
      reads.leaving.abort()
      await vi.waitUntil(() => departures() > before, { timeout: 90_000 })
    })
    // A list, a page and a count.
    for (const query of ['?q=zz', '?q=zz&limit=10', '/count?q=zz']) {
      const url = origin + byVisit('2026-03-30', '2026-03-30', query)
      const readsOfWhole = async () => {
        const before = reads.count
        await (await fetch(url, { headers })).text()
        return reads.count - before
      }
      await readsOfWhole()
      reads.leaveAt = reads.count + 8
      reads.leaving = new AbortController()
      await expect(fetch(url, { headers, signal: reads.leaving.signal })).rejects.toThrow('aborted')
      await expect.poll(() => reads.count).toBeGreaterThanOrEqual(reads.leaveAt)
      // Two searches take turns, so the one that the client left would end at the same time as the next one.
      expect(await readsOfWhole()).toBe(await readsOfWhole())
    }
    expect(rollcall.logged.filter((line) => line.includes('"level":50'))).toEqual([])
  })
})

/** Awaits `before` at each read of a prepared statement. */
function onEachRead({ database: { engine } }: Rollcall, before: () => Promise<void>) {
  const { read, readJoined } = engine
  vi.spyOn(engine, 'read').mockImplementation(async (query) => {
    await before()
    return read(query)
  })
  vi.spyOn(engine, 'readJoined').mockImplementation(async (query, separator) => {
    await before()
    return readJoined(query, separator)
  })
}

describe('pages', () => {
  eachEngine('add up to the list, with and without a filter, also when other visits are added', async (rollcall) => {
    await rollcall.given(entity(), ...many(1_100))
    for (const filter of ['', '&q=ana']) {
      const all = await idsOf(rollcall, byVisit('2026-03-30', '2026-03-30', `?${filter.slice(1)}`))
      expect(all).toHaveLength(filter ? 275 : 1_100)
      const pages = await eachPage(rollcall, byVisit('2026-03-30', '2026-03-30', `?limit=100${filter}`))
      expect(pages.flatMap((page) => ids(page.json()))).toEqual(all)
      expect(pages.at(-1)!.json()).not.toEqual([])
    }
    const first = await rollcall.get(byVisit('2026-03-30', '2026-03-30', '?limit=1'))
    await rollcall.given(visit('a-0', '2026-03-30T07:00:00Z'))
    const [, next] = /^<([^>]+)>/.exec(String(first.headers.link))!
    expect(await idsOf(rollcall, next!)).toEqual(['m-00009'])
  })

  serviceTest('reject a cursor of another range', async (rollcall) => {
    await rollcall.given(entity(), ...many(2))
    const { headers } = await rollcall.get(byVisit('2026-03-30', '2026-03-30', '?limit=1'))
    const query = new URL(/^<([^>]+)>/.exec(String(headers.link))![1]!, 'http://x').search
    const answer = await rollcall.get(byVisit('2026-03-31', '2026-03-31', query))
    expect(answer.json()).toMatchObject({ errors: [{ parameter: 'after', reason: 'of-another-list' }] })
  })
})

describe('formats', () => {
  serviceTest('stream a long list whole, in order, and compressed on request', async (rollcall) => {
    await rollcall.given(entity(), ...many(700))
    const url = (await rollcall.listen()) + byVisit('2026-03-30')
    const fetchAs = async (accept: string, encoding: string) => {
      const headers = { authorization: `Bearer ${rollcall.token}`, accept, 'accept-encoding': encoding }
      const response = await fetch(url, { headers })
      expect(response.headers.get('transfer-encoding')).toBe('chunked')
      return response.text()
    }
    const visits: NotificationStatus[] = JSON.parse(await fetchAs('application/json', 'gzip'))
    expect(visits).toHaveLength(700)
    const keys = visits.map(({ starts_at, id }) => `${starts_at} ${id}`)
    expect(keys).toEqual(keys.toSorted())
    const lines = (await fetchAs('application/x-ndjson', 'zstd')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(visits)
    expect((await fetchAs('text/csv', 'identity')).split('\r\n')).toHaveLength(702)
  })

  serviceTest('neutralise the cells of CSV, and summarise the deliveries', async (rollcall) => {
    const { database, get } = rollcall
    const { id } = await contact(rollcall, {
      contact: { external_id: '@P', name: '=HYPERLINK("http://x","Ana, Reis")', language: 'pt_PT', country: 'PT' },
      addresses: [
        { channel: 'mobile', uid: '912345678' },
        { channel: 'email', uid: 'a@example.org' },
      ],
    })
    await rollcall.deliver()
    await database
      .updateTable('notifications')
      .set({ starts_at: parseInstant('2026-03-30T08:30:00Z')! })
      .execute()
    const [columns, row, end] = (await get(byVisit('2026-03-30'), { accept: 'text/csv' })).body.split('\r\n')
    expect(columns).toMatch(
      /^id,task_id,external_id,category,target,supersedes,superseded_by,starts_at,ends_at,contact\./,
    )
    expect(columns).toMatch(
      /,params.other,state,created_at,answered_at,by,arrived_at,arrived_by,wish,slot,version,deliveries,addresses,done\.at,done\.by,arrived_reason,test,recorded_time$/,
    )
    expect(row!.startsWith(`${id},`)).toBe(true)
    expect(row).toContain(`,'@P,"'=HYPERLINK(""http://x"",""Ana, Reis"")",`)
    expect(row).toMatch(/,notice (mobile|email) sent; notice (mobile|email) sent,[^,]+,,,,,$/)
    expect(row!.split(',').at(-6)!.split('; ').sort()).toEqual(['email a@example.org', 'mobile +351912345678'])
    expect(end).toBe('')
    const empty = await get(byVisit('2026-05-30'), { accept: 'text/csv' })
    expect(empty.body).toBe(`${columns}\r\n`)
  })
})

describe('the scope of the front desk', () => {
  serviceTest('is sufficient from yesterday to tomorrow in the zone of the entity', async (rollcall) => {
    const { given, tokenFor, get, clock } = rollcall
    await given(entity({ time_zone: 'Pacific/Auckland' }), entity({ id: 'other' }))
    const { token } = await tokenFor({ scopes: ['checkin:read'], entities: ['clinica-lisboa'] })
    // In Auckland, the 31st has begun.
    clock.time = parseInstant('2026-03-30T12:00:00Z')!
    const outcome = async (url: string) => {
      const answer = await get(url, { authorization: `Bearer ${token}` })
      return [answer.statusCode, answer.json().code]
    }
    expect(await outcome(byVisit('2026-03-30', '2026-04-01'))).toEqual([200, undefined])
    expect(await outcome(byVisit('2026-03-29'))).toEqual([403, 'insufficient-scope'])
    expect(await outcome(byVisit('2026-04-01', '2026-04-02'))).toEqual([403, 'insufficient-scope'])
    expect(await outcome(byVisit('2026-04-31'))).toEqual([403, 'insufficient-scope'])
    expect(await outcome(byVisit('x'))).toEqual([403, 'insufficient-scope'])
    expect(await outcome(byVisit('2026-04-01', '2026-03-30'))).toEqual([400, 'reversed-range'])
    for (const foreign of ['other', 'unknown']) {
      expect(await outcome(byVisit('2026-03-30', '2026-03-30', '', foreign))).toEqual([404, 'entity-not-found'])
      expect(await outcome(byVisit('2026-01-01', '2026-01-01', '', foreign))).toEqual([403, 'insufficient-scope'])
    }
    expect(await outcome('/v1/notifications/clinica-lisboa?external_id=A-1')).toEqual([403, 'insufficient-scope'])
  })

  serviceTest('does not show the notes and calls of staff', async (rollcall) => {
    const { get, post, tokenFor } = rollcall
    const { id } = await contact(rollcall)
    await post(`/v1/notifications/clinica-lisboa/${id}/notes`, { text: 'In debt', call: 'no-answer' })
    const { token: desk } = await tokenFor({ scopes: ['checkin:read'] })
    const { token: both } = await tokenFor({ scopes: ['checkin:read', 'notifications:read'] })
    const listed = async (token: string) =>
      (await get(byVisit('2026-03-30'), { authorization: `Bearer ${token}` })).json()[0]
    const [atDesk, atOffice] = [await listed(desk), await listed(both)]
    expect(atOffice).toMatchObject({ note: { text: 'In debt' }, calls: { count: 1 } })
    const { note: _note, calls: _calls, ...visit } = atOffice
    expect(atDesk).toEqual(visit)
  })
})

describe('the hash of a code', () => {
  const hashOf = (code: string) => hash('sha256', code, 'hex')
  const listed = async ({ get }: Rollcall, url: string, scopes: string) =>
    (await get(url, { authorization: `Bearer ${scopes}` })).json() as NotificationStatus[]

  eachEngine('is in the list of the desk, while the code is valid', async (rollcall) => {
    const { given, clock, tokenFor } = rollcall
    const { token: desk } = await tokenFor({ scopes: ['checkin:read'] })
    const today = byVisit('2026-03-30')
    const codes = async (url = today) =>
      Object.fromEntries((await listed(rollcall, url, desk)).map((one) => [one.external_id, one.checkin_code_sha256]))
    const maria = await contact(rollcall, { external_id: 'maria' })
    await given(
      ...[visit('imported', '2026-03-30T08:00:00Z'), visit('expiring', '2026-03-30T08:00:00Z')],
      checkinToken({ notification_id: 'imported', token: 'any/text' }),
      checkinToken({ notification_id: 'imported', token: 'gone', revoked: 'moved' }),
      checkinToken({ notification_id: 'expiring', token: 'short', expires_at: '2026-03-30T09:00:00Z' }),
    )
    const ofHistory = { 'A-imported': hashOf('any/text'), 'A-expiring': hashOf('short') }
    expect(await codes()).toEqual({ maria: undefined, ...ofHistory })
    await maria.answer('confirm')
    const code = (await maria.token())!
    for (const query of ['', '?limit=5', '?q=jo%C3%A3o']) {
      const url = byVisit('2026-03-30', '2026-03-30', query)
      expect([query, await codes(url)]).toEqual([query, { maria: hashOf(code), ...ofHistory }])
    }
    await maria.answer('cancel')
    clock.time = parseInstant('2026-03-30T09:00:00Z')!
    expect(await codes()).toEqual({ maria: undefined, 'A-imported': hashOf('any/text'), 'A-expiring': undefined })
  })

  serviceTest('is not in other lists, nor without the scope checkin:read', async (rollcall) => {
    const { given, tokenFor, get } = rollcall
    await given(
      ...history(),
      visit('later', '2026-04-01T08:30:00Z'),
      checkinToken({ notification_id: 'later', token: 'l' }),
    )
    const { token: console } = await tokenFor({ scopes: ['notifications:read'] })
    const { token: both } = await tokenFor({ scopes: ['notifications:read', 'checkin:read'] })
    for (const [url, scopes] of [
      [byVisit('2026-03-30'), console],
      [byVisit('2026-04-01'), both],
      [byVisit('2026-03-30', '2026-04-01'), both],
      ['/v1/notifications/clinica-lisboa?external_id=A-1001', both],
    ] as const) {
      const [one] = await listed(rollcall, url, scopes)
      expect(one).not.toHaveProperty('checkin_code_sha256')
    }
    expect((await listed(rollcall, byVisit('2026-03-30'), both))[0]).toHaveProperty('checkin_code_sha256')
    expect((await get('/v1/notifications/clinica-lisboa/n-1')).json()).not.toHaveProperty('checkin_code_sha256')
  })
})

describe('the notifications of a key', () => {
  const byKey = (query: string) => `/v1/notifications/clinica-lisboa${query}`

  eachEngine('come latest first, page by page', async (rollcall) => {
    const { given, post, clock, get } = rollcall
    await given(entity(), visit('n-1', '2026-03-30T08:30:00Z', { external_id: 'A-1' }), action())
    const submitted: string[] = []
    for (const [index, external_id] of ['A-1', 'A-2', 'A-1', 'A-3'].entries()) {
      clock.time += 1_000_000
      const params = { ...item().params, when: `2026-03-31T1${index}:30:00Z` }
      submitted.unshift((await post(byKey(''), submission(item({ external_id, params })))).json().notifications[0].id)
    }
    const [third, second, , first] = [submitted[1]!, submitted[2]!, '', submitted[3]!]
    expect(await idsOf(rollcall, byKey('?external_id=A-1'))).toEqual([third, first, 'n-1'])
    expect(await idsOf(rollcall, byKey('?external_id=A-1&external_id=A-2'))).toEqual([third, second, first, 'n-1'])
    expect(await idsOf(rollcall, byKey('?external_id=none'))).toEqual([])
    expect(await idsOf(rollcall, byKey('?external_id=A-1&target=exam'))).toEqual([])
    expect(await idsOf(rollcall, byKey('?external_id=A-2&category=medical&target=appointment'))).toEqual([second])
    const pages = await eachPage(rollcall, byKey('?external_id=A-1&external_id=A-2&limit=1'))
    expect(pages.flatMap((page) => ids(page.json()))).toEqual([third, second, first, 'n-1'])
    expect((await get(byKey('?external_id=A-1'))).json()[1]).toEqual((await get(byKey(`/${first}`))).json())
  })

  serviceTest('need a key', async (rollcall) => {
    await rollcall.given(entity())
    for (const query of ['', '?category=medical', '?external_id=', '?external_id=A&state=open']) {
      const answer = (await rollcall.get(byKey(query))).json()
      expect([query, answer]).toMatchObject([query, { status: 400, code: 'invalid-parameter' }])
    }
  })
})
