import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { qrCodePng } from '../src/platform/codes/qr-code.ts'
import { parseInstant } from '../src/platform/time/instant.ts'
import { changeClock } from '../test/earlier-rules.ts'
import { actionsAt, entity, history, notification } from '../test/history.ts'
import { serviceTest } from '../test/rollcall.ts'
import { signedIn } from '../test/signed-in.ts'
import { item, notify, submission } from '../test/submission.ts'
import { createClient, ProblemError } from './client.ts'

describe('against the service, the client', () => {
  const minutesOfTheDay = Array.from({ length: 1440 }, (_, i) =>
    new Date(Date.UTC(2026, 2, 28) + i * 60_000).toISOString(),
  )

  serviceTest('reads actions over several pages', async (rollcall) => {
    await rollcall.given(entity(), notification(), ...actionsAt(...minutesOfTheDay, '2026-03-29T00:00:00Z'))
    const client = createClient({ url: `${await rollcall.listen()}/`, token: rollcall.token })
    const records = await Array.fromAsync(client.actions('clinica-lisboa', '2026-03-28', '2026-03-29'))
    expect(records.map((record) => record.date.slice(0, 19))).toEqual(
      [...minutesOfTheDay, '2026-03-29T00:00:00.000Z'].map((instant) => instant.slice(0, 19)),
    )
    const none = client.actions('clinica-lisboa', '2026-03-28', '2026-03-29', { action: ['cancel', 'arrive'] })
    expect(await Array.fromAsync(none)).toEqual([])
  })

  serviceTest('yields each day, also an empty one', async (rollcall) => {
    await rollcall.given(...history())
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    const days = await Array.fromAsync(client.days('clinica-lisboa', '2026-03-28', '2026-03-30'))
    expect(days.map(({ day, actions }) => [day, actions.length])).toEqual([
      ['2026-03-28', 0],
      ['2026-03-29', 1],
      ['2026-03-30', 0],
    ])
  })

  serviceTest('describes the token and lists its entities', async (rollcall) => {
    await rollcall.given(entity(), entity({ id: 'b', name: 'B' }))
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    expect(await client.accessToken()).toMatchObject({ name: 'test' })
    expect((await Array.fromAsync(client.entities())).map(({ id }) => id)).toEqual(['b', 'clinica-lisboa'])
    expect(await client.entity('b')).toMatchObject({ name: 'B', time_zone: 'Europe/Lisbon' })
  })

  serviceTest('administers an entity, access tokens, the rights of groups, webhooks and sessions', async (rollcall) => {
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    const id = 'clinica-lisboa'
    const created = await client.createEntity({ id, name: 'Lisboa', time_zone: 'Europe/Lisbon' })
    expect(created.resource).toMatchObject({ id, language: 'en' })
    const { etag } = await client.changeEntity(id, { name: 'Chiado' }, created.etag)
    await expect(client.changeEntity(id, { name: 'Baixa' }, created.etag)).rejects.toMatchObject({
      code: 'changed-meanwhile',
    })
    expect(await client.previewEntity(id, { name: 'Baixa' })).toMatchObject({ entity: { name: 'Baixa' } })
    expect(await client.taggedEntity(id)).toMatchObject({ resource: { name: 'Chiado' }, etag })
    expect((await client.retireEntity(id, etag)).resource).toHaveProperty('retired_at')
    expect((await client.restoreEntity(id)).resource).not.toHaveProperty('retired_at')
    const png = new Blob([new Uint8Array(await qrCodePng('logo'))])
    await client.setLogo(id, png)
    expect((await client.logo(id))!.size).toBe(png.size)
    await client.setLogo(id, undefined)
    expect(await client.logo(id)).toBeUndefined()
    expect((await Array.fromAsync(client.history(id))).map(({ resource }) => resource)).toEqual([
      ...['logo', 'logo', 'entity', 'entity', 'entity'],
    ])

    const { token: _, ...device } = await client.createAccessToken({
      name: 'desk',
      scopes: ['checkin:read'],
      entities: [id],
    })
    const { token, ...rotated } = await client.rotateAccessToken(device.id, 0)
    expect(token).toMatch(/^rc_/)
    await client.revokeAccessToken(rotated.id)
    expect(await Array.fromAsync(client.accessTokens())).toMatchObject([
      { name: 'test' },
      { id: device.id, replaced_by: rotated.id },
      { id: rotated.id, revoked_by: 'test' },
    ])

    const rules = await client.accessRules()
    const desk = { group: '/desk', scopes: ['checkin:read' as const], entities: [id] }
    expect((await client.setAccessRules([desk], rules.etag)).resource).toEqual([desk])
    expect(await client.accessRulesVersions()).toMatchObject([{ version: 1, changed_by: 'test' }])

    const { secret, ...webhook } = await client.createWebhook(id, { url: 'https://practice.example' })
    expect((await client.rotateWebhookSecret(id, webhook.id)).secret).not.toBe(secret)
    expect(await client.resumeWebhook(id, webhook.id)).toMatchObject({ failures: 0 })
    await expect(client.resendEvents(id, webhook.id, { from: 1, to: 2 })).rejects.toThrow()
    expect(await Array.fromAsync(client.webhookAttempts(id, webhook.id))).toEqual([])
    expect(await client.webhooks(id)).toHaveLength(1)
    await client.deleteWebhook(id, webhook.id)
    await expect(client.testWebhook(id, webhook.id)).rejects.toMatchObject({ code: 'webhook-not-found' })

    const session = await signedIn(rollcall)
    expect(await client.sessions()).toMatchObject([{ id: session.id, name: 'Ana Reis' }])
    await client.endSession(session.id)
    expect(await client.sessions()).toEqual([])
    for (const ending of [client.signOut(), client.signOutEverywhere()])
      await expect(ending).rejects.toMatchObject({ code: 'session-not-found' })
  })

  serviceTest('continues a snapshot of the list in the feed', async (rollcall) => {
    await rollcall.given(...history())
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    const { actions, sequence } = await client.snapshot('clinica-lisboa', '2026-03-29', '2026-03-30')
    expect({ count: actions.length, sequence }).toEqual({ count: 1, sequence: 1 })
    expect(await client.arrival('clinica-lisboa', { token: '7F3K9QXW2MZT4B8NDR6VHJ5CPE' })).toMatchObject({
      state: 'possible',
    })
    const arrival = await client.arrive('clinica-lisboa', { token: '7F3K9QXW2MZT4B8NDR6VHJ5CPE' })
    const behind = client.feed('clinica-lisboa', sequence, false, { action: ['arrive'] })
    expect(await Array.fromAsync(behind)).toEqual([{ actions: [arrival], sequence: 2 }])
  })

  serviceTest(
    'sets reminders and quiet hours, previews them, reads the timeline, and sends a reminder',
    async (rollcall) => {
      const { id } = await notify(rollcall, { params: { ...item().params, when: '2026-04-03T15:00:00+01:00' } })
      await rollcall.deliver()
      const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
      expect((await client.reminders('clinica-lisboa')).resource.sequences[0]!.steps).toHaveLength(3)
      const sequence = {
        category: 'medical',
        target: 'appointment',
        steps: [{ before: 'P1D', states: ['open' as const] }],
      }
      const reminders = { sequences: [sequence] }
      expect(await client.previewReminders('clinica-lisboa', { reminders })).toMatchObject({ earlier: 1, removed: 1 })
      expect((await client.setReminders('clinica-lisboa', reminders)).resource.sequences[0]).toEqual(sequence)
      const { hours } = (await client.quietHours('clinica-lisboa')).resource
      const quietHours = { hours, holidays: ['2026-04-02'] }
      expect((await client.setQuietHours('clinica-lisboa', quietHours)).resource).toEqual(quietHours)
      const { plan } = await client.timeline('clinica-lisboa', id)
      expect(plan[0]).toMatchObject({
        type: 'reminder',
        reason: 'after-quiet-hours',
        at: '2026-04-03T07:00:00.000000+00:00',
      })
      expect((await client.remind('clinica-lisboa', id, true)).deliveries.at(-1)).toMatchObject({ kind: 'reminder' })
      await expect(client.remind('clinica-lisboa', id, true)).rejects.toMatchObject({ code: 'reminded-recently' })
    },
  )

  serviceTest('keeps the local time of a visit', async (rollcall) => {
    const { id } = await notify(rollcall)
    await changeClock(rollcall, id)
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    expect(await client.notification('clinica-lisboa', id)).toMatchObject({ recorded_time: '2026-03-30T08:30' })
    expect(await client.decideClockChange('clinica-lisboa', id, 'local-time')).toMatchObject({ id })
  })

  serviceTest('answers for a contact, and marks and reverses arrivals', async (rollcall) => {
    await rollcall.given(...history())
    const { id } = await notify(rollcall, { external_id: 'A-2' })
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    const answer = { action: 'reschedule' as const, wish: 'Mondays' }
    expect(await client.answer('clinica-lisboa', id, answer)).toMatchObject({ state: 'rescheduling', wish: 'Mondays' })
    expect(await client.done('clinica-lisboa', id, true)).toMatchObject({ done: { by: 'test' } })
    const days = ['clinica-lisboa', '2026-03-01', '2026-04-30'] as const
    expect(await client.countVisits(...days, { state: ['rescheduling'], done: 'true' })).toBe(1)
    expect(await client.countVisits(...days, { done: 'true', delivery: ['failed'] })).toBe(0)
    expect(await client.visitOutcomes(...days)).toMatchObject({ notified: 2, confirmed: 1, another_time: 1 })
    expect(await client.sentMessages('clinica-lisboa', id)).toEqual([])
    expect(await client.countReplies(...days, { read: 'false' })).toBe(0)
    await expect(client.read('clinica-lisboa', 'none', true)).rejects.toMatchObject({ code: 'reply-not-found' })
    expect(await client.done('clinica-lisboa', id, false)).not.toHaveProperty('done')
    expect(await client.arrival('clinica-lisboa', { id })).toMatchObject({ state: 'possible' })
    expect(await client.arrive('clinica-lisboa', { id })).toMatchObject({ action: 'arrive', notification_id: id })
    expect(await client.annul('clinica-lisboa', { id }, 'Another contact')).toMatchObject({ action: 'annul' })
    expect(await client.notification('clinica-lisboa', id)).toMatchObject({ state: 'rescheduling' })
    const token = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'
    const forced = { reason: 'The doctor is running late' }
    await client.arrive('clinica-lisboa', { token })
    expect(await client.annul('clinica-lisboa', { token }, 'Another contact')).toMatchObject({ action: 'annul' })
    expect(await client.arrival('clinica-lisboa', { token })).toMatchObject({ state: 'possible' })
    rollcall.clock.time = parseInstant('2026-03-30T18:00:00Z')!
    await expect(client.arrive('clinica-lisboa', { token })).rejects.toMatchObject({ code: 'too-late' })
    for (const arrival of [
      client.arrive('clinica-lisboa', { token }, forced),
      client.arrive('clinica-lisboa', { id }, forced),
    ])
      expect(await arrival).toMatchObject({ action: 'arrive' })
    expect(await client.notification('clinica-lisboa', id)).toMatchObject({ arrived_reason: forced.reason })
  })

  serviceTest('claims a visit, and adds and removes notes', async (rollcall) => {
    const { id } = await notify(rollcall)
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    const visit = ['clinica-lisboa', id] as const
    const claim = await client.claim(...visit, { key: 'one & 1' })
    expect(claim).toMatchObject({ notification_id: id, by: 'test' })
    await expect(client.claim(...visit, { key: 'two' })).rejects.toMatchObject({ code: 'claimed' })
    await client.unclaim(...visit, 'two')
    expect(await client.claims('clinica-lisboa', 'one & 1')).toEqual([claim])
    await client.unclaim(...visit, 'one & 1')
    expect(await client.claims('clinica-lisboa')).toEqual([])
    await client.claim(...visit, { key: 'two' })
    expect(await client.claim(...visit, { key: 'one', take_over: true })).toMatchObject({ by: 'test' })
    const note = await client.addNote(...visit, { call: 'no-answer', text: 'Engaged' })
    expect(note).toMatchObject({ by: 'test', call: 'no-answer', text: 'Engaged' })
    expect(await client.claims('clinica-lisboa')).toEqual([])
    expect(await client.notification(...visit)).toMatchObject({ calls: { count: 1 } })
    await client.removeNote(...visit, note.id)
    expect(await client.notification(...visit)).not.toHaveProperty('calls')
  })

  serviceTest('changes, shows, tests and restores the words of a message', async (rollcall) => {
    await rollcall.given(entity())
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    const message = { category: 'medical', target: 'appointment', channel: 'mobile', kind: 'notice' } as const
    const of = ['clinica-lisboa', { ...message, language: 'en' as const }] as const
    const text = 'Come {day}: {link}'
    const shipped = await client.template(...of)
    expect(shipped.resource).toMatchObject({ default: true })
    await expect(client.setTemplate(...of, { text: '{name} {link}' })).rejects.toMatchObject({
      code: 'invalid-body',
      errors: [{ parameter: '/text' }],
    })
    expect((await client.setTemplate(...of, { text }, shipped.etag)).resource).toMatchObject({
      default: false,
      text,
      version: 1,
    })
    await expect(client.deleteTemplate(...of, shipped.etag)).rejects.toMatchObject({ code: 'changed-meanwhile' })
    expect(await client.templates('clinica-lisboa')).toMatchObject([{ ...message, changed_by: 'test' }])
    expect(await client.previewTemplate(...of)).toMatchObject({ text: expect.stringMatching(/^Come Mon/) })
    expect((await client.previewTemplate(...of, { text: 'Go: {link}' })).text).toMatch(/^Go: http/)
    await client.testTemplate(...of, '+351912345678', { text: 'Go: {link}' })
    expect(rollcall.outbox('.txt')[0]).toContain('Test message. Go: http')
    await client.deleteTemplate(...of)
    expect(await client.template(...of)).toEqual(shipped)
    expect(await client.templateVersions(...of)).toMatchObject([{ version: 2 }, { version: 1, text }])
    expect((await client.restoreTemplate(...of, 1, shipped.etag)).resource).toMatchObject({ text, version: 3 })
  })

  serviceTest('reads a list as CSV', async (rollcall) => {
    await rollcall.given(...history())
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    const csv = await client.csv('clinica-lisboa', '2026-03-29', '2026-03-29', { action: ['confirm'] })
    expect((await csv.text()).split('\r\n')).toHaveLength(3)
  })

  serviceTest('stops waiting when its signal aborts', async (rollcall) => {
    await rollcall.given(entity())
    const ending = new AbortController()
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token, signal: ending.signal })
    const next = client.feed('clinica-lisboa', 0, true).next()
    ending.abort()
    await expect(next).rejects.toMatchObject({ name: 'AbortError' })
  })

  serviceTest('reports a reset of the feed, and then reads it from the start', async (rollcall) => {
    await rollcall.given(...history())
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    await client.arrive('clinica-lisboa', { token: '7F3K9QXW2MZT4B8NDR6VHJ5CPE' })
    await rollcall.database.deleteFrom('actions').where('sequence', '=', 2).execute()
    await rollcall.database.updateTable('entities').set({ last_sequence: 1 }).execute()
    await expect(client.feed('clinica-lisboa', 2, true).next()).rejects.toMatchObject({
      name: 'ProblemError',
      status: 409,
      code: 'feed-reset',
    })
    expect(await Array.fromAsync(client.feed('clinica-lisboa', 0))).toMatchObject([{ sequence: 1 }])
  })

  serviceTest('continues a summary in the feed without a gap', async (rollcall) => {
    await rollcall.given(...history())
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    const { days, sequence } = await client.summary('clinica-lisboa', '2026-03-28', '2026-03-30')
    expect(days).toEqual([{ date: '2026-03-29', action: 'confirm', channel: 'mobile', count: 1 }])
    await client.arrive('clinica-lisboa', { token: '7F3K9QXW2MZT4B8NDR6VHJ5CPE' })
    const later = await Array.fromAsync(client.feed('clinica-lisboa', sequence))
    expect(later).toMatchObject([{ actions: [{ action: 'arrive' }], sequence: 2 }])
  })

  serviceTest('finds a check-in by a token with reserved characters', async (rollcall) => {
    await rollcall.given(...history(), { ...history()[3], token: 'a/b?c' } as never)
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    expect(await client.checkin('clinica-lisboa', 'a/b?c')).toMatchObject({ external_id: 'A-1001' })
  })

  serviceTest('submits a notice, marks an arrival and follows the feed', async (rollcall) => {
    await rollcall.given(...history())
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    const task = await client.notify('clinica-lisboa', submission(item({ external_id: 'A-2' })))
    expect(task.notifications).toEqual([{ id: expect.any(String), external_id: 'A-2', outcome: 'created' }])

    const following = client.feed('clinica-lisboa', 1, true)
    const next = following.next()
    const arrival = await client.arrive('clinica-lisboa', { token: '7F3K9QXW2MZT4B8NDR6VHJ5CPE' })
    expect((await next).value).toEqual({ actions: [arrival], sequence: 2 })
    await following.return(undefined)
    const all = await Array.fromAsync(client.feed('clinica-lisboa', 0))
    expect(all.flatMap(({ actions }) => actions.map(({ action }) => action))).toEqual(['confirm', 'arrive'])
  })

  serviceTest('reads tasks and their notifications over several pages', async (rollcall) => {
    await rollcall.given(entity())
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    const items = Array.from({ length: 101 }, (_, index) => item({ external_id: `A-${index}` }))
    const large = await client.notify('clinica-lisboa', submission(...items))
    for (let count = 0; count < 50; count++) {
      await client.notify('clinica-lisboa', submission(item({ external_id: `B-${count}`, addresses: [] })))
    }
    const tasks = await Array.fromAsync(client.tasks('clinica-lisboa', '2026-03-30', '2026-03-30'))
    expect(new Set(tasks.map(({ task_id }) => task_id)).size).toBe(51)
    expect(tasks.find(({ task_id }) => task_id === large.task_id)?.deliveries).toEqual({ pending: 101 })
    const all = await Array.fromAsync(client.taskNotifications('clinica-lisboa', large.task_id))
    expect(all.map(({ id }) => id).toSorted()).toEqual(large.notifications.map(({ id }) => id).toSorted())
    const unsent = client.taskNotifications('clinica-lisboa', large.task_id, { delivery: ['failed', 'pending'] })
    expect(await Array.fromAsync(unsent)).toEqual(all)
    const failed = client.taskNotifications('clinica-lisboa', large.task_id, { delivery: ['failed'] })
    expect(await Array.fromAsync(failed)).toEqual([])
  })

  serviceTest('reads visits over several pages, and notifications by key', async (rollcall) => {
    const visits = Array.from({ length: 1_001 }, (_, index) =>
      notification({ id: `n-${index}`, external_id: `A-${index}` }),
    )
    await rollcall.given(entity(), ...visits)
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    const all = await Array.fromAsync(client.visits('clinica-lisboa', '2026-03-30', '2026-03-30'))
    expect(all.map(({ id }) => id)).toEqual(visits.map(({ id }) => id).toSorted())
    const inSmallPages = client.visits('clinica-lisboa', '2026-03-30', '2026-03-30', {}, 400)
    expect(await Array.fromAsync(inSmallPages)).toEqual(all)
    const filters = { state: ['imported' as const], q: 'joao a-1000' }
    const some = await Array.fromAsync(client.visits('clinica-lisboa', '2026-03-30', '2026-03-30', filters))
    expect(some.map(({ id }) => id)).toEqual(['n-1000'])
    const keys = ['A-7', 'A-8']
    expect(await Array.fromAsync(client.notificationsByKey('clinica-lisboa', keys))).toHaveLength(2)
    const none = client.notificationsByKey('clinica-lisboa', keys, { target: ['exam'] })
    expect(await Array.fromAsync(none)).toEqual([])
  })

  serviceTest('throws a problem as a typed error', async (rollcall) => {
    await rollcall.given(entity())
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    const failed = await client.checkin('clinica-lisboa', 'x').catch((error) => error)
    expect(failed).toBeInstanceOf(ProblemError)
    expect(failed).toMatchObject({
      status: 404,
      code: 'checkin-not-found',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const reversed = await client
      .actions('clinica-lisboa', '2026-03-02', '2026-03-01')
      .next()
      .catch((error) => error)
    expect(reversed).toMatchObject({ errors: [{ parameter: 'end_date', reason: 'before-start' }] })
  })
})

describe('against a server that misbehaves, the client', () => {
  async function serve(listener: RequestListener) {
    const server = createServer(listener).listen(0, '127.0.0.1')
    await new Promise((listening) => server.once('listening', listening))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'x' }
  }

  test('retries a temporary failure, no sooner than Retry-After', async () => {
    const times: number[] = []
    const options = await serve((_request, response) => {
      times.push(performance.now())
      if (times.length === 1) response.writeHead(429, { 'Retry-After': '1' }).end()
      else if (times.length === 2) response.destroy()
      else response.end('{"id":"n-1"}')
    })
    expect(await createClient(options).checkin('e', 't')).toEqual({ id: 'n-1' })
    expect(times).toHaveLength(3)
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(990)
  })

  test.each(['status', 'connection'] as const)(
    'does not repeat a creation that may have happened, only one that was limited: a lost %s',
    async (lost) => {
      const keys: unknown[] = []
      const options = await serve((request, response) => {
        keys.push(request.headers['idempotency-key'])
        if (keys.length === 1) response.writeHead(429, { 'Retry-After': '0' }).end()
        else if (lost === 'connection') response.destroy()
        else response.writeHead(504).end()
      })
      const created = createClient(options).createEntity({ id: 'a', name: 'A', time_zone: 'UTC' })
      await expect(created).rejects.toMatchObject(lost === 'connection' ? { name: 'TypeError' } : { status: 504 })
      expect(keys).toEqual([undefined, undefined])
    },
  )

  test('throws a permanent failure at once', async () => {
    let asked = 0
    const options = await serve((_request, response) => {
      asked++
      response.writeHead(500, { 'Content-Type': 'text/html' }).end('<h1>no</h1>')
    })
    await expect(createClient(options).checkin('e', 't')).rejects.toMatchObject({ status: 500, code: 'unknown' })
    expect(asked).toBe(1)
  })

  test('gives up after its last retry', async () => {
    let asked = 0
    const options = await serve((_request, response) => {
      asked++
      response.writeHead(503, { 'Retry-After': '0' }).end()
    })
    await expect(createClient({ ...options, retries: 2 }).checkin('e', 't')).rejects.toMatchObject({ status: 503 })
    expect(asked).toBe(3)
  })

  test('throws when no response comes within the timeout', async () => {
    const options = await serve(() => {})
    await expect(createClient({ ...options, timeoutMs: 50 }).checkin('e', 't')).rejects.toMatchObject({
      name: 'TimeoutError',
    })
  })
})
