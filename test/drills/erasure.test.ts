import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Address } from '../../src/channels/address.ts'
import { thisMachine } from '../../src/platform/config/networks.ts'
import { contact, notifications } from '../contact.ts'
import { csvFile, line, mapping } from '../csv-file.ts'
import { beforeOperations, requestEachOperation } from '../each-operation.ts'
import { action, checkinToken, notification } from '../history.ts'
import { byDate, byToken, byVisit, eachEngine, type Rollcall } from '../rollcall.ts'
import { item, later, moved, submission } from '../submission.ts'
import { webhookReceiver } from '../webhook-receiver.ts'

const clinic = 'clinica-lisboa'
const key = 'QUOKKARY-1'
const quokkary = /quokkary|quokk[áÁ]ry|961555777|777555169/iu

const addresses: Address[] = [
  { channel: 'mobile', uid: '+351961555777' },
  { channel: 'email', uid: 'quokkary@example.org' },
  { channel: 'whatsapp', uid: '+351961555777' },
]

const person = {
  external_id: 'V-1',
  contact: {
    external_id: key,
    name: 'Quokkary Quokkáry',
    citizen_id: '777555169',
    gender: 'F',
    birth_date: '1961-05-05',
    language: 'pt_PT',
    country: 'PT',
  },
  addresses,
  params: { when: '2026-03-30T11:30:00+01:00', doctor: 'Quokkary Reis', doctor_expertise: 'Quokkary care' },
  files: [{ name: 'quokkary.pdf' }],
  inferred_data: { quokkary: 'quokkary' },
}

/** Leads the contact through each feature that stores something about a contact. */
async function throughEachFeature(rollcall: Rollcall) {
  const { app, given, post, put, incoming, database, token, deliver, remind } = rollcall
  const imported = { entity_id: clinic, external_id: 'H-9', contact: person.contact }
  await given(
    notification({ ...imported, id: 'h-9' }),
    action({ id: 'h-a', notification_id: 'h-9', uid: '+351961555777' }),
    checkinToken({ notification_id: 'h-9', token: 'QUOKKARY-TOKEN-OF-HISTORY' }),
  )
  const one = await contact(rollcall, person)
  const keyed = (name: string) => ({ 'idempotency-key': name })
  await post(notifications, submission(item({ ...person, external_id: 'V-2', ...later })), keyed('quokkary-key'))
  await deliver()
  await one.answer('reschedule', 'Quokkary would like another day')
  await one.answer('confirm')
  await incoming.reply({ uid: '+351961555777', text: 'Quokkary asks: is there parking?' })
  const [reply] = (await rollcall.get(`/v1/replies/${clinic}/bydate/2026-03-29/2026-03-31`)).json()
  await post(`/v1/replies/${clinic}/${reply.id}/answer`, { text: 'Dear Quokkary, yes.' }, keyed('answer'))
  await post(`${notifications}/${one.id}/notes`, { text: 'Quokkary is deaf', call: 'no-answer' }, keyed('note'))
  await put(`${notifications}/${one.id}/claim`, { key: 'one' })
  await post(`${notifications}/${one.id}/reminder`, { now: true })
  await remind()
  await deliver()
  const [delivery] = await database.selectFrom('deliveries').selectAll().where('channel', '=', 'email').execute()
  await incoming.bounced(delivery!, { uid: 'quokkary@example.org', reason: 'quokkary unknown', isUndeliverable: true })
  const checkin = byToken((await one.token())!)
  rollcall.clock.time += 60_000_000
  await post(`${checkin}/arrival`, { force: true, reason: 'Quokkary is early' }, keyed('arrival'))
  await post(`${checkin}/arrival/annulment`, { reason: 'Not Quokkary' }, keyed('annulment'))
  await put(`/v1/opt-outs/${clinic}`, { channel: 'email', uid: 'quokkary@example.org', opted_out: true })
  const template = `/v1/templates/${clinic}/medical/appointment/pt/mobile/notice`
  expect((await post(`${template}/test`, { uid: '+351961555777' })).statusCode).toBe(204)
  const stopped = await contact(rollcall, { ...person, external_id: 'V-3', ...later })
  await stopped.answer('not-me')
  await post(notifications, submission(item({ ...person, external_id: 'V-4' })))
  await post(notifications, submission(item({ ...person, external_id: 'V-4', ...moved })))
  const other = { external_id: 'OTHER', name: 'Rui Costa', country: 'PT' }
  await post(notifications, submission(item({ external_id: 'V-4', contact: other })))
  await deliver()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
  const row = line({ Id: 'C-9', Utente: key, Nome: 'Quokkary', Apelido: 'Quokkáry', Telemovel: '961555777' })
  const url = `${notifications}/csv?mapping=${encodeURIComponent(JSON.stringify(mapping))}`
  const csv = await app.inject({ method: 'POST', url, headers, payload: csvFile(row) })
  expect(csv.json().faults).toEqual([])
  // A visit whose message is pending counts as waiting, and after the erasure as unreached.
  await deliver()
  await post(`/v1/holds/${clinic}`, { contact_external_id: key, reason: 'Quokkary sues' })
  const [hold] = (await rollcall.get(`/v1/holds/${clinic}`)).json()
  await rollcall.remove(`/v1/holds/${clinic}/${hold.id}`)
  return row
}

const feed = `/v1/metrics/notifications/actions/${clinic}/since/0`
const days = ['2026-03-29', '2026-03-31'] as const

/** What clients read: in each format, and what must stay. */
async function whatClientsRead({ get }: Rollcall) {
  const lists = [feed, `/v1/events/${clinic}/since/0`, byDate(...days), byVisit(...days), byVisit('2099-05-04')]
  const texts = [`/v1/replies/${clinic}/bydate/${days.join('/')}`, `/v1/opt-outs/${clinic}`, '/metrics', '/health']
  const bodies: string[] = []
  for (const url of [...lists, ...texts]) bodies.push((await get(url)).body)
  for (const url of lists.slice(2)) bodies.push((await get(url, { accept: 'text/csv' })).body)
  const actions = await get(feed)
  const summary = await get(`/v1/metrics/notifications/actions/${clinic}/summary/${days.join('/')}`)
  const counts = await get(byVisit(...days, '/outcomes'))
  return {
    bodies,
    kept: [actions.headers['rollcall-sequence'], actions.json().length, summary.json(), counts.json()],
  }
}

/** Returns which of the files have one of the values. */
const filesWith = (values: RegExp, files: string[]) =>
  files.filter((file) => values.test(readFileSync(file, 'latin1')) || values.test(readFileSync(file, 'utf8')))

const filesOf = (folder: string) => readdirSync(folder).map((name) => join(folder, name))

async function databaseFiles({ url, database }: Rollcall) {
  const path = url.replace('sqlite:', '')
  if (path !== url) return filesOf(dirname(path)).filter((file) => file.startsWith(path))
  const settings = sql<{ folder: string }>`
    select current_setting('data_directory') || '/base/' || oid as folder
    from pg_database where datname = current_database()`
  const [found] = (await settings.execute(database)).rows
  // For an operator, in a maintenance window. The statistics have common values of columns.
  await sql`analyze`.execute(database)
  await sql`vacuum full`.execute(database)
  await sql`checkpoint`.execute(database)
  return filesOf(found!.folder)
}

eachEngine(
  'a contact who went through each feature and was erased is in no file, log, list or payload, and does not come back',
  async (rollcall) => {
    const { post, get, given, erase, folder, logged, pushEvents, app, token } = rollcall
    const receiver = await webhookReceiver()
    await given(...beforeOperations)
    expect((await post(`/v1/webhooks/${clinic}`, { url: receiver.url, full: true })).statusCode).toBe(201)
    const row = await throughEachFeature(rollcall)
    const before = await whatClientsRead(rollcall)
    expect(before.bodies.filter((body) => quokkary.test(body)).length).toBeGreaterThan(5)

    const { id } = (
      await post(`/v1/erasures/${clinic}`, { contact_external_id: key }, { 'idempotency-key': 'e' })
    ).json()
    await erase()
    const report = (await get(`/v1/erasures/${clinic}/${id}`)).json()
    expect([report.state, report.data.filter((one: object) => 'kept' in one)]).toEqual(['done', []])

    const after = await whatClientsRead(rollcall)
    expect(after.bodies.filter((body) => quokkary.test(body))).toEqual([])
    expect(after.kept).toEqual(before.kept)
    expect(filesWith(quokkary, await databaseFiles(rollcall))).toEqual([])
    expect(filesWith(quokkary, filesOf(join(folder, 'outbox')))).toEqual([])
    expect(logged.filter((one) => quokkary.test(one))).toEqual([])
    await pushEvents()
    expect(receiver.posted.length).toBeGreaterThan(0)
    expect(receiver.posted.filter(({ body }) => quokkary.test(body))).toEqual([])

    expect((await post(notifications, submission(item(person)))).json().errors[0].reason).toBe('erased')
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
    const url = `${notifications}/csv?mapping=${encodeURIComponent(JSON.stringify(mapping))}`
    const csv = await app.inject({ method: 'POST', url, headers, payload: csvFile(row) })
    expect(csv.json().faults).toEqual([{ line: 2, column: 'Utente', reason: 'erased' }])
    await expect(given(notification({ id: 'h-10', contact: person.contact }))).rejects.toThrow('erased')
    await post(`/v1/erasures/${clinic}`, { contact_external_id: key })
    await erase()
    const [again] = (await get(`/v1/erasures/${clinic}`)).json()
    expect(again.data.filter((one: object) => !('not_found' in one))).toEqual([])
  },
  { config: { webhookNetworks: thisMachine } },
)

eachEngine('after the erasure of all contacts, no operation has left a value of them', async (rollcall) => {
  const { app, database, post, erase, given } = rollcall
  const { components } = (await app.inject('/openapi.json')).json()
  await given(...beforeOperations)
  await requestEachOperation(rollcall, components.schemas.Submission.examples)
  const contacts = await database.selectFrom('notifications').select('contact_external_id').distinct().execute()
  for (const { contact_external_id } of contacts)
    if (contact_external_id !== '') await post(`/v1/erasures/${clinic}`, { contact_external_id })
  await erase()
  const values = /João|Silva|Leonor|91\s?234\s?5678|12345678|parking|At work until|behind the building|P-77|P-290/
  expect(filesWith(values, await databaseFiles(rollcall))).toEqual([])
})
