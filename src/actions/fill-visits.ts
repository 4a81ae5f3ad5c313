import { sql, type Transaction } from 'kysely'
import { acrossEntities } from '../database/across-entities.ts'
import { isDamage } from '../database/damage.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import type { Instant } from '../instant.ts'
import { startOfVisit } from '../plugins/registry.ts'

const chunkRows = 500
const rowsAtOnce = 50

type VisitStart = [sequence: number, startsAt: Instant]

/** Called for each entity that is skipped because some of its rows are unreadable. */
export type OnSkip = (entityId: string, error: unknown) => void

/** Fills `starts_at` of actions that earlier versions recorded, if the record contains it. Works backwards from the
 *  latest action. Commits each chunk, because the service may be running. A killed run can be repeated. */
export async function fillVisits(database: Database, onSkip: OnSkip) {
  await fillEntities(database, await entitiesDue(database), fillNext, onSkip)
}

/** Calls `fillNext` for each entity, in one transaction per call, until it returns false. Skips entities with unreadable
 *  rows. */
export async function fillEntities(
  database: Database,
  entities: { entity_id: string }[],
  fillNext: (trx: Transaction<Schema>, entityId: string) => Promise<boolean>,
  onSkip: OnSkip,
) {
  for (const { entity_id } of entities) {
    try {
      while (await database.write((trx) => fillNext(trx, entity_id)));
    } catch (error) {
      if (!isDamage(error)) throw error
      onSkip(entity_id, error)
    }
  }
}

export const areVisitsDue = async (database: Database) => (await entitiesDue(database, 1)).length > 0

const entitiesDue = (database: Database, limit?: number) =>
  acrossEntities(database, (isAvailable) =>
    database
      .selectFrom('entities')
      .select('entity_id')
      .where('visits_due', '>', 0)
      .where(isAvailable('entity_id'))
      .$if(limit !== undefined, (due) => due.limit(limit!))
      .execute(),
  )

/** Returns whether more rows remain. */
async function fillNext(trx: Transaction<Schema>, entityId: string): Promise<boolean> {
  const due = await lockDue(trx, entityId)
  if (due === undefined) return false
  const rows = await trx
    .selectFrom('actions')
    .select(['sequence', 'record'])
    .where('entity_id', '=', entityId)
    .where('sequence', '<=', due)
    .orderBy('sequence', 'desc')
    .limit(chunkRows)
    .execute()
  const last = rows.length < chunkRows ? 0 : rows.at(-1)!.sequence - 1
  const visits = rows.flatMap(({ sequence, record }): VisitStart[] => {
    const startsAt = startOfVisit(JSON.parse(record))
    return startsAt === undefined ? [] : [[sequence, startsAt]]
  })
  for (let from = 0; from < visits.length; from += rowsAtOnce) {
    await writeVisits(trx, entityId, visits.slice(from, from + rowsAtOnce))
  }
  await trx.updateTable('entities').set({ visits_due: last }).where('entity_id', '=', entityId).execute()
  return last > 0
}

/** Locks the entity's row until the transaction ends, so that a second process continues where the first stopped. */
async function lockDue(trx: Transaction<Schema>, entityId: string): Promise<number | undefined> {
  const row = await trx
    .updateTable('entities')
    .set(({ ref }) => ({ visits_due: ref('visits_due') }))
    .where('entity_id', '=', entityId)
    .where('visits_due', '>', 0)
    .returning('visits_due')
    .executeTakeFirst()
  return row && Number(row.visits_due)
}

// For each row between the bounds, SQLite scans the list of values. Batches of 500 would take three times as long.
async function writeVisits(trx: Transaction<Schema>, entityId: string, visits: VisitStart[]) {
  const rows = visits.map((values) => sql`(${sql.join(values.map((value) => sql`cast(${value} as bigint)`))})`)
  const [[last], [first]] = [visits[0]!, visits.at(-1)!]
  await sql`
    update actions set starts_at = visit.column2 from (values ${sql.join(rows)}) as visit
    where entity_id = ${entityId} and sequence = visit.column1 and sequence between ${first} and ${last}`.execute(trx)
}
