import { sql } from 'kysely'
import { acrossEntities } from '../../platform/database/across-entities.ts'
import type { Database } from '../../platform/database/database.ts'
import type { SteadyClock } from '../../platform/scheduling/steady-clock.ts'
import type { Work } from '../../platform/scheduling/workers.ts'
import { hours, type Instant, type Microseconds } from '../../platform/time/instant.ts'

const everyMicros = hours(1)
// Some milliseconds on SQLite. The pause leaves the event loop and the writer to requests.
const atOnce = 500
const pauseMs = 20

interface DeletionContext {
  database: Database
  steadyClock: SteadyClock
  config: { auditMicros: Microseconds }
}

/** Deletes the entries that are older than AUDIT_DAYS, once an hour, entity by entity. */
export function auditDeletion({ database, steadyClock, config }: DeletionContext): Work {
  let nextAt = 0
  let after = ''
  let current: string | undefined
  return {
    name: 'old audit entries',
    personal: 'none',
    slots: 1,
    async startDue({ pause }) {
      const clock = await steadyClock.next()
      if (!clock || clock.now() < nextAt) return 0
      current ??= await entityAfter(database, after)
      after = current ?? ''
      if (current === undefined) {
        nextAt = clock.now() + everyMicros
        return 0
      }
      const deleted = await deleteSome(database, current, clock.now() - config.auditMicros)
      if (deleted < atOnce) current = undefined
      pause(pauseMs)
      return 1
    },
  }
}

/** Returns the next entity that has entries. Those of refused requests may name others than `entities` has. */
async function entityAfter(database: Database, after: string): Promise<string | undefined> {
  const entities = database.selectFrom('audit_entries').select('entity_id').where('entity_id', '>', after)
  return (await acrossEntities(database, entities, { orderBy: ['entity_id'], limit: 1 }))[0]?.entity_id
}

/** Deletes the oldest entries before `until`. Returns their number. */
async function deleteSome(database: Database, entityId: string, until: Instant): Promise<number> {
  const old = database
    .selectFrom('audit_entries as old')
    .select(['at', 'entry_id'])
    .where('old.entity_id', '=', entityId)
    .where('at', '<', until)
    .orderBy('at')
    .orderBy('entry_id')
    .limit(sql.lit(atOnce))
  const { numDeletedRows } = await database.writeFor(entityId, (trx) =>
    trx
      .deleteFrom('audit_entries')
      .where('entity_id', '=', entityId)
      .where(({ eb, refTuple }) => eb(refTuple('at', 'entry_id'), 'in', old.$asTuple('at', 'entry_id')))
      .executeTakeFirstOrThrow(),
  )
  return Number(numDeletedRows)
}
