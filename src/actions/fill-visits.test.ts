import { describe, expect } from 'vitest'
import { undoMigrations } from '../../test/earlier-database.ts'
import { action, entity, notification } from '../../test/history.ts'
import { eachEngine, type Rollcall } from '../../test/rollcall.ts'
import { parseInstant } from '../instant.ts'
import { upgrade } from '../upgrade.ts'

const visit = parseInstant('2026-03-30T08:30:00Z')!

/** Actions on visits. One action in three is on a visit without a known start. */
const lines = (entity_id: string, count: number) => [
  ...[entity({ id: entity_id }), notification({ entity_id })],
  notification({ entity_id, id: 'n-2', category: 'dental' }),
  ...Array.from({ length: count }, (_, index) =>
    action({ entity_id, id: `a-${index}`, notification_id: index % 3 ? 'n-1' : 'n-2' }),
  ),
]

const startsAt = async ({ database }: Rollcall, entityId: string) => {
  const rows = await database
    .selectFrom('actions')
    .select('starts_at')
    .where('entity_id', '=', entityId)
    .orderBy('sequence')
    .execute()
  return rows.map((row) => row.starts_at)
}

const expected = (count: number) => Array.from({ length: count }, (_, index) => (index % 3 ? visit : null))

describe('actions that an earlier version recorded', () => {
  eachEngine('get the start of the visit from their records', async (rollcall) => {
    const { database, given } = rollcall
    await given(...lines('large', 1_201), ...lines('small', 2), entity({ id: 'empty' }))
    const undone = await undoMigrations(database, '0006-visits-of-actions')
    expect(await upgrade(database)).toEqual(undone)
    expect(await startsAt(rollcall, 'large')).toEqual(expected(1_201))
    expect(await startsAt(rollcall, 'small')).toEqual(expected(2))
    const due = await database.selectFrom('entities').select('entity_id').where('visits_due', '>', 0).execute()
    expect(due).toEqual([])
  })

  eachEngine('get it after a restart that interrupts the work, from either of two processes', async (rollcall) => {
    const { database, given } = rollcall
    await given(...lines('large', 1_201))
    await database.updateTable('actions').set({ starts_at: null }).where('sequence', '<=', 700).execute()
    await database.updateTable('entities').set({ visits_due: 700 }).execute()
    await Promise.all([upgrade(database), upgrade(database)])
    expect(await startsAt(rollcall, 'large')).toEqual(expected(1_201))
  })

  eachEngine('match the same history file when it is imported again', async (rollcall) => {
    await rollcall.given(...lines('large', 3))
    await rollcall.database.updateTable('actions').set({ starts_at: null }).execute()
    expect(await rollcall.given(...lines('large', 4))).toMatchObject({ action: 1 })
  })
})
