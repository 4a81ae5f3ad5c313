import { messageFolder } from '../../channels/open-channels.ts'
import type { Config } from '../../platform/config/config.ts'
import { acrossEntities } from '../../platform/database/across-entities.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import type { SteadyClock } from '../../platform/scheduling/steady-clock.ts'
import type { Work } from '../../platform/scheduling/workers.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { inZone } from '../../platform/time/zones/zone-time.ts'
import { type EraseContext, eraseSome, erasureWorkName } from './erase.ts'
import { eraseReturned } from './erase-returned.ts'

const erasuresAtOnce = 50
const nightHours = [1, 2, 3, 4]
// Rewriting a large database again and again would stop its writes.
const pauseMs = 60_000

export interface ErasureContext extends Pick<EraseContext, 'database' | 'audit'> {
  secret: Secret
  steadyClock: SteadyClock
  config: Config
}

/** The erasures of all entities. After the start, it also erases the contacts again whom a restored backup has brought back. */
export function erasureWork({ database, audit, secret, steadyClock, config }: ErasureContext): Work {
  let hasLookedForReturned = false
  return {
    name: erasureWorkName,
    personal: 'contact',
    slots: 1,
    async startDue({ pause, signal }) {
      const clock = await steadyClock.next()
      if (!clock) return 0
      if (!hasLookedForReturned) await eraseReturned(database, secret, signal)
      hasLookedForReturned = true
      return eraseDue({ database, audit, outbox: messageFolder(config) }, clock.now()).catch((error) => {
        pause(pauseMs)
        throw error
      })
    },
  }
}

/** Works on the due erasures. Returns how many have more to do now. */
export async function eraseDue(context: EraseContext, now: Instant): Promise<number> {
  const due = await dueErasures(context.database)
  let more = 0
  for (const erasure of due)
    if (erasure.erased_at === null && (await eraseSome(context, erasure, now)) === 'more') more++
  if (more === 0 && due.length > 0) await finish(context.database, now)
  return more
}

const dueErasures = (database: Database) =>
  acrossEntities(
    database,
    database
      .selectFrom('erasures')
      .innerJoin('entities', 'entities.entity_id', 'erasures.entity_id')
      .select(['erasures.entity_id', 'erasure_id', 'created_at', 'erased_at', 'time_zone'])
      .where('finished_at', 'is', null),
    { orderBy: ['created_at', 'erasure_id'], limit: erasuresAtOnce },
  )

const isNight = (now: Instant, zone: string) => nightHours.includes(Number(inZone(now, zone).hour))

/** Ends the erasures whose rows are gone. The files of the database are rewritten once for all of them. */
async function finish(database: Database, now: Instant) {
  const erased = (await dueErasures(database)).filter(({ erased_at }) => erased_at !== null)
  if (erased.length === 0) return
  if (database.engine.isScrubSlow() && !erased.some(({ time_zone }) => isNight(now, time_zone))) return
  await database.engine.scrub()
  for (const [entityId, erasures] of Map.groupBy(erased, ({ entity_id }) => entity_id)) {
    const ids = erasures.map(({ erasure_id }) => erasure_id)
    await database.writeFor(entityId, (trx) =>
      trx
        .updateTable('erasures')
        .set({ finished_at: now })
        .where('entity_id', '=', entityId)
        .where('erasure_id', 'in', ids)
        .execute(),
    )
  }
}
