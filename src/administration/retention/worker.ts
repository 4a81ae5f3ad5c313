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
  /** The latest day of the work for the service. */
  const serviceDay = { latest: '' }
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
      work ??= pass({ database, audit, outbox, serviceDay, clock: { now: () => latest.now() } })
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
  serviceDay: { latest: string }
  clock: Pick<Clock, 'now'>
}

/** Works for the service once a day, and for each entity once a night. */
async function* pass({ database, audit, outbox, serviceDay, clock }: Pass): AsyncGenerator<RemovedRows[]> {
  const tables = await endingTables(database)
  const today = formatInstant(clock.now()).slice(0, 10)
  if (serviceDay.latest !== today) {
    yield* nightOfService(database, tables, clock)
    await removeOldFiles(outbox, clock.now())
    serviceDay.latest = today
  }
  for (const { entity_id, time_zone, last_night } of await allEntities(database)) {
    const night = () => nightAt(clock.now(), time_zone, last_night)
    const { today, isOver, isDue } = night()
    if (isDue) {
      for await (const removed of nightOf({ database, audit }, tables, entity_id, clock)) {
        yield removed
        if (!night().isDue) break
      }
      await storeNight(database, entity_id, today)
    } else if (isOver && last_night === null) {
      // From now on, missed nights count.
      await storeNight(database, entity_id, today)
    }
  }
}

const allEntities = (database: Database) =>
  acrossEntities(database, database.selectFrom('entities').select(['entity_id', 'time_zone', 'last_night']), {
    orderBy: ['entity_id'],
    limit: 1_000_000,
  })

const storeNight = (database: Database, entityId: string, last_night: string) =>
  database.writeFor(entityId, (trx) =>
    trx.updateTable('entities').set({ last_night }).where('entity_id', '=', entityId).execute(),
  )
