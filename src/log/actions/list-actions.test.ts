import { createHash } from 'node:crypto'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { ticksDuring } from '../../../test/event-loop.ts'
import { action, actionsAt, entity, history, notification } from '../../../test/history.ts'
import { multiply } from '../../../test/multiply.ts'
import { byDate, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import type { ActionRecord } from './action.ts'

const dates = async ({ get }: Rollcall, url: string) =>
  (await get(url)).json<ActionRecord[]>().map((record) => record.date)

describe('the list', () => {
  eachEngine('contains the specified action record, to the byte', async ({ get, given }) => {
    await given(...history())
    const { statusCode, headers, body } = await get(byDate('2026-03-29'))
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(body).toBe(
      '[{"action":"confirm","date":"2026-03-29T00:59:59.999999+00:00","task_id":"t-1","notification_id":"n-1",' +
        '"entity_id":"clinica-lisboa","external_id":"A-1001","category":"medical","target":"appointment",' +
        '"channel":"mobile","uid":"+351912345678","contact":{"external_id":"P-77","name":"João Silva"},' +
        '"params":{"year":"2026","month":"3","day":"30","hour":"9","minute":"30","when":"2026-03-30T08:30:00Z",' +
        '"event_date":"2026-03-30T08:30:00Z","doctor":"Ana Reis","doctor_external_id":"D-9",' +
        '"doctor_expertise":"Cardiologia","doctor_gender":"F"}}]',
    )
  })

  serviceTest('shows the specified params in their order, not in the order of submission', async ({ get, given }) => {
    const params = { doctor: 'Ana Reis', room: '12', minute: '30', year: '2026' }
    await given(entity(), notification({ params }), action())
    const [record] = (await get(byDate('2026-03-29'))).json()
    expect(JSON.stringify(record.params)).toBe('{"year":"2026","minute":"30","doctor":"Ana Reis"}')
  })

  serviceTest('shows the params of a pair without a plugin as they were imported', async ({ get, given }) => {
    const params = { z: '1', a: '=2' }
    await given(entity(), notification({ category: 'dental', target: 'cleaning', params }), action())
    const [record] = (await get(byDate('2026-03-29'))).json()
    expect(JSON.stringify(record.params)).toBe('{"z":"1","a":"=2"}')
  })

  eachEngine('is ordered by instant, then by the order of recording', async (rollcall) => {
    await rollcall.given(entity(), notification())
    await rollcall.given(...actionsAt('2026-03-29T10:00:00.000002Z', '2026-03-29T10:00:00.000001Z'))
    await rollcall.given(action({ id: 'late', date: '2026-03-29T10:00:00.000001Z', channel: 'late' }))
    const records = (await rollcall.get(byDate('2026-03-29'))).json<ActionRecord[]>()
    expect(records.map(({ date, channel }) => [date.slice(20, 26), channel])).toEqual([
      ['000001', 'mobile'],
      ['000001', 'late'],
      ['000002', 'mobile'],
    ])
  })

  serviceTest('names the zone and the instants of the range, and forbids caching', async ({ get, given }) => {
    await given(entity())
    const { headers } = await get(byDate('2026-03-29'))
    expect(headers).toMatchObject({
      'rollcall-time-zone': 'Europe/Lisbon',
      'rollcall-range': '2026-03-29T00:00:00Z/2026-03-29T23:00:00Z',
      'cache-control': 'private, no-store',
      'request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })
})

describe('the range', () => {
  eachEngine('covers days in the zone of the entity, half-open to the microsecond', async (rollcall) => {
    await rollcall.given(
      entity({ time_zone: 'America/New_York' }),
      notification(),
      ...actionsAt(
        '2026-03-08T04:59:59.999999Z',
        '2026-03-08T05:00:00Z',
        '2026-03-09T03:59:59.999999999Z',
        '2026-03-09T04:00:00Z',
      ),
    )
    expect(await dates(rollcall, byDate('2026-03-08'))).toEqual([
      '2026-03-08T05:00:00.000000+00:00',
      '2026-03-09T03:59:59.999999+00:00',
    ])
    expect(await dates(rollcall, byDate('2026-03-07', '2026-03-09'))).toHaveLength(4)
  })

  serviceTest('is empty for a day that does not exist', async ({ get, given }) => {
    await given(
      entity({ time_zone: 'Pacific/Apia' }),
      notification(),
      ...actionsAt('2011-12-30T09:59:59Z', '2011-12-30T10:00:00Z'),
    )
    const { statusCode, body, headers } = await get(byDate('2011-12-30'))
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: '[]' })
    expect(headers['rollcall-range']).toBe('2011-12-30T10:00:00Z/2011-12-30T10:00:00Z')
  })

  serviceTest('may cover all years', async (rollcall) => {
    await rollcall.given(...history())
    expect(await dates(rollcall, byDate('0000-01-01', '9999-12-31'))).toHaveLength(1)
  })
})

describe('filters', () => {
  const some = [
    entity(),
    notification(),
    notification({ id: 'n-2', task_id: 't-2', external_id: 'A-2', category: 'dental', target: 'cleaning' }),
    action(),
    action({ id: 'a-2', action: 'cancel', channel: 'email', notification_id: 'n-2', uid: 'x@example.org' }),
    action({ id: 'a-3', action: 'reschedule', notification_id: 'n-2' }),
  ]
  const cases: [query: string, actions: string[]][] = [
    ['?action=confirm', ['confirm']],
    ['?action=confirm&action=cancel', ['confirm', 'cancel']],
    ['?channel=email', ['cancel']],
    ['?category=dental', ['cancel', 'reschedule']],
    ['?target=appointment', ['confirm']],
    ['?task_id=t-2', ['cancel', 'reschedule']],
    ['?notification_id=n-1', ['confirm']],
    ['?external_id=A-2&external_id=A-1001', ['confirm', 'cancel', 'reschedule']],
    ['?external_id=A-2&action=cancel', ['cancel']],
    ['?channel=desk', []],
  ]
  eachEngine('return the actions whose values they name', async ({ get, given }) => {
    await given(...some)
    for (const [query, expected] of cases) {
      const records = (await get(byDate('2026-03-29', '2026-03-29', query))).json<ActionRecord[]>()
      expect([query, records.map((record) => record.action)]).toEqual([query, expected])
    }
  })

  serviceTest('are rejected when they are empty or repeat the limit', async ({ get, given }) => {
    await given(entity())
    for (const query of ['?limit=1&limit=2', '?task_id=']) {
      const answer = (await get(byDate('2026-03-29', '2026-03-29', query))).json()
      expect([query, answer]).toMatchObject([query, { status: 400, code: 'invalid-parameter' }])
    }
  })
})

describe('pages', () => {
  const nextOf = (link: unknown) => /^<(.+)>; rel="next"$/.exec(String(link))?.[1]

  async function pages({ get }: Rollcall, url: string) {
    const sizes: number[] = []
    const records: ActionRecord[] = []
    for (let next: string | undefined = url; next; ) {
      const answer = await get(next)
      const page = answer.json<ActionRecord[]>()
      sizes.push(page.length)
      records.push(...page)
      next = nextOf(answer.headers.link)
    }
    return { sizes, records }
  }

  eachEngine('add up to the list, with and without a filter', async (rollcall) => {
    const instants = Array.from({ length: 1500 }, (_, i) =>
      new Date(Date.UTC(2026, 2, 29, 9) + (i % 700) * 1000).toISOString(),
    )
    const lines = actionsAt(...instants).map((line, i) => ({ ...line, action: i % 3 ? 'confirm' : 'cancel' }) as const)
    await rollcall.given(entity(), notification(), ...lines)
    for (const filter of ['', '&action=cancel']) {
      const all = (await rollcall.get(byDate('2026-03-29', '2026-03-29', `?${filter.slice(1)}`))).json<ActionRecord[]>()
      const { records } = await pages(rollcall, byDate('2026-03-29', '2026-03-29', `?limit=130${filter}`))
      expect(records).toEqual(all)
      expect(all).toHaveLength(filter ? 500 : 1500)
    }
  })

  serviceTest('end with the last record, without an empty page', async (rollcall) => {
    await rollcall.given(entity(), notification(), ...actionsAt(...Array(4).fill('2026-03-29T10:00:00Z')))
    const { sizes } = await pages(rollcall, byDate('2026-03-29', '2026-03-29', '?limit=2'))
    expect(sizes).toEqual([2, 2])
  })

  eachEngine('belong to one snapshot: actions that are recorded meanwhile do not shift them', async (rollcall) => {
    await rollcall.given(entity(), notification(), ...actionsAt(...Array(3).fill('2026-03-29T10:00:00Z')))
    const first = await rollcall.get(byDate('2026-03-29', '2026-03-29', '?limit=2'))
    await rollcall.given(action({ id: 'meanwhile', date: '2026-03-29T11:00:00Z' }))
    const second = await rollcall.get(nextOf(first.headers.link)!)
    expect(second.json()).toHaveLength(1)
    expect(await dates(rollcall, byDate('2026-03-29'))).toHaveLength(4)
  })

  serviceTest('reject a cursor of another range', async (rollcall) => {
    await rollcall.given(entity(), notification(), ...actionsAt(...Array(3).fill('2026-03-29T10:00:00Z')))
    const { headers } = await rollcall.get(byDate('2026-03-29', '2026-03-29', '?limit=2'))
    const query = new URL(nextOf(headers.link)!, 'http://x').search
    const answer = await rollcall.get(byDate('2026-03-30', '2026-03-30', query))
    expect(answer.json()).toMatchObject({ errors: [{ parameter: 'after', reason: 'of-another-list' }] })
  })
})

describe('formats', () => {
  serviceTest('NDJSON has one record per line', async ({ get, given }) => {
    await given(entity(), notification(), ...actionsAt('2026-03-29T10:00:00Z', '2026-03-29T11:00:00Z'))
    const { body, headers } = await get(byDate('2026-03-29'), { accept: 'application/x-ndjson' })
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    expect(body.endsWith('}\n')).toBe(true)
    const lines = body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toEqual((await get(byDate('2026-03-29'))).json())
    expect((await get(byDate('2026-03-30'), { accept: 'application/x-ndjson' })).body).toBe('')
  })

  serviceTest(
    'CSV has a header, a line for each record, and no cell that a spreadsheet would evaluate',
    async ({ get, given }) => {
      const contact = { external_id: '@P', name: '=HYPERLINK("http://x","Ana, \r\nReis")' }
      const params = { when: '2026-03-30T08:30:00Z', doctor: '-Ana' }
      await given(entity(), notification({ contact, params, category: 'dental', target: 'x' }), action())
      const { body, headers } = await get(byDate('2026-03-29'), { accept: 'text/csv' })
      expect(headers['content-type']).toBe('text/csv; charset=utf-8')
      expect(body).toBe(
        'action,date,task_id,notification_id,entity_id,external_id,category,target,channel,uid,contact.external_id,' +
          'contact.name,params.year,params.month,params.day,params.hour,params.minute,params.when,params.event_date,' +
          'params.doctor,params.doctor_external_id,params.doctor_expertise,params.doctor_gender,params.exam,' +
          'params.exam_external_id,params.place,params.preparation,params.end,params.vaccine,params.other\r\n' +
          'confirm,2026-03-29T00:59:59.999999+00:00,t-1,n-1,clinica-lisboa,A-1001,dental,x,mobile,' +
          `'+351912345678,'@P,"'=HYPERLINK(""http://x"",""Ana, \r\nReis"")",,,,,,2026-03-30T08:30:00Z,,'-Ana,,,,,,,,,,\r\n`,
      )
      const empty = await get(byDate('2026-04-29'), { accept: 'text/csv' })
      expect(empty.body.split('\r\n')).toHaveLength(2)
    },
  )

  serviceTest('are compressed with gzip or zstd on request', async ({ get, given }) => {
    await given(...history())
    const plain = await get(byDate('2026-03-29'))
    expect(plain.headers['content-encoding']).toBeUndefined()
    const unpack = { gzip: gunzipSync, zstd: zstdDecompressSync }
    for (const encoding of ['gzip', 'zstd'] as const) {
      const packed = await get(byDate('2026-03-29'), { 'accept-encoding': encoding })
      expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept, Accept-Encoding' })
      expect(unpack[encoding](packed.rawPayload).toString()).toBe(plain.body)
    }
    const any = await get(byDate('2026-03-29'), { 'accept-encoding': '*' })
    expect(any.headers['content-encoding']).toBe('gzip')
  })

  serviceTest('that the service does not have get 406', async ({ get, given }) => {
    await given(entity())
    for (const headers of [{ accept: 'text/html' }, { 'accept-encoding': 'br, identity;q=0' }]) {
      expect((await get(byDate('2026-03-29'), headers)).json()).toMatchObject({ status: 406, code: 'not-acceptable' })
    }
  })
})

describe('a poll', () => {
  serviceTest('gets 304 until an action is recorded', async ({ get, given }) => {
    await given(...history())
    const { headers } = await get(byDate('2026-03-29'))
    const poll = () => get(byDate('2026-03-29'), { 'if-none-match': `"x", W/${headers.etag}` })
    const unchanged = await poll()
    expect({ status: unchanged.statusCode, body: unchanged.body }).toEqual({ status: 304, body: '' })
    expect(unchanged.headers).toMatchObject({ etag: headers.etag, 'rollcall-time-zone': 'Europe/Lisbon' })
    await given(action({ id: 'new' }))
    const changed = await poll()
    expect({ status: changed.statusCode, count: changed.json().length }).toEqual({ status: 200, count: 2 })
  })

  serviceTest('gets another tag for another range, format, encoding or filter', async ({ get, given }) => {
    await given(...history())
    const tags = await Promise.all([
      get(byDate('2026-03-29')),
      get(byDate('2026-03-28', '2026-03-29')),
      get(byDate('2026-03-29', '2026-03-29', '?action=confirm')),
      get(byDate('2026-03-29', '2026-03-29', '?limit=1')),
      get(byDate('2026-03-29'), { accept: 'text/csv' }),
      get(byDate('2026-03-29'), { 'accept-encoding': 'gzip' }),
    ])
    expect(new Set(tags.map(({ headers }) => headers.etag)).size).toBe(6)
  })

  serviceTest('gets the whole list after the time zone of the entity has changed', async ({ get, given, database }) => {
    await given(...history())
    const { headers } = await get(byDate('2026-03-29'))
    await database.updateTable('entities').set({ time_zone: 'Asia/Tokyo' }).execute()
    expect((await get(byDate('2026-03-29'), { 'if-none-match': String(headers.etag) })).statusCode).toBe(200)
  })
})

describe('a long list', () => {
  const many = Array.from({ length: 2000 }, (_, i) => new Date(Date.UTC(2026, 2, 29, 1) + i * 7).toISOString())

  eachEngine('is streamed whole and in order, in each format and encoding', async (rollcall) => {
    await rollcall.given(entity(), notification(), ...actionsAt(...many))
    const url = await rollcall.listen()
    for (const [accept, encoding] of [
      ['application/json', 'identity'],
      ['application/json', 'gzip'],
      ['application/x-ndjson', 'zstd'],
      ['text/csv', 'identity'],
    ] as const) {
      const headers = { authorization: `Bearer ${rollcall.token}`, accept, 'accept-encoding': encoding }
      const response = await fetch(url + byDate('2026-03-29'), { headers })
      expect(response.headers.get('transfer-encoding')).toBe('chunked')
      const text = await response.text()
      const dates = [...text.matchAll(/2026-03-29T\d\d:\d\d:\d\d\.\d{6}\+00:00/g)].map(([date]) => date)
      expect(dates).toEqual(many.map((instant) => `${instant.slice(0, -1)}000+00:00`))
      if (accept === 'application/json') expect(JSON.parse(text)).toHaveLength(2000)
    }
  })

  // The first read takes 512 records, the others 256. The search for the end of a page takes 512 records in each.
  const reads = 1 + (20_000 - 512) / 256
  const searches = 20_000 / 512
  for (const [what, query, ticks] of [
    ['as a whole', '', reads],
    ['without a match for its filter', '?task_id=none', reads],
    ['cut into pages', '?task_id=none&limit=1', searches + reads],
  ] as const) {
    serviceTest(`${what} lets other requests run after each read`, async (rollcall) => {
      await rollcall.given(...history())
      await multiply(rollcall.database, 20_000)
      expect(await ticksDuring(rollcall.get(byDate('2026-03-29', '2026-03-29', query)))).toBeGreaterThan(ticks)
    })
  }

  eachEngine('contains each action once when actions at the end of a chunk have the same instant', async (rollcall) => {
    await rollcall.given(...history())
    await multiply(rollcall.database, 900)
    for (const [from, to] of [
      [510, 515],
      [766, 768],
    ] as const) {
      const { at } = await rollcall.database
        .selectFrom('actions')
        .select('at')
        .where('sequence', '=', from)
        .executeTakeFirstOrThrow()
      await rollcall.database
        .updateTable('actions')
        .set({ at })
        .where('sequence', '>=', from)
        .where('sequence', '<=', to)
        .execute()
    }
    const url = await rollcall.listen()
    const headers = { authorization: `Bearer ${rollcall.token}` }
    const records = (await (await fetch(url + byDate('2026-03-29'), { headers })).json()) as ActionRecord[]
    expect(records.slice(1).map(({ uid }) => Number.parseInt(uid, 10))).toEqual(
      Array.from({ length: 899 }, (_, n) => n + 2),
    )
  })

  eachEngine('contains only its own entity while 32 lists stream concurrently', async (rollcall) => {
    const ids = ['a', 'b', 'c', 'd']
    for (const entity_id of ids) {
      const about = { entity_id, contact: { external_id: entity_id, name: entity_id } }
      await rollcall.given(entity({ id: entity_id }), notification(about), action({ entity_id }))
      await multiply(rollcall.database, 1_500, entity_id)
    }
    const url = await rollcall.listen()
    const headers = { authorization: `Bearer ${rollcall.token}` }
    const lists = Array.from({ length: 32 }, async (_, i) => {
      const id = ids[i % ids.length]!
      const answer = await fetch(url + byDate('2026-03-29', '2026-03-29', '', id), { headers })
      const records = (await answer.json()) as ActionRecord[]
      expect(new Set(records.flatMap(({ entity_id, contact }) => [entity_id, contact.name]))).toEqual(new Set([id]))
      expect(records.slice(1).map(({ uid }) => Number.parseInt(uid, 10))).toEqual(
        Array.from({ length: 1_499 }, (_, n) => n + 2),
      )
    })
    await Promise.all(lists)
  })

  eachEngine('is cut when it fails midway, so that it does not look complete', async (rollcall) => {
    await rollcall.given(...history())
    // More than the socket buffers hold, so the server is still reading when the database closes.
    await multiply(rollcall.database, 20_000)
    const url = await rollcall.listen()
    const response = await fetch(url + byDate('2026-03-29'), { headers: { authorization: `Bearer ${rollcall.token}` } })
    const reader = response.body!.getReader()
    await reader.read()
    await rollcall.database.destroy()
    const rest = async () => {
      while (!(await reader.read()).done);
    }
    await expect(rest()).rejects.toThrow('terminated')
  })

  serviceTest(
    "is a problem without the list's tag and encoding when it fails before its first byte",
    async (rollcall) => {
      const { given, get, database } = rollcall
      await given(entity(), notification(), ...actionsAt(...many))
      await database.schema.alterTable('actions').renameTo('unreadable').execute()
      const { headers } = await get(byDate('2026-03-29'), { 'accept-encoding': 'gzip' })
      expect(headers['content-type']).toMatch(/^application\/problem\+json/)
      expect({ etag: headers.etag, encoding: headers['content-encoding'] }).toEqual({
        etag: undefined,
        encoding: undefined,
      })
    },
  )

  serviceTest('returns the headers of GET for HEAD, without reading the records', async (rollcall) => {
    const { app, token, given, get, database } = rollcall
    await given(entity(), notification(), ...actionsAt(...many))
    const { headers } = await get(byDate('2026-03-29'))
    await database.schema.alterTable('actions').renameColumn('record', 'unreadable').execute()
    expect((await get(byDate('2026-03-29'))).statusCode).toBe(500)
    const head = await app.inject({
      method: 'HEAD',
      url: byDate('2026-03-29'),
      headers: { authorization: `Bearer ${token}` },
    })
    expect({ status: head.statusCode, body: head.body }).toEqual({ status: 200, body: '' })
    expect(head.headers).not.toHaveProperty('content-length')
    for (const name of ['etag', 'content-type', 'rollcall-range', 'rollcall-sequence', 'rollcall-time-zone', 'vary']) {
      expect(head.headers[name]).toBe(headers[name])
    }
    await database.schema.alterTable('actions').renameColumn('unreadable', 'record').execute()
  })
})

describe('a stored record', () => {
  serviceTest('is sent byte for byte as it is stored', async ({ get, given, database }) => {
    const name = '<script>"\\\u2028‮é😀</script>'
    await given(entity(), notification({ contact: { external_id: 'P', name } }), action())
    const { record } = await database.selectFrom('actions').select('record').executeTakeFirstOrThrow()
    const { rawPayload } = await get(byDate('2026-03-29'))
    const digest = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    expect(digest(rawPayload)).toBe(digest(`[${record}]`))
    expect(JSON.parse(record).contact.name).toBe(name)
  })
})
