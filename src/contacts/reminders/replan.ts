import { sql, type Transaction } from 'kysely'
import { acrossEntities } from '../../platform/database/across-entities.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { remindedStates } from '../../visits/state.ts'

const entitiesAtOnce = 20
// On SQLite, updating them blocks the event loop for some milliseconds.
const visitsAtOnce = 500

/** After a change of an entity's settings, makes its coming visits due, some at a time. Returns the number of entities that had
 *  such visits. */
export async function replanSome(database: Database, now: Instant): Promise<number> {
  const entities = await acrossEntities(
    database,
    database
      .selectFrom('entities')
      .select(['entity_id', sql<Instant>`replan_after`.as('after')])
      .where('replan_after', 'is not', null),
    { orderBy: [], limit: entitiesAtOnce },
  )
  await Promise.all(
    entities.map(({ entity_id, after }) => database.writeFor(entity_id, (trx) => replan(trx, entity_id, after, now))),
  )
  return entities.length
}

/** A change meanwhile begins again. */
async function replan(trx: Transaction<Schema>, entityId: string, after: Instant, now: Instant) {
  const last = await trx
    .selectFrom('notifications')
    .select(sql<Instant>`starts_at`.as('at'))
    .where('entity_id', '=', entityId)
    .where('starts_at', '>', after)
    .orderBy('starts_at')
    .offset(sql.lit(visitsAtOnce - 1))
    .limit(sql.lit(1))
    .executeTakeFirst()
  await trx
    .updateTable('notifications')
    .set({ next_due_at: now })
    .where('entity_id', '=', entityId)
    .where('starts_at', '>', after)
    .$if(last !== undefined, (visits) => visits.where('starts_at', '<=', last!.at))
    .where('state', 'in', remindedStates)
    // A new visit is planned in any case.
    .where((eb) => eb.or([eb('next_due_at', 'is', null), eb('next_due_at', '>', now)]))
    .execute()
  await trx
    .updateTable('entities')
    .set({ replan_after: last?.at ?? null })
    .where('entity_id', '=', entityId)
    .where('replan_after', '=', after)
    .execute()
}
