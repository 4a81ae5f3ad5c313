import { acrossEntities } from '../../platform/database/across-entities.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import type { SteadyClock } from '../../platform/scheduling/steady-clock.ts'
import type { Work } from '../../platform/scheduling/workers.ts'
import { type Clock, formatInstant, minutes } from '../../platform/time/instant.ts'
import type { RemovedRows } from '../personal-data/remove.ts'
import { nightAt } from './cutoffs.ts'
import { nightOf, nightOfService } from './night.ts'
import { removeOldFiles } from './old-files.ts'
import { type DeletionContext, retentionWorkName } from './remove-due.ts'
import { endingTables } from './remove-ended.ts'

const lookEveryMicros = minutes(10)
// Of the time of the night, the deletion takes a third: readers and writers have the rest.
const pausesPerBatch = 2

interface RetentionContext extends DeletionContext {
  steadyClock: SteadyClock
  metrics: Pick<Metrics, 'rowRemoved'>
  /** The folder of messages as files. */
  outbox: string
}

/** The deletion at night of data whose period is over. Several processes may run it: each finds what the others left. */
export function retentionWork({ database, audit, steadyClock, metrics, outbox }: RetentionContext): Work {
  /** The latest night of each entity that is complete. */
  const complete = new Map<string, string>()
  let work: AsyncGenerator<RemovedRows[]> | undefined
  let lookAt = Number.NEGATIVE_INFINITY
  let latest: Pick<Clock, 'now'>
  return {
    name: retentionWorkName,
    personal: 'contacts',
    slots: 1,
    async startDue({ pause }) {
      const clock = await steadyClock.next()
      // A clock that is wrong after a start would delete too much.
      if (!clock || clock.now() < clock.graceEndsAt) return 0
      if (!work && clock.monotonic() < lookAt) return 0
      const began = clock.monotonic()
      latest = clock
      work ??= pass({ database, audit, outbox, complete, clock: { now: () => latest.now() } })
      const { done, value } = await work.next().catch((error) => {
        work = undefined
        throw error
      })
      for (const [table, count] of (value ?? []).flatMap(Object.entries<number>)) metrics.rowRemoved(table, count)
      if (done) {
        work = undefined
        lookAt = clock.monotonic() + lookEveryMicros
        return 0
      }
      pause(Math.ceil((pausesPerBatch * (clock.monotonic() - began)) / 1_000))
      return 1
    },
  }
}

interface Pass extends Pick<RetentionContext, 'database' | 'audit' | 'outbox'> {
  complete: Map<string, string>
  clock: Pick<Clock, 'now'>
}

const service = ''

/** Works for the service once a day, and for each entity once in its night. */
async function* pass({ database, audit, outbox, complete, clock }: Pass): AsyncGenerator<RemovedRows[]> {
  const tables = await endingTables(database)
  const today = formatInstant(clock.now()).slice(0, 10)
  if (complete.get(service) !== today) {
    yield* nightOfService(database, tables, clock)
    await removeOldFiles(outbox, clock.now())
    complete.set(service, today)
  }
  for (const { entity_id, time_zone } of await allEntities(database)) {
    const night = nightAt(clock.now(), time_zone)
    if (night === undefined || complete.get(entity_id) === night) continue
    for await (const removed of nightOf({ database, audit }, tables, entity_id, clock)) {
      yield removed
      if (nightAt(clock.now(), time_zone) !== night) break
    }
    complete.set(entity_id, night)
  }
}

const allEntities = (database: Database) =>
  acrossEntities(database, database.selectFrom('entities').select(['entity_id', 'time_zone']), {
    orderBy: ['entity_id'],
    limit: 1_000_000,
  })
