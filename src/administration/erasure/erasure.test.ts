import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { contact, notifications } from '../../../test/contact.ts'
import { csvFile, line, mapping } from '../../../test/csv-file.ts'
import { action, entity, notification } from '../../../test/history.ts'
import { messageCentre } from '../../../test/message-centre.ts'
import { byDate, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, submission } from '../../../test/submission.ts'
import { webhookReceiver } from '../../../test/webhook-receiver.ts'
import { thisMachine } from '../../platform/config/networks.ts'
import { tablesOf } from '../../platform/database/tables.ts'
import { eraseDue } from './worker.ts'

const erasures = '/v1/erasures/clinica-lisboa'
const canary = /canary|912000111/i

const person = {
  external_id: 'A-1',
  contact: { external_id: 'CANARY-1', name: 'Canary Silva', citizen_id: '000912000111' },
  addresses: [{ channel: 'mobile' as const, uid: '+351912000111' }],
  params: { when: '2026-03-30T10:30:00+01:00', doctor: 'Canary Reis' },
}

/** Erases the contact, and returns the report. */
async function erased({ post, get, erase }: Rollcall, contact_external_id = 'CANARY-1', reason?: string) {
  const begun = await post(erasures, { contact_external_id, ...(reason && { reason }) })
  expect(begun.statusCode).toBe(202)
  await erase()
  return (await get(`${erasures}/${begun.json().id}`)).json()
}

const kindOf = ({ data }: { data: { kind: string }[] }, kind: string) => data.find((one) => one.kind === kind)

async function tablesWith({ database }: Rollcall, value: RegExp) {
  const found: string[] = []
  for (const { name } of await tablesOf(database)) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(database)
    if (rows.some((row) => value.test(JSON.stringify(row)))) found.push(name)
  }
  return found.sort()
}

describe('an erasure', () => {
  eachEngine('removes all data of the contact, and reports how many of each kind', async (rollcall) => {
    const { answer } = await contact(rollcall, person)
    await rollcall.deliver()
    await answer('reschedule', 'Canary prefers mornings')
    const report = await erased(rollcall, 'CANARY-1', 'Request 2026/31')
    expect(report).toMatchObject({
      state: 'done',
      reason: 'Request 2026/31',
      requested_by: 'test',
      is_refused: true,
      data: expect.arrayContaining([
        { kind: 'notifications', erased: 1 },
        { kind: 'actions', erased: 1 },
        { kind: 'notes', not_found: true },
        { kind: 'files', erased: 1 },
      ]),
    })
    expect(await tablesWith(rollcall, canary)).toEqual([])
    expect(rollcall.outbox('.json')).toEqual([])
  })

  eachEngine('finds nothing the second time, or of an unknown contact', async (rollcall) => {
    await contact(rollcall, person)
    await erased(rollcall)
    for (const key of ['CANARY-1', 'UNKNOWN']) {
      const { state, data } = await erased(rollcall, key)
      expect([state, data.filter((one: object) => !('not_found' in one))]).toEqual(['done', []])
    }
  })

  eachEngine('reports nothing before the work, and continues after an interruption', async (rollcall) => {
    const { post, get, database, erase } = rollcall
    await rollcall.given(entity())
    const items = Array.from({ length: 120 }, (_, index) => item({ ...person, external_id: `A-${index}` }))
    expect((await post(notifications, submission(...items))).statusCode).toBe(202)
    const { id } = (await post(erasures, { contact_external_id: 'CANARY-1' })).json()
    expect((await get(`${erasures}/${id}`)).json()).toMatchObject({ state: 'waiting', data: [] })
    expect(await eraseDue({ database, audit: rollcall.audit, outbox: rollcall.folder }, rollcall.clock.now())).toBe(1)
    expect((await get(`${erasures}/${id}`)).json()).toMatchObject({ state: 'waiting', data: [] })
    await erase()
    expect(kindOf((await get(`${erasures}/${id}`)).json(), 'notifications')).toEqual({
      kind: 'notifications',
      erased: 120,
    })
  })

  eachEngine('waits for a message that is being sent', async (rollcall) => {
    const { id } = await contact(rollcall, person)
    const { database, clock, post, get, erase } = rollcall
    const sending = database.updateTable('deliveries').where('notification_id', '=', id)
    await sending.set({ lease_until: clock.now() + 1_000_000 }).execute()
    const { id: erasure } = (await post(erasures, { contact_external_id: 'CANARY-1' })).json()
    await erase()
    expect((await get(`${erasures}/${erasure}`)).json().state).toBe('waiting')
    clock.time += 2_000_000
    await erase()
    expect((await get(`${erasures}/${erasure}`)).json().state).toBe('done')
  })

  const later = () => ({ outcome: 'later' as const, reason: 'busy' })
  const failed = () => {
    throw new Error('refused')
  }
  for (const outcome of [later, failed])
    eachEngine(`continues as soon as a message has the outcome ${outcome.name}`, async (rollcall) => {
      await contact(rollcall, person)
      const { post, get, erase } = rollcall
      let address = ''
      const send = async () => {
        address = `${erasures}/${(await post(erasures, { contact_external_id: 'CANARY-1' })).json().id}`
        await erase()
        return outcome()
      }
      await rollcall.deliver({ mobile: { send, close() {} } })
      expect((await get(address)).json().state).toBe('waiting')
      await erase()
      expect((await get(address)).json().state).toBe('done')
    })

  eachEngine('removes the responses to repeated requests about the contact, and no others', async (rollcall) => {
    const { id } = await contact(rollcall, person)
    const { post, database } = rollcall
    const other = item({ external_id: 'B-1', contact: { external_id: 'P-2', name: 'Rui', country: 'PT' } })
    const keyed = (key: string) => ({ 'idempotency-key': key })
    await post(notifications, submission(item(person)), keyed('a'))
    await post(notifications, submission(other), keyed('b'))
    await post(`${notifications}/${id}/notes`, { text: 'Has called' }, keyed('c'))
    await post(`${notifications}/${id}/answer`, { action: 'confirm' }, keyed('d'))
    const report = await erased(rollcall)
    expect(kindOf(report, 'idempotency_keys')).toMatchObject({ erased: 3 })
    const left = await database.selectFrom('idempotency_keys').select('idempotency_key').execute()
    expect(left).toEqual([{ idempotency_key: 'b' }])
  })

  eachEngine('keeps the data, and counts them, while a hold is in force', async (rollcall) => {
    const { id } = await contact(rollcall, person)
    const { post, get, remove } = rollcall
    const hold = { contact_external_id: 'CANARY-1', reason: 'Lawsuit 2026/114' }
    const { id: held } = (await post('/v1/holds/clinica-lisboa', hold)).json()
    const report = await erased(rollcall)
    expect(report).toMatchObject({ state: 'kept', is_refused: false })
    expect(kindOf(report, 'notifications')).toEqual({ kind: 'notifications', kept: 1, reason: 'Lawsuit 2026/114' })
    expect((await get(`${notifications}/${id}`)).json()).toMatchObject({
      contact: person.contact,
      deliveries: [{ state: 'pending' }],
    })
    await remove(`/v1/holds/clinica-lisboa/${held}`)
    expect((await erased(rollcall)).state).toBe('done')
    expect(await tablesWith(rollcall, canary)).toEqual([])
  })

  eachEngine('leaves counts, the feed and its sequence as they were', async (rollcall) => {
    const one = await contact(rollcall, person)
    await one.answer('confirm')
    const { get } = rollcall
    const feed = '/v1/metrics/notifications/actions/clinica-lisboa/since/0'
    const summary = '/v1/metrics/notifications/actions/clinica-lisboa/summary/2026-03-30/2026-03-30'
    const before = [await get(feed), await get(summary), await get(byDate('2026-03-30'))]
    await erased(rollcall)
    const after = [await get(feed), await get(summary), await get(byDate('2026-03-30'))]
    const keys = (record: { action: string; date: string; notification_id: string }) => [
      record.action,
      record.date,
      record.notification_id,
    ]
    expect(after[0]!.json().map(keys)).toEqual(before[0]!.json().map(keys))
    expect(after[0]!.headers['rollcall-sequence']).toBe(before[0]!.headers['rollcall-sequence'])
    expect(after[1]!.json()).toEqual(before[1]!.json())
    expect(after[2]!.json().map(keys)).toEqual(before[2]!.json().map(keys))
    expect(JSON.stringify(after.map(({ body }) => body))).not.toMatch(canary)
  })

  eachEngine('is performed once for requests with one key', async ({ given, post, database }) => {
    await given(entity())
    const send = () => post(erasures, { contact_external_id: 'CANARY-1' }, { 'idempotency-key': 'k' })
    expect((await send()).json()).toEqual((await send()).json())
    expect(await database.selectFrom('erasures').select('created_by').execute()).toHaveLength(1)
  })

  serviceTest('is listed without the contact, page by page', async (rollcall) => {
    await rollcall.given(entity())
    for (const key of ['a', 'b', 'c']) await erased(rollcall, key)
    const first = await rollcall.get(`${erasures}?limit=2`)
    expect(first.json()).toHaveLength(2)
    const next = /<([^>]+)>/.exec(String(first.headers.link))![1]!
    expect((await rollcall.get(next)).json()).toHaveLength(1)
    expect((await rollcall.get(`${erasures}/none`)).json().code).toBe('erasure-not-found')
  })
})

describe('the files of SQLite', () => {
  serviceTest('have no value of an erased contact, also after pages were split', async (rollcall) => {
    const { post, given, url, database } = rollcall
    await given(entity())
    // Rows of many sizes in the order of chance split pages, which leaves copies of rows behind.
    for (let task = 0; task < 12; task++) {
      const items = Array.from({ length: 200 }, (_, index) => {
        const isCanary = index % 20 === 7
        const own = isCanary ? person.contact : { external_id: `P-${task}-${index}`, name: 'Rui Costa' }
        const doctor = `${isCanary ? 'Canary ' : ''}Reis ${'x'.repeat((index * 37) % 180)}`
        return item({
          external_id: `${(index * 7919) % 1_000}-${task}`,
          contact: own,
          addresses: isCanary ? person.addresses : [],
          params: { ...person.params, doctor },
        })
      })
      expect((await post(notifications, submission(...items))).statusCode).toBe(202)
    }
    await erased(rollcall)
    const path = url.replace('sqlite:', '')
    for (const file of readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path))))
      expect([file, canary.test(readFileSync(join(dirname(path), file), 'latin1'))]).toEqual([file, false])
    await database.updateTable('entities').set({ name: 'Still writable' }).execute()
  })
})

describe('the data of an erased contact', () => {
  eachEngine('are refused in a submission, item by item, until an administrator allows them', async (rollcall) => {
    const { given, post, get, remove } = rollcall
    await given(entity())
    const { id } = await erased(rollcall)
    const other = item({ external_id: 'B-1', contact: { external_id: 'P-2', name: 'Rui', country: 'PT' } })
    const task = submission(other, item(person))
    const fault = { parameter: '/notifications/1/contact/external_id', reason: 'erased' }
    const refused = await post(notifications, task)
    expect([refused.statusCode, refused.json().errors]).toEqual([422, [fault]])
    const dry = await post(notifications, { ...task, on_fault: 'skip', dry_run: true })
    expect(dry.json().faults).toEqual([fault])
    const skipped = (await post(notifications, { ...task, on_fault: 'skip' })).json()
    expect([skipped.notifications.length, skipped.faults]).toEqual([1, [fault]])
    expect((await post(notifications, submission(other))).json().notifications[0].outcome).toBe('unchanged')

    const lifted = await remove(`${erasures}/${id}/refusal`)
    expect(lifted.json()).toMatchObject({ is_refused: false, lifted_by: 'test', lifted_at: expect.any(String) })
    expect((await remove(`${erasures}/${id}/refusal`)).json()).toEqual(lifted.json())
    expect((await post(notifications, task)).statusCode).toBe(202)
    expect((await get(`${erasures}/${id}`)).json().state).toBe('done')
  })

  eachEngine('are refused from the request on, also if the visit is unchanged', async (rollcall) => {
    await contact(rollcall, person)
    const { post } = rollcall
    await post(erasures, { contact_external_id: 'CANARY-1' })
    expect((await post(notifications, submission(item(person)))).json().errors[0].reason).toBe('erased')
  })

  eachEngine('are refused in a CSV file, with the line', async (rollcall) => {
    const { app, given, put, token } = rollcall
    await given(entity())
    await put('/v1/mappings/clinica-lisboa/agenda', mapping)
    await erased(rollcall, 'P-1')
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
    for (const query of ['', '&dry_run=true']) {
      const url = `${notifications}/csv?mapping=agenda${query}`
      const report = (await app.inject({ method: 'POST', url, headers, payload: csvFile(line()) })).json()
      expect(report).toMatchObject({ faulty: 1, faults: [{ line: 2, reason: 'erased' }] })
    }
  })

  eachEngine('are refused in a history file, with the lines', async (rollcall) => {
    const { given, database } = rollcall
    await given(entity(), notification(), action())
    await erased(rollcall, 'P-77')
    const again = given(entity(), notification({ id: 'n-2' }), action({ id: 'a-2', notification_id: 'n-2' }))
    await expect(again).rejects.toThrow(/^line 2: erased:/)
    // The notification of this line has no data any more.
    await expect(given(action({ id: 'a-3', uid: '+351912000111' }))).rejects.toThrow(/^line 1: erased:/)
    expect(await database.selectFrom('actions').select('action_id').execute()).toEqual([{ action_id: 'a-1' }])
  })

  eachEngine('are erased again at the start after they returned with a backup', async (rollcall) => {
    const { database, get } = rollcall
    await contact(rollcall, person)
    const before = await database.selectFrom('notifications').selectAll().execute()
    const { id } = await erased(rollcall)
    await database.updateTable('notifications').set(before[0]!).execute()
    await rollcall.eraseReturned()
    await rollcall.erase()
    expect(await tablesWith(rollcall, canary)).toEqual([])
    expect((await get(`${erasures}/${id}`)).json().state).toBe('done')
  })
})

serviceTest(
  'the payload of a webhook is written from the events when it is sent',
  async (rollcall) => {
    // Its events were recorded before the erasure, and are sent afterwards.
    const { post, pushEvents } = rollcall
    const receiver = await webhookReceiver()
    await rollcall.given(entity())
    await post('/v1/webhooks/clinica-lisboa', { url: receiver.url, full: true })
    const { mobile, reply } = await messageCentre(rollcall)
    const one = await contact(rollcall, person)
    await rollcall.deliver({ mobile })
    await one.answer('confirm')
    await reply('Canary asks for parking', '+351912000111')
    await erased(rollcall)
    await pushEvents()
    expect(receiver.posted.length).toBeGreaterThan(0)
    expect(JSON.stringify(receiver.posted)).not.toMatch(canary)
  },
  { config: { webhookNetworks: thisMachine } },
)
