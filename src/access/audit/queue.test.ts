import { renameSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { notifications } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'

const act = (id: string) => ({
  entityId: 'clinica-lisboa',
  who: { kind: 'worker' } as const,
  operation: 'webhooks',
  contacts: contactsOf(id),
  outcome: 'accepted',
})

const stored = async ({ database }: Rollcall) => {
  const rows = await database.selectFrom('audit_entries').select('notification_ids').orderBy('entry_id').execute()
  return rows.map(({ notification_ids }) => JSON.parse(notification_ids!)[0])
}

/** Takes the file of the database away until the returned function is called. */
function takeDatabaseAway({ url }: Rollcall) {
  const file = url.replace('sqlite:', '')
  renameSync(file, `${file}.away`)
  return () => renameSync(`${file}.away`, file)
}

const named = (count: number) => Array.from({ length: count }, (_, index) => String(index))

describe('while the database is away', () => {
  serviceTest('entries wait, and are stored in their order', async (rollcall) => {
    const { audit, given } = rollcall
    await given(entity())
    const bringBack = takeDatabaseAway(rollcall)
    for (const id of named(700)) {
      audit.record(act(id))
      if (Number(id) % 300 === 0) await audit.flush()
    }
    bringBack()
    expect(await stored(rollcall)).toEqual([])
    await audit.flush()
    expect(await stored(rollcall)).toEqual(named(700))
  })

  serviceTest('a bounded number waits, and the others are counted and logged', async (rollcall) => {
    const { audit, given, logged, metrics } = rollcall
    await given(entity())
    const bringBack = takeDatabaseAway(rollcall)
    for (const id of named(20_100)) audit.record(act(id))
    await audit.flush()
    bringBack()
    await audit.flush()
    expect((await stored(rollcall)).length).toBe(20_000)
    expect(logged.join('')).toContain('Audit entries are lost')
    expect(logged.filter((line) => line.includes('"audit":true'))).toHaveLength(20_100)
    expect(await metrics.render()).toContain('rollcall_audit_entries_lost_total 100')
  })
})

serviceTest('the last entries are stored when the service stops', async (rollcall) => {
  const { app, audit, given, get } = rollcall
  await given(entity())
  await get(`${notifications}?external_id=A-1`)
  await app.close()
  await audit.close()
  expect(await rollcall.database.selectFrom('audit_entries').select('operation').execute()).toEqual([
    { operation: 'findNotifications' },
  ])
})
