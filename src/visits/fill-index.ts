import { sql, type Transaction } from 'kysely'
import { fillEntities, type OnSkip } from '../actions/fill-visits.ts'
import { acrossEntities } from '../database/across-entities.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { visitIndex } from '../notifications/visit-index.ts'

const chunkRows = 500
const rowsAtOnce = 50

/** Fills the columns of `visitIndex` in notifications that earlier versions stored without them, or with other words. Works
 *  backwards from the greatest id. Commits each chunk, so that a killed run can be repeated. */
export async function fillIndex(database: Database, onSkip: OnSkip) {
  await fillEntities(database, await entitiesDue(database), fillNext, onSkip)
}

export const isIndexDue = async (database: Database) => (await entitiesDue(database, 1)).length > 0

const entitiesDue = (database: Database, limit?: number) =>
  acrossEntities(database, (isAvailable) =>
    database
      .selectFrom('entities')
      .select('entity_id')
      .where('unindexed_until', 'is not', null)
      .where(isAvailable('entity_id'))
      .$if(limit !== undefined, (due) => due.limit(limit!))
      .execute(),
  )

/** Returns whether more rows remain. */
async function fillNext(trx: Transaction<Schema>, entityId: string): Promise<boolean> {
  const due = await lockDue(trx, entityId)
  if (due === undefined) return false
  const rows = await trx
    .selectFrom('notifications')
    .select(['notification_id', 'external_id', 'category', 'target', 'contact', 'params', 'search'])
    .where('entity_id', '=', entityId)
    .where('notification_id', '<=', due)
    .orderBy('notification_id', 'desc')
    // One more than the chunk: the start of the next one.
    .limit(sql.lit(chunkRows + 1))
    .execute()
  const next = rows[chunkRows]?.notification_id ?? null
  const indexed = rows.slice(0, chunkRows).flatMap(({ notification_id, contact, params, search, ...row }) => {
    const index = visitIndex({ ...row, contact: JSON.parse(contact), params: JSON.parse(params) })
    return index.search === search ? [] : [{ ...index, notification_id, replaced: search }]
  })
  for (let from = 0; from < indexed.length; from += rowsAtOnce) {
    await writeIndex(trx, entityId, indexed.slice(from, from + rowsAtOnce))
  }
  await trx.updateTable('entities').set({ unindexed_until: next }).where('entity_id', '=', entityId).execute()
  return next !== null
}

/** Locks the entity's row until the transaction ends, so that a second process continues where the first stopped. */
async function lockDue(trx: Transaction<Schema>, entityId: string): Promise<string | undefined> {
  const row = await trx
    .updateTable('entities')
    .set(({ ref }) => ({ unindexed_until: ref('unindexed_until') }))
    .where('entity_id', '=', entityId)
    .where('unindexed_until', 'is not', null)
    .returning('unindexed_until')
    .executeTakeFirst()
  return row?.unindexed_until ?? undefined
}

type Indexed = { notification_id: string; replaced: string | null } & ReturnType<typeof visitIndex>

// The clinic may have updated the visit since the select above: then its index is newer, and stays.
// For each row between the bounds, SQLite scans the list of values, so that short lists are faster.
async function writeIndex(trx: Transaction<Schema>, entityId: string, rows: Indexed[]) {
  const values = rows.map(
    (row) =>
      sql`(${row.notification_id}, cast(${row.starts_at} as bigint), cast(${row.ends_at} as bigint), ${row.search}, cast(${row.replaced} as text))`,
  )
  const [last, first] = [rows[0]!, rows.at(-1)!]
  await sql`
    update notifications set starts_at = coalesce(starts_at, visit.column2), ends_at = coalesce(ends_at, visit.column3),
      search = visit.column4
    from (values ${sql.join(values)}) as visit
    where entity_id = ${entityId} and notification_id = visit.column1 and search is not distinct from visit.column5
      and notification_id between ${first.notification_id} and ${last.notification_id}`.execute(trx)
}
