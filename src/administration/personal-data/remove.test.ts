import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { contact } from '../../../test/contact.ts'
import { messageCentre } from '../../../test/message-centre.ts'
import { byDate, byToken, eachEngine, type Rollcall } from '../../../test/rollcall.ts'
import { item } from '../../../test/submission.ts'
import { tablesOf } from '../../platform/database/tables.ts'
import { type Removal, removePersonalData } from './remove.ts'

const notifications = '/v1/notifications/clinica-lisboa'
const own = { channel: 'mobile' as const, uid: '+351912000111' }
const shared = { channel: 'email' as const, uid: 'canary.family@example.org' }
const canary = /canary|912000111/i

const person = item({
  external_id: 'A-1',
  contact: { external_id: 'CANARY-1', name: 'Canary Silva', citizen_id: '000912000111' },
  addresses: [own, shared],
  params: { when: '2026-03-30T10:30:00+01:00', doctor: 'Canary Reis' },
})

/** Creates a contact with data in each table: a wish, a note, a reply, a code, an arrival and an opt-out. */
async function knownContact(rollcall: Rollcall) {
  const { mobile, reply } = await messageCentre(rollcall)
  const known = await contact(rollcall, person)
  await rollcall.deliver({ mobile })
  await known.answer('reschedule', 'Canary prefers mornings')
  await known.answer('confirm')
  const token = (await known.token())!
  await rollcall.post(`${notifications}/${known.id}/notes`, { text: 'Canary has called' })
  await reply('Canary asks for parking', own.uid)
  await rollcall.post(`${byToken(token)}/arrival`, { force: true, reason: 'Canary came early' })
  await reply('STOP', own.uid)
  return { ...known, token }
}

const remove = ({ database }: Rollcall, ids: string[], removed: Removal['removed']) =>
  database.writeFor('clinica-lisboa', (trx) => removePersonalData(trx, { entityId: 'clinica-lisboa', ids, removed }))

/** The tables that hold a value of the contact. */
async function tablesWith({ database }: Rollcall, value: RegExp) {
  const found: string[] = []
  for (const { name } of await tablesOf(database)) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(database)
    if (rows.some((row) => value.test(JSON.stringify(row)))) found.push(name)
  }
  return found.sort()
}

describe('the removal of personal data', () => {
  eachEngine('leaves no value of the contact in any table, and finds nothing again', async (rollcall) => {
    const { id } = await knownContact(rollcall)
    expect(await tablesWith(rollcall, canary)).toEqual(
      ['actions', 'checkin_tokens', 'deliveries', 'events', 'notes', 'notifications', 'opt_outs', 'replies'].sort(),
    )
    const removed = await remove(rollcall, [id], 'erasure')
    expect(removed).toMatchObject({
      notifications: 1,
      actions: 3,
      deliveries: 3,
      checkin_tokens: 1,
      notes: 1,
      replies: 2,
    })
    expect(await tablesWith(rollcall, canary)).toEqual([])
    expect(await remove(rollcall, [id], 'erasure')).toEqual({})
  })

  eachEngine('leaves the keys and the times of both queries, and changes the entity tag', async (rollcall) => {
    const { id, token } = await knownContact(rollcall)
    const day = byDate('2026-03-30')
    const before = await rollcall.get(day)
    await rollcall.get(day)
    const checkin = (await rollcall.get(byToken(token))).json()
    await remove(rollcall, [id], 'notifications')
    const after = await rollcall.get(day)
    const cleared = {
      contact: { external_id: '', name: '' },
      params: { ...before.json()[0].params, doctor: '' },
    }
    expect(after.json()).toEqual(before.json().map((record: object) => ({ ...record, uid: '', ...cleared })))
    expect(after.headers.etag).not.toBe(before.headers.etag)
    expect((await rollcall.get(byToken(token))).json()).toEqual({ ...checkin, ...cleared })
  })

  eachEngine('leaves to another contact the address that both have', async (rollcall) => {
    const { id } = await knownContact(rollcall)
    const other = await contact(rollcall, {
      external_id: 'A-2',
      contact: { external_id: 'P-2', name: 'Rui' },
      addresses: [shared],
    })
    await rollcall.put('/v1/opt-outs/clinica-lisboa', { ...shared, opted_out: true })
    await remove(rollcall, [id], 'erasure')
    expect(await tablesWith(rollcall, canary)).toEqual(['changes', 'deliveries', 'events', 'opt_outs'])
    expect((await rollcall.get(`${notifications}/${other.id}`)).json().deliveries[0].uid).toBe(shared.uid)
    await remove(rollcall, [other.id], 'erasure')
    expect(await tablesWith(rollcall, canary)).toEqual([])
  })

  eachEngine('of one kind leaves the others, and an opt-out until the erasure', async (rollcall) => {
    const { id } = await knownContact(rollcall)
    expect(await remove(rollcall, [id], 'notes')).toEqual({ notes: 1 })
    expect(Object.keys(await remove(rollcall, [id], 'replies')).sort()).toEqual(['events', 'replies'])
    expect(await tablesWith(rollcall, /parking/)).toEqual([])
    await remove(rollcall, [id], 'notifications')
    expect(await tablesWith(rollcall, canary)).toEqual(['opt_outs'])
  })

  eachEngine('stops the messages and the reminders', async (rollcall) => {
    const { id, url } = await contact(rollcall, person)
    await remove(rollcall, [id], 'erasure')
    const { deliveries } = (await rollcall.get(`${notifications}/${id}`)).json()
    expect(deliveries.map(({ state }: { state: string }) => state)).toEqual(['stopped', 'stopped'])
    expect((await rollcall.app.inject({ url })).statusCode).toBe(404)
  })
})
