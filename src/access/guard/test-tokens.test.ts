import type { InjectOptions } from 'fastify'
import { describe, expect } from 'vitest'
import { appRoutes } from '../../../test/app-routes.ts'
import { contact } from '../../../test/contact.ts'
import { csvFile, line, mapping } from '../../../test/csv-file.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, later, submission } from '../../../test/submission.ts'
import { webhookReceiver } from '../../../test/webhook-receiver.ts'
import { networks } from '../../platform/config/networks.ts'
import { tablesOf } from '../../platform/database/tables.ts'
import { hours } from '../../platform/time/instant.ts'
import type { Webhook } from '../../systems/webhooks/webhook.ts'
import { revokeAccessToken } from '../credentials/access-token.ts'

const onLoopback = { config: { webhookNetworks: networks('127.0.0.0/8')! } }
const webhooks = '/v1/webhooks/clinica-lisboa'
const log = '/v1/events/clinica-lisboa/since/0'

/** A clinic with a contact who has confirmed, a system that could not apply the event, and a webhook. */
async function clinicWithSystem(rollcall: Rollcall) {
  const real = await contact(rollcall)
  await real.answer('confirm')
  const token = (await real.token())!
  const receiver = await webhookReceiver()
  const webhook: Webhook = (await rollcall.post(webhooks, { url: receiver.url })).json()
  await rollcall.post('/v1/acknowledgements/clinica-lisboa', [{ sequence: 1, outcome: 'failed', reason: 'x' }])
  await rollcall.pushEvents()
  const url = (pattern: string) =>
    pattern
      .replace(':entity_id', 'clinica-lisboa')
      .replace(':notification_id', real.id)
      .replace(':token', token)
      .replace(':webhook_id', webhook.id)
      .replace(':sequence', '1')
      .replace(':note_id', '1')
  return { ...receiver, urlOf: url, clinicWebhook: webhook }
}

/** A client with a test token for all scopes. */
async function tester(rollcall: Rollcall, expiresAt: number | null = null) {
  const { id, token } = await rollcall.tokenFor({ name: 'integrator', test: true, expiresAt })
  const headers = { authorization: `Bearer ${token}` }
  return {
    id,
    headers,
    post: (url: string, body?: object) => rollcall.post(url, body, headers),
    submit: (...keys: string[]) =>
      rollcall.post(
        '/v1/notifications/clinica-lisboa',
        submission(...keys.map((external_id) => item({ ...later, external_id }))),
        headers,
      ),
  }
}

const aKey = 'a'.repeat(32)

/** The requests of a test token: about a real visit, event or webhook, or with its own data. */
const aimedAtRealData: Record<string, InjectOptions & { query?: string }> = {
  submitNotifications: { payload: submission() },
  submitCsv: {
    payload: csvFile(line({ Id: 'A-1001', Utente: 'P-77' })),
    headers: { 'content-type': 'text/csv' },
    query: `?mapping=${encodeURIComponent(JSON.stringify(mapping))}`,
  },
  guessMapping: { payload: csvFile(line()), headers: { 'content-type': 'text/csv' } },
  withdrawNotification: {},
  sendReminder: { payload: { now: true } },
  decideClockChange: { payload: { keep: 'instant' } },
  answerForContact: { payload: { action: 'cancel' } },
  markDone: { payload: { done: true } },
  addNote: { payload: { text: 'x' } },
  removeNote: {},
  claimVisit: { payload: { key: aKey } },
  endClaim: { query: `?key=${aKey}` },
  markArrival: {},
  markArrivalOfNotification: {},
  annulArrival: { payload: { reason: 'x' } },
  annulArrivalOfNotification: { payload: { reason: 'x' } },
  previewReminders: { payload: { reminders: { sequences: [] } } },
  previewTemplate: { payload: {} },
  acknowledgeEvents: { payload: [{ sequence: 1, outcome: 'applied' }] },
  resendEvent: {},
  createWebhook: { payload: { url: 'http://127.0.0.1:1/', full: true } },
  testWebhook: {},
}

// They change with each request, or with each event of the clinic.
// The audit completes the entry of a request after its response.
const changing = new Set(['entities', 'budgets', 'task_counters', 'webhooks', 'audit_entries'])

/** Returns each row, by its table. */
async function rowsOf({ database }: Rollcall) {
  const rows: string[] = []
  for (const { name } of await tablesOf(database)) {
    if (changing.has(name)) continue
    const found = await database
      .selectFrom(name as 'actions')
      .selectAll()
      .execute()
    rows.push(...found.map((row) => `${name} ${JSON.stringify(row)}`))
  }
  const decided = await database.selectFrom('webhooks').select(['webhook_id', 'resend_from', 'disabled_at', 'attempts'])
  rows.push(...(await decided.execute()).map((row) => `webhooks ${JSON.stringify(row)}`))
  return rows
}

describe('a test token', () => {
  eachEngine(
    'changes no row of real data by any route that it may use, and nothing real is posted',
    async (rollcall) => {
      const { app, pushEvents } = rollcall
      const { posted, urlOf } = await clinicWithSystem(rollcall)
      const { headers } = await tester(rollcall)
      const before = await rowsOf(rollcall)
      const postedBefore = posted.length
      const declared = appRoutes.filter(({ config, method }) => config?.tests && method !== 'HEAD')
      const surprises: object[] = []
      const used = new Set<string>()
      for (const { url: pattern, method, config, schema } of declared) {
        const { operationId } = schema as { operationId: string }
        const { query = '', ...request } = aimedAtRealData[operationId] ?? {}
        const response = await app.inject({
          ...request,
          method: method as 'POST',
          url: `${urlOf(pattern)}${query}`,
          headers: { ...headers, ...request.headers },
        })
        const mayAnswer = config!.tests === 'any'
        const isRefused = response.statusCode === 403 && response.json().code === 'test-token'
        used.add(operationId)
        if (!(operationId in aimedAtRealData) || isRefused === mayAnswer)
          surprises.push({ operationId, pattern, answer: response.body })
      }
      expect(surprises).toEqual([])
      expect([...used].sort()).toEqual(Object.keys(aimedAtRealData).sort())
      const after = new Set(await rowsOf(rollcall))
      expect(before.filter((row) => !after.has(row))).toEqual([])
      await pushEvents()
      const postedSince = posted.slice(postedBefore).map(({ event }) => event)
      expect(postedSince.length).toBeGreaterThan(0)
      for (const event of postedSince) expect(event).toMatchObject({ test: true })
    },
    onLoopback,
  )

  serviceTest(
    'acknowledges and resends only events of test visits',
    async (rollcall) => {
      await clinicWithSystem(rollcall)
      const { post, submit } = await tester(rollcall)
      await submit('TEST-1')
      const acknowledgements = '/v1/acknowledgements/clinica-lisboa'
      const sequence = ((await rollcall.get(log)).json() as { sequence: number }[]).at(-1)!.sequence
      const failed = (of: number) => ({ sequence: of, outcome: 'failed', reason: 'x' })
      const refused = await post(acknowledgements, [failed(1), failed(sequence)])
      expect(refused.json()).toMatchObject({
        code: 'invalid-body',
        errors: [{ parameter: '/0/sequence', reason: 'is not an event of a test visit' }],
      })
      expect((await post(acknowledgements, [failed(sequence)])).json()).toEqual({ stored: 1 })
      expect((await post(`${acknowledgements}/${sequence}/resend`)).statusCode).toBe(200)
      expect((await post(`${acknowledgements}/1/resend`)).json().code).toBe('test-token')
    },
    onLoopback,
  )

  serviceTest(
    'creates webhooks that get only events of test visits, and tests only these',
    async (rollcall) => {
      const { clinicWebhook, posted: postedToClinic } = await clinicWithSystem(rollcall)
      const { post, submit } = await tester(rollcall)
      const { url, posted } = await webhookReceiver()
      const { id } = (await post(webhooks, { url, full: true })).json()
      await submit('TEST-1')
      await contact(rollcall, { external_id: 'A-2' })
      await submit('TEST-2')
      for (let turns = 0; turns < 3; turns++) await rollcall.pushEvents()
      expect(posted.map(({ event }) => [event.kind, event.test])).toEqual([
        ['notification', true],
        ['notification', true],
      ])
      expect(postedToClinic.length).toBeGreaterThan(posted.length)
      expect((await post(`${webhooks}/${id}/test`)).json()).toMatchObject({ status: 204 })
      expect((await post(`${webhooks}/${clinicWebhook.id}/test`)).json().code).toBe('test-token')
      await rollcall.post(`${webhooks}/${id}/resend`, { from: 1, to: 1 })
      await rollcall.pushEvents()
      expect(posted).toHaveLength(3)
    },
    onLoopback,
  )

  serviceTest(
    'disables its webhooks when it is revoked or expires',
    async (rollcall) => {
      await contact(rollcall)
      const revoked = await tester(rollcall)
      const expiring = await tester(rollcall, rollcall.clock.now() + hours(1))
      const { url, posted } = await webhookReceiver()
      const ids: string[] = []
      for (const { post } of [revoked, expiring]) ids.push((await post(webhooks, { url })).json().id)
      await revoked.submit('TEST-1')
      await rollcall.pushEvents()
      expect(posted).toHaveLength(2)
      await revokeAccessToken(rollcall.database, rollcall.clock, revoked.id)
      rollcall.clock.time += hours(1)
      const other = await tester(rollcall)
      await other.submit('TEST-2')
      await rollcall.pushEvents()
      expect(posted).toHaveLength(2)
      const listed: Webhook[] = (await rollcall.get(webhooks)).json()
      expect(listed.map(({ disabled }) => disabled?.reason)).toEqual(
        ids.map(() => 'the test token that created it has ended'),
      )
      for (const id of ids) await rollcall.post(`${webhooks}/${id}/resumption`)
      await rollcall.pushEvents()
      expect(posted).toHaveLength(2)
    },
    onLoopback,
  )
})
