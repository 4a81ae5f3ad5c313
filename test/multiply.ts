import { sql } from 'kysely'
import type { Database } from '../src/platform/database/database.ts'

// On a busy machine, larger statements take longer than the timeout of the service.
const rowsAtOnce = 1_000
// PostgreSQL allows 65,535 parameters in a statement.
const rowsOfVisitsAtOnce = 500

/** Copies the entity's first action until `count` exist, one microsecond apart, each with its own sequence and instant.
 *  Much faster than an import. */
export async function multiply(database: Database, count: number, entityId = 'clinica-lisboa') {
  for (let from = 2; from <= count; from += rowsAtOnce) {
    const to = Math.min(from + rowsAtOnce - 1, count)
    await database.write((trx) =>
      sql`
        with recursive copy(number) as
          (select cast(${from} as integer) union all select number + 1 from copy where number < cast(${to} as integer))
        insert into actions (entity_id, at, sequence, action_id, notification_id, action, channel, record, starts_at)
        select entity_id, at + number, number, 'copy-' || number, notification_id, action, channel,
          replace(record, '"uid":"', '"uid":"' || number || ':'), starts_at
        from actions, copy where entity_id = ${entityId} and sequence = 1`.execute(trx),
    )
  }
  await database.updateTable('entities').set({ last_sequence: count }).where('entity_id', '=', entityId).execute()
}

/** Copies the entity's only visit until `count` exist, one microsecond apart. */
export async function multiplyVisits(database: Database, count: number) {
  const visit = await database.selectFrom('notifications').selectAll().executeTakeFirstOrThrow()
  for (let from = 1; from < count; from += rowsOfVisitsAtOnce) {
    const copies = Array.from({ length: Math.min(rowsOfVisitsAtOnce, count - from) }, (_, index) => ({
      ...visit,
      notification_id: `copy-${from + index}`,
      starts_at: visit.starts_at! + from + index,
    }))
    await database.write((trx) => trx.insertInto('notifications').values(copies).execute())
  }
}
