import { describe, expect, test } from 'vitest'
import { undoMigrations } from '../../test/earlier-database.ts'
import { entity, notification } from '../../test/history.ts'
import { bootRollcall, eachEngine, type Rollcall } from '../../test/rollcall.ts'
import { waitingSessions } from '../../test/waiting-sessions.ts'
import { hours, minutes, parseInstant } from '../instant.ts'
import { upgrade } from '../upgrade.ts'

const start = parseInstant('2026-03-30T08:30:00Z')!

/** Notifications whose start is known and, one in three, unknown. */
const lines = (entity_id: string, count: number) => [
  entity({ id: entity_id }),
  ...Array.from({ length: count }, (_, index) =>
    notification({
      ...{ entity_id, id: `n-${String(index).padStart(5, '0')}`, external_id: `A-${index}` },
      ...(index % 3 === 0 && { category: 'dental' }),
    }),
  ),
]

const readIndex = ({ database }: Rollcall, entityId: string) =>
  database
    .selectFrom('notifications')
    .select(['starts_at', 'ends_at', 'search'])
    .where('entity_id', '=', entityId)
    .orderBy('notification_id')
    .execute()

const expected = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    starts_at: index % 3 ? start : null,
    ends_at: index % 3 ? start + minutes(30) : null,
    search: ` joao silva p77 77 a${index} ${index}`,
  }))

const forget = { starts_at: null, ends_at: null, search: null }

describe('notifications that an earlier version stored', () => {
  eachEngine('get their start, end and words', async (rollcall) => {
    const { database, given } = rollcall
    await given(...lines('large', 1_201), ...lines('exact', 500), entity({ id: 'empty' }))
    const undone = await undoMigrations(database, '0009-visits')
    expect(await upgrade(database)).toEqual(undone)
    expect(await readIndex(rollcall, 'large')).toEqual(expected(1_201))
    expect(await readIndex(rollcall, 'exact')).toEqual(expected(500))
    const due = await database.selectFrom('entities').where('unindexed_until', 'is not', null).selectAll().execute()
    expect(due).toEqual([])
  })

  eachEngine('get them after a restart that interrupts the work, from either of two processes', async (rollcall) => {
    const { database, given } = rollcall
    await given(...lines('large', 1_201))
    await database.updateTable('notifications').set(forget).where('notification_id', '<=', 'n-00700').execute()
    await database.updateTable('entities').set({ unindexed_until: 'n-00700' }).execute()
    await Promise.all([upgrade(database), upgrade(database)])
    expect(await readIndex(rollcall, 'large')).toEqual(expected(1_201))
  })

  eachEngine('get the words of this version', async (rollcall) => {
    const { database, given } = rollcall
    await given(...lines('large', 1_201))
    await database.updateTable('notifications').set({ search: ' joao silva p-77 a-1' }).execute()
    const undone = await undoMigrations(database, '0018-searched-parts')
    expect(await upgrade(database)).toEqual(undone)
    expect(await readIndex(rollcall, 'large')).toEqual(expected(1_201))
  })

  test('keep the index of a visit that the clinic updates at the same moment [postgres]', async () => {
    const { database, given } = await bootRollcall({ engine: 'postgres' })
    await given(...lines('large', 1))
    await database.updateTable('notifications').set(forget).execute()
    await database.updateTable('entities').set({ unindexed_until: 'n-00000' }).execute()
    const newer = { starts_at: start + hours(1), ends_at: start + hours(2), search: ' maria' }
    const { upgrading } = await database.transaction().execute(async (clinic) => {
      await clinic.updateTable('notifications').set(newer).execute()
      const upgrading = upgrade(database)
      await expect.poll(() => waitingSessions(database)).toBeGreaterThan(0)
      return { upgrading }
    })
    await upgrading
    const columns = ['starts_at', 'ends_at', 'search'] as const
    expect(await database.selectFrom('notifications').select(columns).execute()).toEqual([newer])
  })

  eachEngine('match the same history file when it is imported again', async (rollcall) => {
    await rollcall.given(...lines('large', 3))
    await rollcall.database.updateTable('notifications').set(forget).execute()
    const later = { starts_at: start + hours(1) }
    await rollcall.database.updateTable('notifications').set(later).where('notification_id', '=', 'n-00001').execute()
    expect(await rollcall.given(...lines('large', 4))).toMatchObject({ notification: 1 })
  })
})
