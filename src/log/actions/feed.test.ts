import { once } from 'node:events'
import { describe, expect } from 'vitest'
import { action, actionsAt, entity, notification } from '../../../test/history.ts'
import { byDate, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { revokeAccessToken } from '../../access/credentials/access-token.ts'
import { connectForCommand } from '../../platform/database/connect.ts'
import { liveStreamConcurrency } from '../../platform/http/limits.ts'
import { seconds } from '../../platform/time/instant.ts'
import { recordAction } from '../events/record-action.ts'
import type { ActionName, ActionRecord } from './action.ts'

const since = (sequence: number, query = '', entityId = 'clinica-lisboa') =>
  `/v1/metrics/notifications/actions/${entityId}/since/${sequence}${query}`

const recordOf = (id: string): ActionRecord => ({
  action: 'confirm',
  date: '2026-03-29T10:00:00.000000+00:00',
  task_id: 't-1',
  notification_id: id,
  entity_id: 'clinica-lisboa',
  external_id: 'A-1001',
  category: 'medical',
  target: 'appointment',
  channel: 'mobile',
  uid: '+351912345678',
  contact: { external_id: 'P-77', name: 'João Silva' },
  params: {},
})

/** Records an action as an answer does. */
const record = ({ database }: Rollcall, id: string, entity_id = 'clinica-lisboa', action: ActionName = 'confirm') =>
  database.writeFor(entity_id, (trx) =>
    recordAction(trx, entity_id, {
      action_id: id,
      notification_id: 'n-1',
      at: 0,
      action,
      channel: 'mobile',
      record: JSON.stringify(recordOf(id)),
      starts_at: null,
      acted_by: null,
      reason: null,
      test: 0,
    }),
  )

describe('the feed', () => {
  eachEngine('returns the actions in the order of recording', async ({ given, get }) => {
    await given(entity(), notification(), ...actionsAt('2026-03-29T10:00:00Z', '2026-03-28T10:00:00Z'))
    const answer = await get(since(0))
    expect(answer.json().map(({ date }: { date: string }) => date)).toEqual([
      '2026-03-29T10:00:00.000000+00:00',
      '2026-03-28T10:00:00.000000+00:00',
    ])
    expect(answer.headers).toMatchObject({
      'rollcall-sequence': '2',
      link: `<${since(2)}>; rel="next"`,
      'content-type': 'application/json; charset=utf-8',
    })
  })

  serviceTest('continues after the last sequence', async ({ given, get }) => {
    await given(entity(), notification(), ...actionsAt('2026-03-29T10:00:00Z', '2026-03-29T10:00:00Z'))
    const first = await get(since(0, '?limit=1'))
    expect({ count: first.json().length, sequence: first.headers['rollcall-sequence'] }).toEqual({
      count: 1,
      sequence: '1',
    })
    const second = await get(since(1))
    expect({ count: second.json().length, sequence: second.headers['rollcall-sequence'] }).toEqual({
      count: 1,
      sequence: '2',
    })
    const third = await get(since(2))
    expect({ records: third.json(), sequence: third.headers['rollcall-sequence'] }).toEqual({
      records: [],
      sequence: '2',
    })
    await given(action({ id: 'late', date: '2020-01-01T00:00:00Z' }))
    expect((await get(since(2))).json()).toHaveLength(1)
  })

  eachEngine('returns the actions that match the filter, and skips the others for good', async (rollcall) => {
    await rollcall.given(entity(), notification(), ...answersAndArrivals(2_500))
    const page = await rollcall.get(since(0, '?action=arrive&limit=2'))
    expect(page.json().map(({ action }: { action: string }) => action)).toEqual(['arrive', 'arrive'])
    expect(page.headers).toMatchObject({
      'rollcall-sequence': '2000',
      link: `<${since(2000, '?action=arrive&limit=2')}>; rel="next"`,
    })
    const rest = await rollcall.get(since(2000, '?action=arrive&action=cancel'))
    expect({ records: rest.json(), sequence: rest.headers['rollcall-sequence'] }).toEqual({
      records: [],
      sequence: '2500',
    })
    expect((await rollcall.get(since(0, '?action=dance'))).json()).toMatchObject({ code: 'invalid-parameter' })
  })

  serviceTest('rejects an invalid sequence', async ({ given, get }) => {
    await given(entity())
    expect((await get(since(0).replace(/0$/, 'x'))).json()).toMatchObject({ status: 400, code: 'invalid-parameter' })
  })

  serviceTest('lets a client wait for the next action', async (rollcall) => {
    await rollcall.given(entity(), notification())
    const waiting = rollcall.get(since(0, '?wait=20'))
    await record(rollcall, 'a-1')
    expect((await waiting).json()).toEqual([recordOf('a-1')])
  })

  serviceTest('returns nothing when the wait ends without an action', async ({ given, get }) => {
    await given(entity())
    expect((await get(since(0, '?wait=1'))).json()).toEqual([])
  })

  serviceTest('returns nothing to a waiting client whose credential is revoked, and says why', async (rollcall) => {
    await rollcall.given(entity(), notification())
    const { id, token } = await rollcall.tokenFor({ scopes: ['actions:read'] })
    const waiting = rollcall.get(since(0, '?wait=20'), { authorization: `Bearer ${token}` })
    await rollcall.get(since(0), { authorization: `Bearer ${token}` })
    await revokeAccessToken(rollcall.database, rollcall.clock, id)
    rollcall.clock.time += seconds(3)
    await record(rollcall, 'a-1')
    expect((await waiting).json()).toMatchObject({ code: 'invalid-token', reason: 'revoked' })
  })

  serviceTest('lets a client continue its wait with only a lookup of its credential', async (rollcall) => {
    await rollcall.given(entity(), notification(), ...actionsAt('2026-03-29T10:00:00Z'))
    const { token } = await rollcall.tokenFor({ scopes: ['actions:read'], entities: ['clinica-lisboa'] })
    const wait = () => rollcall.get(since(1, '?wait=1'), { authorization: `Bearer ${token}` })
    await wait()
    const { engine } = rollcall.database
    const { read } = engine
    const statements: string[] = []
    engine.read = (query) => {
      if (!query.sql.includes('access_tokens')) statements.push(query.sql)
      return read(query)
    }
    const page = await wait()
    expect([page.json(), page.headers['rollcall-sequence'], statements]).toEqual([[], '1', []])
    engine.read = read
    await record(rollcall, 'a-2')
    expect((await wait()).json()).toEqual([recordOf('a-2')])
  })

  serviceTest('rejects a revoked credential after the wait, although its grant is still cached', async (rollcall) => {
    await rollcall.given(entity(), notification())
    const { id, token } = await rollcall.tokenFor({ scopes: ['actions:read'] })
    const authorization = `Bearer ${token}`
    expect((await rollcall.get(since(0), { authorization })).statusCode).toBe(200)
    const waiting = rollcall.get(since(0, '?wait=30'), { authorization })
    await revokeAccessToken(rollcall.database, rollcall.clock, id)
    expect((await waiting).statusCode).toBe(401)
  })

  serviceTest('does not watch the credential of a client that disconnected before its wait', async (rollcall) => {
    await rollcall.given(entity())
    let watched = 0
    const arrived = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    rollcall.app.addHook('preHandler', async (request) => {
      const { watchCredential } = request
      request.watchCredential = (end) => {
        watched++
        const stop = watchCredential.call(request, end)
        return () => {
          watched--
          stop()
        }
      }
      if (!request.url.endsWith('wait=30')) return
      arrived.resolve()
      await once(request.raw.socket, 'close')
      begun.resolve()
    })
    const origin = await rollcall.listen()
    const leaving = new AbortController()
    const headers = { authorization: `Bearer ${rollcall.token}` }
    const left = fetch(`${origin}${since(0, '?wait=30')}`, { headers, signal: leaving.signal }).catch(() => {})
    await arrived.promise
    leaving.abort()
    await Promise.all([left, begun.promise])
    // Its handler has run when a later wait has ended.
    expect((await rollcall.get(since(0, '?wait=1'))).json()).toEqual([])
    expect(watched).toBe(0)
  })

  eachEngine('returns each action of twenty writers once to a client that polls', async (rollcall) => {
    await rollcall.given(entity(), notification(), entity({ id: 'other' }), notification({ entity_id: 'other' }))
    const [writers, each] = [20, 10]
    const writing = Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let n = 0; n < each; n++) await record(rollcall, `${writer}-${n}`, writer % 2 ? 'other' : 'clinica-lisboa')
      }),
    )
    const read: string[] = []
    for (let position = 0; read.length < (writers / 2) * each; ) {
      const answer = await rollcall.get(since(position, '?limit=7'))
      read.push(...answer.json().map(({ notification_id }: ActionRecord) => notification_id))
      position = Number(answer.headers['rollcall-sequence'])
      expect(position).toBe(read.length)
    }
    await writing
    expect(new Set(read).size).toBe(read.length)
  })
})

describe('a position that the feed does not have', () => {
  const setSequence = ({ database }: Pick<Rollcall, 'database'>, last_sequence: number) =>
    database.updateTable('entities').set({ last_sequence }).execute()

  serviceTest('gets 409 feed-reset, for a page, a long poll and a stream', async (rollcall) => {
    await rollcall.given(entity(), notification(), ...actionsAt('2026-03-29T10:00:00Z'))
    const stream = { accept: 'text/event-stream' }
    const reads = [
      [since(2), {}],
      [since(2, '?wait=30'), {}],
      [since(2, '?action=arrive'), {}],
      [since(2), stream],
      [since(0), { ...stream, 'last-event-id': '2' }],
    ] as const
    for (const [path, headers] of reads) {
      const answer = await rollcall.get(path, headers)
      expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'feed-reset', status: 409 }])
    }
    expect((await rollcall.get(since(1))).json()).toEqual([])
    expect((await rollcall.get(since(1, '', 'unknown'))).json()).toMatchObject({ code: 'entity-not-found' })
  })

  serviceTest('ends a long poll and a stream that wait at this position', async (rollcall) => {
    await rollcall.given(entity(), notification(), ...actionsAt('2026-03-29T10:00:00Z', '2026-03-29T11:00:00Z'))
    const origin = await rollcall.listen()
    const headers = { authorization: `Bearer ${rollcall.token}`, accept: 'text/event-stream' }
    const stream = await fetch(`${origin}${since(2)}`, { headers })
    const waiting = rollcall.get(since(2, '?wait=30'))
    // As after the promotion of a standby that lacks the second action.
    const other = await connectForCommand(rollcall.url)
    await setSequence({ database: other }, 1)
    await other.destroy()
    expect((await waiting).json()).toMatchObject({ code: 'feed-reset' })
    expect(await stream.text()).toMatch(/^: the actions[^\n]*\n\n(: still here\n\n)*$/)
  })

  serviceTest('is not reset at the end of a feed whose latest actions were deleted', async (rollcall) => {
    await rollcall.given(entity(), notification(), ...actionsAt('2026-03-29T10:00:00Z'))
    await setSequence(rollcall, 5)
    const answer = await rollcall.get(since(1, '?wait=1'))
    expect([answer.json(), answer.headers['rollcall-sequence']]).toEqual([[], '5'])
  })
})

describe('arrivals only', () => {
  serviceTest('are granted to the scope of the front desk', async ({ given, get, tokenFor }) => {
    await given(entity(), notification(), ...answersAndArrivals(1_000), entity({ id: 'other' }))
    const { token } = await tokenFor({ scopes: ['checkin:read', 'checkin:write'], entities: ['clinica-lisboa'] })
    const ask = async (path: string) => {
      const answer = await get(path, { authorization: `Bearer ${token}` })
      return [answer.statusCode, answer.json().code ?? answer.json().length]
    }
    const [feed, list] = ['?action=arrive', '?action=arrive&limit=10']
    expect(await ask(since(0, feed))).toEqual([200, 1])
    expect(await ask(byDate('2026-03-29', '2026-03-29', list))).toEqual([200, 1])
    for (const query of ['', '?action=', '?action=confirm', '?action=arrive&action=confirm', '?channel=desk']) {
      expect(await ask(since(0, query))).toEqual([403, 'insufficient-scope'])
      expect(await ask(byDate('2026-03-29', '2026-03-29', query))).toEqual([403, 'insufficient-scope'])
    }
    expect(await ask(since(0, feed, 'other'))).toEqual([404, 'entity-not-found'])
  })

  serviceTest('continue in the feed after the list, without a gap', async (rollcall) => {
    await rollcall.given(entity(), notification(), ...answersAndArrivals(1_000))
    const list = await rollcall.get(byDate('2026-03-29', '2026-03-29', '?action=arrive'))
    expect(list.headers['rollcall-sequence']).toBe('1000')
    await record(rollcall, 'a-1', 'clinica-lisboa', 'arrive')
    expect((await rollcall.get(since(1000, '?action=arrive'))).json()).toEqual([recordOf('a-1')])
  })

  serviceTest('keep a client waiting while other actions happen', async (rollcall) => {
    await rollcall.given(entity(), notification())
    const waiting = rollcall.get(since(0, '?action=arrive&wait=20'))
    await record(rollcall, 'a-1')
    await record(rollcall, 'a-2', 'clinica-lisboa', 'arrive')
    const answer = await waiting
    expect({ records: answer.json(), sequence: answer.headers['rollcall-sequence'] }).toEqual({
      records: [recordOf('a-2')],
      sequence: '2',
    })
  })
})

/** On 2026-03-29, each thousandth an arrival. */
const answersAndArrivals = (count: number) =>
  actionsAt(...Array(count).fill('2026-03-29T10:00:00Z')).map((line, index) =>
    (index + 1) % 1_000 === 0 ? { ...line, action: 'arrive' as const } : line,
  )

describe('the live stream', () => {
  serviceTest('sends each action as an event, and resumes after the last one', async (rollcall) => {
    await rollcall.given(entity(), notification())
    await record(rollcall, 'a-1')
    const origin = await rollcall.listen()
    const headers = { authorization: `Bearer ${rollcall.token}`, accept: 'text/event-stream' }

    const first = await openStream(`${origin}${since(0)}`, headers)
    expect(await first.next()).toBe(`id: 1\nevent: action\ndata: ${JSON.stringify(recordOf('a-1'))}`)
    await record(rollcall, 'a-2')
    expect(await first.next()).toBe(`id: 2\nevent: action\ndata: ${JSON.stringify(recordOf('a-2'))}`)
    await first.close()

    const second = await openStream(`${origin}${since(0)}`, { ...headers, 'last-event-id': '1' })
    expect(await second.next()).toBe(`id: 2\nevent: action\ndata: ${JSON.stringify(recordOf('a-2'))}`)
    await second.close()
  })
})

describe('a malformed Last-Event-ID', () => {
  serviceTest('is refused', async ({ get, given }) => {
    await given(entity())
    for (const id of ['', 'x', '-1', '1.5', '1, 2', '1234567890123456']) {
      const { statusCode, body } = await get(since(0), { accept: 'text/event-stream', 'last-event-id': id })
      expect([statusCode, JSON.parse(body)]).toMatchObject([
        400,
        { code: 'invalid-parameter', errors: [{ parameter: 'Last-Event-ID', reason: 'format' }] },
      ])
    }
  })
})

describe('a HEAD request for the live stream', () => {
  serviceTest('gets the headers, and ends', async ({ given, listen, token }) => {
    await given(entity())
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    const { status, headers: received } = await fetch(`${await listen()}${since(0)}`, { method: 'HEAD', headers })
    expect([status, received.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(received.get('x-accel-buffering')).toBe('no')
    expect(received.get('content-length')).toBeNull()
  })
})

describe('the live stream of a credential', () => {
  serviceTest('ends when the credential is revoked', async (rollcall) => {
    await rollcall.given(entity(), notification())
    const { id, token } = await rollcall.tokenFor({ scopes: ['actions:read'] })
    const origin = await rollcall.listen()
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    const response = await fetch(`${origin}${since(0)}`, { headers })
    await revokeAccessToken(rollcall.database, rollcall.clock, id)
    rollcall.clock.time += seconds(3)
    expect(await response.text()).not.toContain('event: action')
  })

  serviceTest('counts towards the limit of its own credential only', async (rollcall) => {
    await rollcall.given(entity(), notification())
    const { token: other } = await rollcall.tokenFor()
    const origin = await rollcall.listen()
    const leaving = new AbortController()
    const open = (token: string) =>
      fetch(`${origin}${since(0)}`, {
        headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
        signal: leaving.signal,
      })
    const opened = await Promise.all(
      Array.from({ length: liveStreamConcurrency.perCredential }, () => open(rollcall.token)),
    )
    expect(opened.every(({ ok }) => ok)).toBe(true)
    expect({ own: (await open(rollcall.token)).status, other: (await open(other)).status }).toEqual({
      own: 503,
      other: 200,
    })
    leaving.abort()
    await expect.poll(async () => (await get(rollcall.token)).status).toBe(200)

    async function get(token: string) {
      const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
      const response = await fetch(`${origin}${since(0)}`, { headers })
      await response.body?.cancel()
      return response
    }
  })
})

/** The events of a stream one by one, without its comments. */
async function openStream(url: string, headers: Record<string, string>) {
  const leaving = new AbortController()
  const response = await fetch(url, { headers, signal: leaving.signal })
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    async next(): Promise<string> {
      for (;;) {
        const end = text.indexOf('\n\n')
        const event = text.slice(0, end)
        if (end >= 0) text = text.slice(end + 2)
        if (end >= 0 && !event.startsWith(':')) return event
        if (end < 0) text += (await reader.read()).value ?? ''
      }
    },
    close: async () => leaving.abort(),
  }
}
