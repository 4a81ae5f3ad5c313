import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { setLogo } from '../src/entities/logo.ts'
import { parseInstant } from '../src/platform/time/instant.ts'
import { administerEntity } from './administration.ts'
import { contact, notifications } from './contact.ts'
import { csvFile, line, mapping } from './csv-file.ts'
import { changeClock } from './earlier-rules.ts'
import { entity, notification } from './history.ts'
import { byDate, byToken, byVisit, type Rollcall } from './rollcall.ts'
import { signedIn } from './signed-in.ts'
import { notify } from './submission.ts'

/** What the database contains before `requestEachOperation`. */
export const beforeOperations = [entity(), notification({ external_id: 'H-1' })]

/** Makes requests that return each declared success of each operation.
 *  @param examples submissions */
export async function requestEachOperation(rollcall: Rollcall, examples: object[]) {
  const { app, get, post, put, incoming, clock } = rollcall
  const { id, answer, token } = await contact(rollcall)
  await rollcall.deliver()
  await answer('confirm')
  await incoming.reply({ uid: '+351912345678', text: 'Is there parking?' })
  const optOut = { channel: 'email', uid: 'a@example.org', opted_out: true }
  const setOptOut = (change: object) => put('/v1/opt-outs/clinica-lisboa', change)
  expect((await setOptOut({ ...optOut, uid: 'b@example.org', opted_out: false })).statusCode).toBe(200)
  expect((await setOptOut(optOut)).statusCode).toBe(200)
  const { task_id } = (await get(`${notifications}/${id}`)).json()
  const checkin = byToken((await token())!)
  const days = '2026-03-29/2026-03-30'
  const list = byDate('2026-03-29', '2026-03-30')
  const summary = `/v1/metrics/notifications/actions/clinica-lisboa/summary/${days}`

  const acknowledgements = '/v1/acknowledgements/clinica-lisboa'
  const failed = { sequence: 1, outcome: 'failed', reason: 'No such patient' }
  expect((await post(acknowledgements, [failed])).statusCode).toBe(200)

  const requests = [
    ...['/livez', '/readyz', '/metrics', '/problems', '/problems/too-late'],
    ...[
      '/v1/access-token',
      '/v1/entities',
      '/v1/clocks',
      '/v1/entities/clinica-lisboa',
      `/v1/replies/clinica-lisboa/bydate/${days}`,
    ],
    ...[
      list,
      summary,
      '/v1/metrics/notifications/actions/clinica-lisboa/since/0',
      '/v1/events/clinica-lisboa/since/0',
      acknowledgements,
      `${acknowledgements}/lag`,
      checkin,
      `${checkin}/arrival`,
    ],
    ...[`/v1/tasks/clinica-lisboa/bydate/${days}`, `/v1/tasks/clinica-lisboa/${task_id}`],
    ...[`/v1/tasks/clinica-lisboa/${task_id}/notifications`, '/v1/opt-outs/clinica-lisboa'],
    ...[
      byVisit('2026-03-30'),
      byVisit('2026-03-30', '2026-03-30', '/count'),
      byVisit('2026-03-30', '2026-03-30', '/outcomes?by=doctor'),
      `${notifications}/byvisit/next-day`,
      '/v1/entities/clinica-lisboa/holidays?country=PT&year=2027',
      `${notifications}?external_id=H-1`,
    ],
    ...[`/v1/replies/clinica-lisboa/bydate/${days}/count`, `${notifications}/${id}/messages`],
    `${notifications}/${id}/timeline`,
  ]
  expect((await post(`${acknowledgements}/1/resend`)).statusCode).toBe(200)
  for (const url of requests) {
    const { statusCode, body } = await get(url)
    expect(statusCode, url).toBe(200)
    // An empty list would match any schema of its items.
    expect(body, url).not.toBe('[]')
  }
  const template = '/v1/templates/clinica-lisboa/medical/appointment/pt/mobile/notice'
  expect((await put(template, { text: 'Responda: {link}' })).statusCode).toBe(200)
  for (const url of [template, `${template}/versions`, '/v1/templates/clinica-lisboa']) {
    expect((await get(url)).statusCode).toBe(200)
  }
  expect((await post(`${template}/versions/1/restoration`)).statusCode).toBe(200)
  expect((await post(`${template}/preview`)).statusCode).toBe(200)
  expect((await post(`${template}/test`, { uid: '+351912345679' })).statusCode).toBe(204)
  const mailServer = { SMTP_URL: 'smtps://127.0.0.1:9', PUBLIC_URL: 'https://rollcall.test' }
  expect((await post('/v1/channels/email/test', { settings: mailServer })).statusCode).toBe(200)
  const authorized = { authorization: `Bearer ${rollcall.token}` }
  expect((await app.inject({ method: 'DELETE', url: template, headers: authorized })).statusCode).toBe(204)
  const csv = {
    headers: { ...authorized, 'content-type': 'text/csv' },
    method: 'POST' as const,
    payload: csvFile(line()),
  }
  const mappings = '/v1/mappings/clinica-lisboa'
  expect((await put(`${mappings}/agenda`, mapping)).statusCode).toBe(200)
  for (const url of [mappings, `${mappings}/agenda`]) expect((await get(url)).statusCode).toBe(200)
  const submitted = await app.inject({ ...csv, url: `${notifications}/csv?mapping=agenda&dry_run=true` })
  expect(submitted.json().preview).toHaveLength(1)
  expect((await app.inject({ ...csv, url: `${mappings}/guess` })).statusCode).toBe(200)
  expect((await app.inject({ method: 'DELETE', url: `${mappings}/agenda`, headers: authorized })).statusCode).toBe(204)
  for (const setting of ['reminders', 'quiet-hours', 'retention', 'settings']) {
    const path = `/v1/entities/clinica-lisboa/${setting}`
    const present = await get(path)
    expect([present.statusCode, (await put(path, present.json())).statusCode]).toEqual([200, 200])
  }
  expect((await post('/v1/entities/clinica-lisboa/reminders/preview', {})).statusCode).toBe(200)
  for (const accept of ['application/json', 'text/html'])
    expect((await get('/v1/contacts/clinica-lisboa/P-77/export', { accept })).statusCode).toBe(200)
  const holds = '/v1/holds/clinica-lisboa'
  const hold = await post(holds, { contact_external_id: 'P-77', reason: 'Lawsuit 2026/114' })
  expect([hold.statusCode, (await get(holds)).statusCode]).toEqual([201, 200])
  expect((await rollcall.remove(`${holds}/${hold.json().id}`)).statusCode).toBe(204)
  const erasures = '/v1/erasures/clinica-lisboa'
  const begun = await post(erasures, { contact_external_id: 'P-0' })
  expect([begun.statusCode, (await get(erasures)).statusCode]).toEqual([202, 200])
  const erasure = `${erasures}/${begun.json().id}`
  expect((await get(erasure)).statusCode).toBe(200)
  expect((await rollcall.remove(`${erasure}/refusal`)).statusCode).toBe(200)
  const webhooks = '/v1/webhooks/clinica-lisboa'
  const created = await post(webhooks, { url: 'https://webhook.invalid/' })
  expect(created.statusCode).toBe(201)
  const webhook = `${webhooks}/${created.json().id}`
  for (const verb of ['rotation', 'test', 'resumption']) expect((await post(`${webhook}/${verb}`)).statusCode).toBe(200)
  expect((await post(`${webhook}/resend`, { from: 1, to: 1 })).statusCode).toBe(202)
  for (const url of [webhooks, `${webhook}/attempts`]) expect((await get(url)).statusCode).toBe(200)
  expect((await rollcall.remove(webhook)).statusCode).toBe(204)
  const { id: session, headers: ofSession } = await signedIn(rollcall)
  for (const url of ['/v1/session', '/v1/sessions']) {
    expect((await app.inject({ url, headers: ofSession })).statusCode).toBe(200)
  }
  for (const url of [`/v1/sessions/${session}`, '/v1/session', '/v1/sessions']) {
    const { headers } = await signedIn(rollcall)
    expect((await app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(204)
  }
  const png = readFileSync(new URL('../examples/logo.png', import.meta.url))
  expect((await get('/v1/entities/clinica-lisboa/logo')).statusCode).toBe(204)
  await setLogo(rollcall.database, 'clinica-lisboa', png)
  expect((await get('/v1/entities/clinica-lisboa/logo')).rawPayload).toEqual(png)
  for (const accept of ['text/csv', 'application/x-ndjson']) {
    for (const url of [list, byVisit('2026-03-30')]) expect((await get(url, { accept })).statusCode).toBe(200)
  }
  expect((await get(`/v1/replies/clinica-lisboa/bydate/${days}`, { accept: 'text/csv' })).statusCode).toBe(200)
  for (const url of [list, summary]) expect((await get(url, { 'if-none-match': '*' })).statusCode).toBe(304)

  for (const example of examples) {
    const submitted = await post(notifications, example)
    expect(submitted.statusCode).toBe(202)
    const [{ id }] = submitted.json().notifications
    expect((await get(`${notifications}/${id}`)).statusCode).toBe(200)
    expect((await post(`${notifications}/${id}/cancellation`)).statusCode).toBe(200)
  }
  const [reply] = (await get(`/v1/replies/clinica-lisboa/bydate/${days}`)).json()
  expect((await put(`/v1/replies/clinica-lisboa/${reply.id}/read`, { read: true })).statusCode).toBe(200)
  const written = { text: 'Yes, behind the building.' }
  const toReply = `/v1/replies/clinica-lisboa/${reply.id}/answer`
  expect((await post(toReply, { ...written, dry_run: true })).statusCode).toBe(200)
  expect((await post(toReply, written)).statusCode).toBe(202)
  clock.time = parseInstant('2026-03-30T08:20:00Z')!
  const reason = { reason: 'Another contact' }
  for (const arrival of [`${checkin}/arrival`, `${notifications}/${id}/arrival`]) {
    expect((await post(arrival)).statusCode).toBe(201)
    expect((await get(arrival)).statusCode).toBe(200)
    expect((await post(`${arrival}/annulment`, reason)).statusCode).toBe(201)
  }
  expect((await post(`${notifications}/${id}/answer`, { action: 'reschedule' })).statusCode).toBe(200)
  expect((await put(`${notifications}/${id}/done`, { done: true })).statusCode).toBe(200)

  expect((await put(`${notifications}/${id}/claim`, { key: 'one' })).statusCode).toBe(200)
  expect((await get('/v1/claims/clinica-lisboa')).json()).toHaveLength(1)
  expect((await rollcall.remove(`${notifications}/${id}/claim?key=one`)).statusCode).toBe(204)
  const noted = await post(`${notifications}/${id}/notes`, { text: 'At work until 17:00', call: 'will-call-back' })
  expect(noted.statusCode).toBe(201)
  expect((await get(`${notifications}/${id}/timeline`)).statusCode).toBe(200)
  expect((await rollcall.remove(`${notifications}/${id}/notes/${noted.json().id}`)).statusCode).toBe(204)

  const later = await notify(rollcall, {
    external_id: 'R-1',
    params: { when: '2026-04-30T09:30:00Z', doctor: 'Ana Reis' },
  })
  await rollcall.deliver()
  clock.time = parseInstant('2026-03-31T08:20:00Z')!
  expect((await post(`${notifications}/${later.id}/reminder`)).statusCode).toBe(200)
  await changeClock(rollcall, later.id)
  expect((await post(`${notifications}/${later.id}/clock-change`, { keep: 'instant' })).statusCode).toBe(200)

  const audit = '/v1/audit/clinica-lisboa/bydate/2026-03-30/2026-03-31'
  for (const accept of ['application/json', 'text/csv', 'application/x-ndjson'])
    expect((await get(audit, { accept })).statusCode).toBe(200)
  expect((await get('/v1/contacts/clinica-lisboa/P-77/audit')).json()).not.toEqual([])

  await administerEntity(rollcall)
}
