import { describe, expect } from 'vitest'
import { createClient } from '../../../client/client.ts'
import { contact } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { eachEngine, eachPage, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { signedIn } from '../../../test/signed-in.ts'
import { notify } from '../../../test/submission.ts'
import { webhookReceiver } from '../../../test/webhook-receiver.ts'
import { revokeAccessToken } from '../../access/credentials/access-token.ts'
import type { Scope } from '../../access/credentials/scope.ts'
import { thisMachine } from '../../platform/config/networks.ts'
import { seconds } from '../../platform/time/instant.ts'
import type { NewAcknowledgement } from './acknowledgement.ts'

const path = '/v1/acknowledgements/clinica-lisboa'

/** A clinic's system, with an access token of its own. */
async function source(rollcall: Rollcall, name: string, ...scopes: Scope[]) {
  const { id, token } = await rollcall.tokenFor({ name, scopes: scopes.length > 0 ? scopes : ['notifications:read'] })
  const authorization = { authorization: `Bearer ${token}` }
  return {
    id,
    acknowledge: (...items: unknown[]) => rollcall.post(path, items as object, authorization),
    list: async (query = '') => (await rollcall.get(path + query, authorization)).json(),
    lag: async () => (await rollcall.get(`${path}/lag`, authorization)).json(),
  }
}

const applied = (...sequences: number[]): NewAcknowledgement[] =>
  sequences.map((sequence) => ({ sequence, outcome: 'applied' }))
const failed = (sequence: number, reason = 'No such patient'): NewAcknowledgement => ({
  sequence,
  outcome: 'failed',
  reason,
})

const visits = async (rollcall: Rollcall, count: number) => {
  for (let number = 1; number <= count; number++) await notify(rollcall, { external_id: `A-${number}` })
}

const resend = (rollcall: Rollcall, sequence: number) => rollcall.post(`${path}/${sequence}/resend`)
const later = (rollcall: Rollcall, time: number) => {
  rollcall.clock.time += seconds(time)
}

describe('a source', () => {
  eachEngine('says which events it applied, and why it could not apply others', async (rollcall) => {
    const maria = await contact(rollcall)
    await maria.answer('confirm')
    const system = await source(rollcall, 'Practice system')
    const stored = await system.acknowledge(...applied(1), failed(2, 'Kein Patient „P-77“'))
    expect({ status: stored.statusCode, body: stored.json() }).toEqual({ status: 200, body: { stored: 2 } })
    const events = (await rollcall.get('/v1/events/clinica-lisboa/since/0')).json()
    const own = { source: { id: system.id, name: 'Practice system' }, at: expect.stringMatching(/^2026-03-30T/) }
    expect(await system.list()).toEqual([
      { sequence: 1, outcome: 'applied', ...own, event: events[0] },
      { sequence: 2, outcome: 'failed', reason: 'Kein Patient „P-77“', ...own, event: events[1] },
    ])
    expect(await system.list('?outcome=failed')).toMatchObject([{ sequence: 2 }])
    expect(await system.list('?outcome=applied')).toMatchObject([{ sequence: 1 }])
  })

  serviceTest('replaces what it said before, and changes nothing by saying it again', async (rollcall) => {
    await visits(rollcall, 1)
    const system = await source(rollcall, 'Practice system')
    await system.acknowledge(failed(1))
    const first = await system.list()
    later(rollcall, 60)
    await system.acknowledge(failed(1))
    expect(await system.list()).toEqual(first)
    await system.acknowledge(...applied(1))
    expect(await system.list()).toMatchObject([{ outcome: 'applied', at: expect.stringContaining('08:01:00') }])
    expect((await system.list())[0]).not.toHaveProperty('reason')
    await system.acknowledge(failed(1, 'Locked'))
    expect(await system.list()).toMatchObject([{ outcome: 'failed', reason: 'Locked' }])
  })

  eachEngine('does not change the acknowledgement of another source', async (rollcall) => {
    await visits(rollcall, 1)
    const [first, second] = [await source(rollcall, 'Practice system'), await source(rollcall, 'Billing')]
    await first.acknowledge(failed(1))
    await second.acknowledge(...applied(1))
    const ofFirst = { source: { id: first.id, name: 'Practice system' }, outcome: 'failed' }
    const ofSecond = { source: { id: second.id, name: 'Billing' }, outcome: 'applied' }
    const byId = [ofFirst, ofSecond].sort((one, other) => (one.source.id < other.source.id ? -1 : 1))
    expect(await second.list()).toMatchObject(byId)
    expect(await second.list('?source=self')).toMatchObject([{ source: { id: second.id } }])
    expect(await second.list(`?source=${first.id}`)).toMatchObject([{ source: { id: first.id } }])
    expect(await second.list('?source=unknown')).toEqual([])
  })

  serviceTest('learns each fault by its JSON pointer, and then nothing is stored', async (rollcall) => {
    await visits(rollcall, 2)
    const system = await source(rollcall, 'Practice system')
    const faults = async (...items: unknown[]) => {
      const { statusCode, body } = await system.acknowledge(...items)
      expect([statusCode, JSON.parse(body).code]).toEqual([422, 'invalid-body'])
      return JSON.parse(body).errors.map(({ parameter }: { parameter: string }) => parameter)
    }
    expect(await faults(...applied(1), ...applied(3, 1))).toEqual(['/1/sequence', '/2/sequence'])
    for (const reason of ['', ' ', 'a\nb', 'a\u0000b', 'x'.repeat(501)])
      expect(await faults(failed(1, reason))).toEqual(['/0/reason'])
    for (const sequence of [0, -1, 1.5, '1', 1e300, 2 ** 53]) {
      expect(await faults({ sequence, outcome: 'applied' })).toEqual(['/0/sequence'])
    }
    expect(await faults({ sequence: 1 })).toEqual(['/0/outcome'])
    expect(await faults({ sequence: 1, outcome: 'done' })).toEqual(['/0/outcome'])
    expect(await faults({ ...applied(1)[0], note: 'x' })).toEqual(['/0'])
    expect(await faults()).toEqual([''])
    expect(await faults(...Array.from({ length: 1_001 }, () => applied(1)[0]))).toEqual([''])
    expect(await system.list()).toEqual([])
    expect(await system.lag()).toEqual([])
  })

  serviceTest('with the scope of the actions acknowledges and sees only actions', async (rollcall) => {
    const maria = await contact(rollcall)
    await maria.answer('confirm')
    const all = await source(rollcall, 'Practice system')
    const actions = await source(rollcall, 'Billing', 'actions:read')
    await all.acknowledge(failed(1), failed(2))
    expect((await actions.acknowledge(...applied(1))).json().errors).toEqual([
      { parameter: '/0/sequence', reason: 'is not an event that this access token can read' },
    ])
    expect((await actions.acknowledge(...applied(2))).statusCode).toBe(200)
    expect(await actions.list()).toMatchObject([{ sequence: 2 }, { sequence: 2 }])
  })

  eachEngine('acknowledges 1,000 events at once, also in concurrent requests', async (rollcall) => {
    await rollcall.given(entity())
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      entity_id: 'clinica-lisboa',
      sequence: index + 1,
      at: index,
      kind: 'reminder' as const,
      notification_id: 'n',
      details: '{"channel":"mobile","uid":"+351912345678"}',
    }))
    await rollcall.database.insertInto('events').values(rows).execute()
    await rollcall.database.updateTable('entities').set({ last_event: 1_000 }).execute()
    const system = await source(rollcall, 'Practice system')
    const sequences = rows.map(({ sequence }) => sequence)
    const orders = [sequences, sequences.toReversed(), sequences, sequences.toReversed()]
    const responses = await Promise.all(orders.map((order) => system.acknowledge(...applied(...order))))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    const pages = await eachPage(rollcall, `${path}?outcome=applied&limit=400`)
    expect(pages.map((page) => page.json().length)).toEqual([400, 400, 200])
    expect(pages.flatMap((page) => page.json().map((one: { sequence: number }) => one.sequence))).toEqual(sequences)
  })
})

serviceTest('the client acknowledges events, lists what failed, and has it sent again', async (rollcall) => {
  await visits(rollcall, 3)
  const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
  const items = [...applied(1), failed(2), failed(3)]
  expect(await client.acknowledge('clinica-lisboa', items)).toEqual({ stored: 3 })
  const failures = await Array.fromAsync(client.acknowledgements('clinica-lisboa', { outcome: 'failed' }, 1))
  expect(failures).toMatchObject([{ sequence: 2 }, { sequence: 3 }])
  expect(await client.resendEvent('clinica-lisboa', 3)).toMatchObject({ sequence: 3 })
  expect(await client.lag('clinica-lisboa')).toMatchObject([{ name: 'test', behind: 0, failed: 2, resent: 1 }])
})

describe('the lag', () => {
  eachEngine('counts the events after the highest one that a source acknowledged', async (rollcall) => {
    await visits(rollcall, 2)
    const system = await source(rollcall, 'Practice system')
    expect(await system.lag()).toEqual([])
    await system.acknowledge(failed(2))
    const own = { source: system.id, name: 'Practice system', acknowledged: 2, failed: 1, resent: 0 }
    expect(await system.lag()).toEqual([{ ...own, last_sequence: 2, behind: 0 }])
    later(rollcall, 300)
    await notify(rollcall, { external_id: 'A-3' })
    later(rollcall, 60)
    await notify(rollcall, { external_id: 'A-4' })
    const behind = { last_sequence: 4, behind: 2, oldest: '2026-03-30T08:05:00.000000+00:00' }
    expect(await system.lag()).toEqual([{ ...own, ...behind }])
    await system.acknowledge(...applied(1))
    expect(await system.lag()).toEqual([{ ...own, ...behind }])
  })

  eachEngine('of a source that reads only actions counts only actions', async (rollcall) => {
    const maria = await contact(rollcall)
    await maria.answer('confirm')
    const system = await source(rollcall, 'Billing', 'actions:read')
    await system.acknowledge(...applied(2))
    await notify(rollcall, { external_id: 'A-2' })
    expect(await system.lag()).toMatchObject([{ last_sequence: 2, acknowledged: 2, behind: 0 }])
    later(rollcall, 60)
    await maria.answer('cancel')
    await notify(rollcall, { external_id: 'A-3' })
    await maria.answer('confirm')
    await notify(rollcall, { external_id: 'A-4' })
    expect(await system.lag()).toMatchObject([
      { last_sequence: 6, acknowledged: 2, behind: 2, oldest: expect.stringContaining('T08:01:00') },
    ])
  })

  serviceTest('marks a source whose access token was revoked', async (rollcall) => {
    await visits(rollcall, 1)
    const [old, present] = [await source(rollcall, 'Old system'), await source(rollcall, 'Practice system')]
    for (const system of [old, present]) await system.acknowledge(...applied(1))
    await revokeAccessToken(rollcall.database, rollcall.clock, old.id)
    const [first, second] = await present.lag()
    expect([first, second]).toMatchObject([{ name: 'Old system', ended: true }, { name: 'Practice system' }])
    expect(second).not.toHaveProperty('ended')
  })

  serviceTest('is an access token, not a person who acknowledges with a session', async (rollcall) => {
    await visits(rollcall, 1)
    const system = await source(rollcall, 'Practice system')
    await system.acknowledge(...applied(1))
    const { id, headers } = await signedIn(rollcall)
    expect((await rollcall.app.inject({ method: 'POST', url: path, headers, payload: [failed(1)] })).statusCode).toBe(
      200,
    )
    const isFailed = { source: { id, name: 'Ana Reis' }, outcome: 'failed' }
    expect(await system.list('?outcome=failed')).toMatchObject([isFailed])
    expect(await system.lag()).toMatchObject([{ name: 'Practice system', failed: 0 }])
  })
})

describe('staff', () => {
  eachEngine('have an event sent again, until the source acknowledges it once more', async (rollcall) => {
    await visits(rollcall, 2)
    const system = await source(rollcall, 'Practice system')
    await system.acknowledge(failed(1), failed(2))
    later(rollcall, 60)
    const resent = await resend(rollcall, 1)
    expect({ status: resent.statusCode, body: resent.json() }).toEqual({
      status: 200,
      body: { sequence: 1, resent_at: '2026-03-30T08:01:00.000000+00:00' },
    })
    expect(await system.list('?outcome=failed&resent=true&source=self')).toMatchObject([
      { sequence: 1, resent_at: '2026-03-30T08:01:00.000000+00:00', event: { sequence: 1 } },
    ])
    expect(await system.list('?outcome=failed&resent=false')).toMatchObject([{ sequence: 2 }])
    expect(await system.lag()).toMatchObject([{ failed: 2, resent: 1 }])

    await system.acknowledge(failed(1))
    expect(await system.lag()).toMatchObject([{ failed: 2, resent: 0 }])
    await resend(rollcall, 1)
    await system.acknowledge(...applied(1))
    expect(await system.list('?resent=true')).toEqual([])
    expect(await system.lag()).toMatchObject([{ failed: 1, resent: 0 }])
  })

  serviceTest(
    'have the webhooks of the clinic post the event again, also while they post others',
    async (rollcall) => {
      await rollcall.given(entity())
      const { url, posted, sequences, react } = await webhookReceiver()
      expect((await rollcall.post('/v1/webhooks/clinica-lisboa', { url })).statusCode).toBe(201)
      await visits(rollcall, 4)
      await rollcall.pushEvents()
      const system = await source(rollcall, 'Practice system')
      await system.acknowledge(failed(2), failed(3), ...applied(4))
      react(async ({ event }) => {
        if (event.sequence === 2) expect((await resend(rollcall, 3)).statusCode).toBe(200)
        return { status: 204 }
      })
      expect((await resend(rollcall, 2)).statusCode).toBe(200)
      await rollcall.pushEvents()
      expect(sequences()).toEqual([1, 2, 3, 4, 2, 3])
      expect(posted[4]!.id).toBe(posted[1]!.id)
      expect((await rollcall.get('/v1/webhooks/clinica-lisboa')).json()[0]).not.toHaveProperty('resend')
    },
    { config: { webhookNetworks: thisMachine } },
  )

  serviceTest('learn that no source failed to apply the event', async (rollcall) => {
    await visits(rollcall, 1)
    const system = await source(rollcall, 'Practice system')
    await system.acknowledge(...applied(1))
    for (const sequence of [1, 2]) {
      expect((await resend(rollcall, sequence)).json()).toMatchObject({ status: 404, code: 'failure-not-found' })
    }
    expect((await rollcall.post(`${path}/x/resend`)).json()).toMatchObject({ status: 400, code: 'invalid-parameter' })
  })
})

eachEngine('acknowledgements of another clinic are not listed, counted or sent again', async (rollcall) => {
  await visits(rollcall, 1)
  await rollcall.given(entity({ id: 'clinica-porto', name: 'Porto' }))
  const system = await source(rollcall, 'Practice system')
  await system.acknowledge(failed(1))
  const porto = '/v1/acknowledgements/clinica-porto'
  for (const url of [porto, `${porto}/lag`]) expect((await rollcall.get(url)).json()).toEqual([])
  expect((await rollcall.post(`${porto}/1/resend`)).statusCode).toBe(404)
})
