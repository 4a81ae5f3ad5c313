import { Webhook as Verifier } from 'standardwebhooks'
import { describe, expect } from 'vitest'
import { contact } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, later, notify, submission } from '../../../test/submission.ts'
import { type Reaction, type WebhookPost, webhookReceiver } from '../../../test/webhook-receiver.ts'
import { networks } from '../../platform/config/networks.ts'
import { steadyClock } from '../../platform/scheduling/steady-clock.ts'
import { startWorkers } from '../../platform/scheduling/workers.ts'
import { hours, minutes, seconds, systemClock } from '../../platform/time/instant.ts'
import type { Webhook } from './webhook.ts'
import { webhookWork } from './worker.ts'

const onLoopback = { config: { webhookNetworks: networks('127.0.0.0/8')! } }
const webhooks = '/v1/webhooks/clinica-lisboa'

type Run = (rollcall: Rollcall) => Promise<void>
const everywhere = (name: string, run: Run) => eachEngine(name, atRealTime(run), onLoopback)
const once = (name: string, run: Run) => serviceTest(name, atRealTime(run), onLoopback)

/** Verifiers compare the timestamp with the system's clock. */
const atRealTime = (run: Run) => async (rollcall: Rollcall) => {
  rollcall.clock.time = systemClock.now()
  await rollcall.given(entity())
  await run(rollcall)
}

/** Creates a webhook. */
async function subscribe({ post, get }: Rollcall, url: string, choices: object = {}) {
  const created = await post(webhooks, { url, ...choices })
  expect(created.statusCode).toBe(201)
  const { id, secret } = created.json() as Webhook & { secret: string }
  const path = `${webhooks}/${id}`
  return {
    id,
    secret,
    path,
    state: async (): Promise<Webhook> => (await get(webhooks)).json().find((one: Webhook) => one.id === id),
    attempts: async () => (await get(`${path}/attempts`)).json(),
  }
}

/** Submits visits, each of which is an event. */
async function submit({ post }: Rollcall, ...keys: string[]) {
  const items = keys.map((external_id) => item({ ...later, external_id }))
  expect((await post('/v1/notifications/clinica-lisboa', submission(...items))).statusCode).toBe(202)
}

const verify = ({ body, headers }: WebhookPost, secret: string) => new Verifier(secret).verify(body, headers)

describe('a webhook', () => {
  everywhere('receives what identifies each event that follows, in order, signed', async (rollcall) => {
    await submit(rollcall, 'A')
    const { url, posted } = await webhookReceiver()
    const { secret, state, attempts } = await subscribe(rollcall, url)
    expect(await rollcall.pushEvents()).toBe(0)
    const { id, answer } = await contact(rollcall, { ...later, external_id: 'B' })
    await answer('confirm')
    expect(await rollcall.pushEvents()).toBe(1)
    const log = (await rollcall.get('/v1/events/clinica-lisboa/since/1')).json()
    expect(posted.map(({ event }) => event)).toEqual([
      { sequence: 2, kind: 'notification', date: log[0].date, change: 'created', notification_id: id },
      { sequence: 3, kind: 'action', date: log[1].date, notification_id: id, action_id: log[1].action_id },
    ])
    for (const one of posted) {
      expect(verify(one, secret)).toEqual(one.event)
      expect(one.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Rollcall-Webhook' })
      expect(one.id).toMatch(/^evt_[\w-]+$/)
    }
    expect(await rollcall.pushEvents()).toBe(0)
    expect(await attempts()).toMatchObject([
      { attempt: 2, sequence: 3, status: 204 },
      { attempt: 1, sequence: 2, status: 204 },
    ])
    const now = await state()
    expect(now).toMatchObject({ position: 3, failures: 0, last_attempt: { attempt: 2, status: 204 } })
    expect(now).not.toHaveProperty('next_attempt_at')
  })

  everywhere('is in the history of the entity, without its secrets', async (rollcall) => {
    const { post, get, remove } = rollcall
    const { url, react } = await webhookReceiver()
    const { id, path, secret } = await subscribe(rollcall, url, { kinds: ['notification'] })
    const rotated = (await post(`${path}/rotation`)).json()
    react(() => ({ status: 410 }))
    await submit(rollcall, 'A')
    await rollcall.pushEvents()
    for (let time = 0; time < 2; time++) await post(`${path}/resumption`)
    await remove(path)
    expect((await remove(path)).json().code).toBe('webhook-not-found')
    const history = await get('/v1/entities/clinica-lisboa/history')
    const created = { url, kinds: ['notification'], full: false }
    const changed = { ...created, previous_secret_until: rotated.previous_secret_until }
    const disabled = { ...changed, disabled: { at: expect.any(String), reason: expect.any(String) } }
    const change = { at: expect.any(String), by: 'test', resource: 'webhook', name: id }
    expect(history.json()).toEqual([
      { ...change, before: changed },
      { ...change, before: disabled, after: changed },
      { ...change, before: created, after: changed },
      { ...change, after: created },
    ])
    for (const one of [secret, rotated.secret]) expect(history.body).not.toContain(one)
  })

  everywhere('with `full` receives the events as the log returns them', async (rollcall) => {
    const { url, posted } = await webhookReceiver()
    const { secret } = await subscribe(rollcall, url, { full: true })
    await (await contact(rollcall, later)).answer('reschedule', 'depois das 17h')
    await rollcall.pushEvents()
    const log = await rollcall.get('/v1/events/clinica-lisboa/since/0')
    expect(`[${posted.map(({ body }) => body).join(',')}]`).toBe(log.body)
    for (const one of posted) verify(one, secret)
  })

  everywhere('receives only the kinds that it asks for, and moves past the others', async (rollcall) => {
    const { url, posted } = await webhookReceiver()
    const { state } = await subscribe(rollcall, url, { kinds: ['action'] })
    const { answer } = await contact(rollcall, later)
    await answer('confirm')
    await submit(rollcall, 'B', 'C')
    await rollcall.pushEvents()
    expect(posted.map(({ event }) => event.kind)).toEqual(['action'])
    expect(await state()).toMatchObject({ kinds: ['action'], position: 4 })
  })

  everywhere('gets no event twice from two processes', async (rollcall) => {
    const { url, sequences } = await webhookReceiver()
    await subscribe(rollcall, url)
    await submit(rollcall, 'A', 'B', 'C', 'D')
    await Promise.all([rollcall.pushEvents(), rollcall.pushEvents(), rollcall.pushEvents()])
    expect(sequences()).toEqual([1, 2, 3, 4])
  })

  everywhere('misses no event that is committed while a worker finds nothing to send', async (rollcall) => {
    const { url, sequences } = await webhookReceiver()
    const { state } = await subscribe(rollcall, url)
    for (let round = 0; round < 20; round++) {
      const pushing = rollcall.pushEvents()
      await Promise.all([submit(rollcall, `A-${round}`), submit(rollcall, `B-${round}`), rollcall.pushEvents()])
      await pushing
    }
    while ((await rollcall.pushEvents()) > 0);
    expect(sequences()).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
    expect(await state()).toMatchObject({ position: 40 })
  })

  once('waits until the lease of a process that has ended is over', async (rollcall) => {
    const { url, sequences } = await webhookReceiver()
    await subscribe(rollcall, url)
    await submit(rollcall, 'A')
    await rollcall.database
      .updateTable('webhooks')
      .set({ lease_until: rollcall.clock.now() + seconds(20) })
      .execute()
    expect(await rollcall.pushEvents()).toBe(0)
    rollcall.clock.time += seconds(20)
    await rollcall.pushEvents()
    expect(sequences()).toEqual([1])
  })

  once('does not delay another by hanging', async (rollcall) => {
    const silent = await webhookReceiver(() => 'hang')
    const { url, sequences } = await webhookReceiver()
    await subscribe(rollcall, silent.url)
    await subscribe(rollcall, url)
    const { database, config, secret, metrics, log, audit } = rollcall
    const context = { database, config, secret, metrics, log, audit, steadyClock: steadyClock(systemClock) }
    const worker = startWorkers(log, [{ ...webhookWork(context), slots: 1 }])
    await submit(rollcall, 'A', 'B')
    await expect.poll(() => silent.posted.length).toBe(1)
    await expect.poll(sequences).toEqual([1, 2])
    await silent.close()
    await worker.stop()
  })
})

describe('a failed attempt', () => {
  everywhere('blocks the events behind it, and is repeated 5 seconds later with the same id', async (rollcall) => {
    let status = 500
    const { url, posted, sequences } = await webhookReceiver(() => ({ status }))
    const { secret, state } = await subscribe(rollcall, url)
    await submit(rollcall, 'A', 'B')
    await rollcall.pushEvents()
    expect(sequences()).toEqual([1])
    expect(await state()).toMatchObject({ position: 0, failures: 1, last_attempt: { sequence: 1, status: 500 } })
    rollcall.clock.time += seconds(4)
    expect(await rollcall.pushEvents()).toBe(0)
    rollcall.clock.time += seconds(2)
    status = 200
    await rollcall.pushEvents()
    expect(sequences()).toEqual([1, 1, 2])
    const [first, again] = posted as [WebhookPost, WebhookPost]
    expect(again.id).toBe(first.id)
    // It is signed again.
    expect(again.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp'])
    for (const one of posted) verify(one, secret)
    expect(await state()).toMatchObject({ position: 2, failures: 0 })
  })

  once(
    'is repeated after 5 s, 5 and 30 min, 2, 5, 10, 14, 20 and 24 h; then the webhook is disabled',
    async (rollcall) => {
      const { url, sequences } = await webhookReceiver(() => ({ status: 503 }))
      const { state } = await subscribe(rollcall, url)
      await submit(rollcall, 'A', 'B')
      const delays = [...[seconds(5), minutes(5), minutes(30)], ...[2, 5, 10, 14, 20, 24].map(hours)]
      for (const [index, delay] of delays.entries()) {
        await rollcall.pushEvents()
        expect(sequences()).toHaveLength(index + 1)
        rollcall.clock.time += delay * 0.94
        expect(await rollcall.pushEvents()).toBe(0)
        rollcall.clock.time += delay * 0.12
      }
      expect(await state()).not.toHaveProperty('disabled')
      await rollcall.pushEvents()
      expect(await state()).toMatchObject({
        position: 0,
        failures: 10,
        disabled: { reason: '10 attempts failed. The last one: status 503' },
      })
      expect(rollcall.logged.join()).toContain('A webhook is disabled')
      rollcall.clock.time += hours(48)
      await submit(rollcall, 'C')
      expect(await rollcall.pushEvents()).toBe(0)
      expect(sequences()).toHaveLength(10)
    },
  )

  once('is repeated when the server asks for it, if that is later', async (rollcall) => {
    let after = '3600'
    const { url } = await webhookReceiver(() => ({ status: 429, headers: { 'retry-after': after } }))
    const { state } = await subscribe(rollcall, url)
    await submit(rollcall, 'A')
    const wait = async () => {
      await rollcall.pushEvents()
      const { next_attempt_at } = await state()
      return Temporal.Instant.from(next_attempt_at!).epochMilliseconds - rollcall.clock.now() / 1_000
    }
    expect(await wait()).toBe(3_600_000)
    rollcall.clock.time += hours(1)
    after = '1'
    expect(await wait()).toBeGreaterThan(280_000)
    rollcall.clock.time += minutes(6)
    after = '999999999'
    expect(await wait()).toBe(24 * 3_600_000)
  })

  everywhere(
    'with status 410 disables the webhook, and a resumption continues after its position',
    async (rollcall) => {
      let status = 410
      const { url, sequences } = await webhookReceiver(() => ({ status }))
      const { state, path } = await subscribe(rollcall, url)
      await submit(rollcall, 'A', 'B')
      await rollcall.pushEvents()
      expect(await state()).toMatchObject({ position: 0, disabled: { reason: 'status 410' } })
      await submit(rollcall, 'C')
      expect(await rollcall.pushEvents()).toBe(0)
      status = 200
      const resumed = await rollcall.post(`${path}/resumption`)
      expect(resumed.statusCode).toBe(200)
      expect(resumed.json()).not.toHaveProperty('disabled')
      await rollcall.pushEvents()
      expect(sequences()).toEqual([1, 1, 2, 3])
      expect(await state()).toMatchObject({ position: 3, failures: 0 })
    },
  )

  once('is repeated at once after a resumption', async (rollcall) => {
    let status = 500
    const { url, sequences } = await webhookReceiver(() => ({ status }))
    const { path } = await subscribe(rollcall, url)
    await submit(rollcall, 'A')
    await rollcall.pushEvents()
    status = 200
    await rollcall.post(`${path}/resumption`)
    await rollcall.pushEvents()
    expect(sequences()).toEqual([1, 1])
  })
})

describe('the secret', () => {
  everywhere('rotates: both sign for 24 hours, then only the new one', async (rollcall) => {
    const { url, posted } = await webhookReceiver()
    const { path, secret } = await subscribe(rollcall, url)
    const rotated = (await rollcall.post(`${path}/rotation`)).json().secret
    expect(rotated).toMatch(/^whsec_/)
    expect(rotated).not.toBe(secret)
    await submit(rollcall, 'A')
    await rollcall.pushEvents()
    for (const one of [secret, rotated]) expect(verify(posted[0]!, one)).toEqual(posted[0]!.event)
    // The clinic did not get the response, and repeats the request.
    const again = (await rollcall.post(`${path}/rotation`)).json().secret
    await submit(rollcall, 'B')
    await rollcall.pushEvents()
    for (const one of [secret, rotated, again]) verify(posted[1]!, one)
    await rollcall.database.updateTable('webhooks').set({ previous_until: rollcall.clock.now() }).execute()
    await submit(rollcall, 'C')
    await rollcall.pushEvents()
    verify(posted[2]!, again)
    for (const one of [secret, rotated]) expect(() => verify(posted[2]!, one)).toThrow()
    const last = (await rollcall.post(`${path}/rotation`)).json().secret
    await submit(rollcall, 'D')
    await rollcall.pushEvents()
    for (const one of [again, last]) verify(posted[3]!, one)
    expect(() => verify(posted[3]!, rotated)).toThrow()
  })

  once('of whole events needs a credential that may read them', async (rollcall) => {
    await rollcall.given(entity())
    const { token } = await rollcall.tokenFor({ scopes: ['admin'] })
    const create = (over: object) =>
      rollcall.post(webhooks, { url: 'https://practice.example/hook', ...over }, { authorization: `Bearer ${token}` })
    expect((await create({ full: true })).json()).toMatchObject({
      code: 'insufficient-scope',
      scope: 'notifications:read',
    })
    expect((await create({})).statusCode).toBe(201)
  })

  once('is neither in the list nor in the database', async (rollcall) => {
    const { secret } = await subscribe(rollcall, 'https://practice.example/hook')
    const rows = await rollcall.database.selectFrom('webhooks').selectAll().execute()
    const seen = JSON.stringify(rows) + (await rollcall.get(webhooks)).body + rollcall.logged.join()
    expect(seen).not.toContain('whsec_')
    expect(seen).not.toContain(secret.slice(6))
  })
})

describe('a test', () => {
  once('runs alone for its entity: 40 at once open one connection, and the others get 429', async (rollcall) => {
    const arrived = Promise.withResolvers<void>()
    const respond = Promise.withResolvers<Reaction>()
    const { url, posted } = await webhookReceiver(() => {
      arrived.resolve()
      return respond.promise
    })
    const [one, another] = [await subscribe(rollcall, url), await subscribe(rollcall, url)]
    const running = rollcall.post(`${one.path}/test`)
    await arrived.promise
    const refused = await Promise.all(
      Array.from({ length: 39 }, (_, index) => rollcall.post(`${(index % 2 ? one : another).path}/test`)),
    )
    expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([429]))
    expect(refused[0]!.headers['retry-after']).toBe('5')
    expect(refused[0]!.json()).toMatchObject({ code: 'webhook-test-running', detail: expect.stringContaining('one') })
    expect(posted).toHaveLength(1)
    respond.resolve({ status: 204 })
    expect((await running).json()).toMatchObject({ attempt: 1, status: 204 })
    expect((await rollcall.post(`${another.path}/test`)).json()).toMatchObject({ attempt: 1, status: 204 })
  })

  everywhere('posts an event at once, and returns how the attempt ended', async (rollcall) => {
    const { url, posted, react } = await webhookReceiver()
    const { secret, path, state, attempts } = await subscribe(rollcall, url)
    const test = async () => {
      const tested = await rollcall.post(`${path}/test`)
      expect(tested.statusCode).toBe(200)
      return tested.json()
    }
    expect(await test()).toMatchObject({ attempt: 1, status: 204, duration_ms: expect.any(Number) })
    expect(verify(posted[0]!, secret)).toMatchObject({ kind: 'test' })
    react(() => ({ status: 410 }))
    expect(await test()).toMatchObject({ attempt: 2, status: 410 })
    react(() => 'cut')
    expect(await test()).toMatchObject({ attempt: 3, reason: 'socket hang up' })
    expect(new Set(posted.map(({ id }) => id)).size).toBe(3)
    expect(await attempts()).toMatchObject([{ reason: 'socket hang up' }, { status: 410 }, { status: 204 }])
    expect(await state()).toMatchObject({ position: 0, failures: 0, last_attempt: { attempt: 3 } })
    expect(await state()).not.toHaveProperty('disabled')
  })
})

describe('a range of events', () => {
  everywhere('is posted again, with the same ids, before new events', async (rollcall) => {
    const { url, posted, sequences } = await webhookReceiver()
    const { path, state } = await subscribe(rollcall, url)
    await submit(rollcall, 'A', 'B', 'C', 'D')
    await rollcall.pushEvents()
    const again = await rollcall.post(`${path}/resend`, { from: 2, to: 3 })
    expect([again.statusCode, again.json().resend]).toEqual([202, { from: 2, to: 3 }])
    await submit(rollcall, 'E')
    await rollcall.pushEvents()
    expect(sequences()).toEqual([1, 2, 3, 4, 2, 3, 5])
    expect(posted[4]!.id).toBe(posted[1]!.id)
    expect(posted[5]!.id).toBe(posted[2]!.id)
    expect(await state()).toMatchObject({ position: 5 })
    expect(await state()).not.toHaveProperty('resend')
  })

  once('can be from before the webhook, and ends at its position', async (rollcall) => {
    await submit(rollcall, 'A', 'B')
    const { url, sequences } = await webhookReceiver()
    const { path, state } = await subscribe(rollcall, url, { kinds: ['notification'] })
    await rollcall.post(`${path}/resend`, { from: 1, to: 1_000 })
    await submit(rollcall, 'C')
    await rollcall.pushEvents()
    expect(sequences()).toEqual([1, 2, 3])
    expect(await state()).not.toHaveProperty('resend')
    const refused = await rollcall.post(`${path}/resend`, { from: 4, to: 9 })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      [{ parameter: '/from', reason: 'must be at most 3: the webhook receives later events anyway' }],
    ])
    expect(await rollcall.pushEvents()).toBe(0)
  })

  once('of kinds that the webhook does not get ends without a request', async (rollcall) => {
    const { url, sequences } = await webhookReceiver()
    const { path, state } = await subscribe(rollcall, url, { kinds: ['reply'] })
    await submit(rollcall, 'A', 'B')
    await rollcall.pushEvents()
    await rollcall.post(`${path}/resend`, { from: 1, to: 2 })
    await rollcall.pushEvents()
    expect(sequences()).toEqual([])
    expect(await state()).toMatchObject({ position: 2 })
    expect(await state()).not.toHaveProperty('resend')
  })

  once('has its end after its start', async (rollcall) => {
    const { path } = await subscribe(rollcall, 'https://practice.example/hook')
    const refused = await rollcall.post(`${path}/resend`, { from: 3, to: 2 })
    expect(refused.json()).toMatchObject({ code: 'invalid-body', errors: [{ parameter: '/to' }] })
  })
})

describe('the attempts', () => {
  everywhere('are the latest 1,000, page by page', async (rollcall) => {
    const { url } = await webhookReceiver()
    const { id, path } = await subscribe(rollcall, url)
    const key = { entity_id: 'clinica-lisboa', webhook_id: id }
    const earlier = Array.from({ length: 1_000 }, (_, index) => ({
      ...key,
      attempt: index + 1,
      sequence: null,
      at: index,
      status: 200,
      reason: null,
      duration_ms: 1,
    }))
    await rollcall.database.insertInto('webhook_attempts').values(earlier).execute()
    await rollcall.database.updateTable('webhooks').set({ attempts: 1_000 }).execute()
    await submit(rollcall, 'A', 'B')
    await rollcall.pushEvents()
    const pages: number[][] = []
    for (let next: string | undefined = `${path}/attempts?limit=400`; next; ) {
      const page = await rollcall.get(next)
      pages.push(page.json().map(({ attempt }: { attempt: number }) => attempt))
      next = /<(.*)>/.exec(`${page.headers.link ?? ''}`)?.[1]
    }
    expect(pages.map((page) => [page.length, page[0], page.at(-1)])).toEqual([
      [400, 1_002, 603],
      [400, 602, 203],
      [200, 202, 3],
    ])
  })
})

describe('the webhooks of an entity', () => {
  everywhere('are at most ten, and can be deleted', async (rollcall) => {
    const { url, sequences } = await webhookReceiver()
    const first = await subscribe(rollcall, url)
    for (let number = 2; number <= 10; number++) await subscribe(rollcall, `https://practice.example/${number}`)
    const eleventh = await rollcall.post(webhooks, { url })
    expect([eleventh.statusCode, eleventh.json().code]).toEqual([409, 'too-many-webhooks'])
    await rollcall.post(`${first.path}/test`)
    expect((await rollcall.remove(first.path)).statusCode).toBe(204)
    expect((await rollcall.remove(first.path)).statusCode).toBe(404)
    const second = await subscribe(rollcall, url)
    expect((await rollcall.post(webhooks, { url })).statusCode).toBe(409)
    expect((await rollcall.get(webhooks)).json()).toHaveLength(10)
    expect(await rollcall.database.selectFrom('webhook_attempts').selectAll().execute()).toEqual([])
    expect(sequences()).toEqual([undefined])
    expect((await second.state()).created_by).toBe('test')
  })

  once('are not found by another entity', async (rollcall) => {
    await rollcall.given(entity({ id: 'clinica-porto' }))
    const { id } = await subscribe(rollcall, 'https://practice.example/hook')
    const other = `/v1/webhooks/clinica-porto/${id}`
    const responses = await Promise.all([
      ...['rotation', 'test', 'resumption'].map((verb) => rollcall.post(`${other}/${verb}`)),
      rollcall.post(`${other}/resend`, { from: 1, to: 1 }),
      rollcall.get(`${other}/attempts`),
      rollcall.remove(other),
    ])
    for (const response of responses) expect(response.json().code).toBe('webhook-not-found')
    expect((await rollcall.get('/v1/webhooks/clinica-porto')).json()).toEqual([])
    expect((await rollcall.get(webhooks)).json()).toMatchObject([{ id }])
  })

  serviceTest('have https: URLs without credentials, and kinds that exist', async (rollcall) => {
    await rollcall.given(entity())
    const bodies: [object, string][] = [
      [{}, '/url'],
      [{ url: 'http://practice.example/' }, '/url'],
      [{ url: 'https://127.0.0.1/' }, '/url'],
      [{ url: 'https://2130706433/' }, '/url'],
      [{ url: 'https://[::ffff:127.0.0.1]/' }, '/url'],
      [{ url: 'https://user:password@practice.example/' }, '/url'],
      [{ url: `https://practice.example/${'x'.repeat(2_048)}` }, '/url'],
      [{ url: 'https://practice.example/', kinds: ['test'] }, '/kinds/0'],
      [{ url: 'https://practice.example/', kinds: [] }, '/kinds'],
      [{ url: 'https://practice.example/', secret: 'whsec_mine' }, ''],
    ]
    for (const [body, parameter] of bodies) {
      const refused = await rollcall.post(webhooks, body)
      expect(refused.json()).toMatchObject({ status: 422, code: 'invalid-body', errors: [{ parameter }] })
    }
  })
})

once('the attempts are counted by their outcome', async (rollcall) => {
  const { url, react } = await webhookReceiver()
  const { path } = await subscribe(rollcall, url)
  for (const reaction of [{ status: 204 }, { status: 302 }, 'cut'] as const) {
    react(() => reaction)
    await rollcall.post(`${path}/test`)
  }
  const metrics = (await rollcall.get('/metrics')).body
  for (const outcome of ['accepted', 'refused', 'no-response'])
    expect(metrics).toContain(`rollcall_webhook_attempts_total{outcome="${outcome}"} 1`)
})

once('an entity without webhooks wakes none', async (rollcall) => {
  await notify(rollcall, later)
  expect(await rollcall.pushEvents()).toBe(0)
})
