import { type SqlBool, sql } from 'kysely'
import type { DeliveryKey } from '../../channels/incoming.ts'
import type { ChannelName } from '../../channels/registry.ts'
import type { Config } from '../../platform/config/config.ts'
import { isFree, leaseDue, selectDue } from '../../platform/database/due-rows.ts'
import { oneOf } from '../../platform/database/one-of.ts'
import { leaseMicros } from '../../platform/scheduling/lease.ts'
import { hours, type Instant } from '../../platform/time/instant.ts'
import type { OutcomeContext } from './context.ts'
import type { DueDelivery, Position } from './entity-queues.ts'
import { FairScan, type QueueKey } from './fair-scan.ts'
import { groupByAddress, othersDue, takesJointTexts } from './joint-texts.ts'
import { answeringKinds } from './kind.ts'
import { type LeasedDelivery, leasedColumns } from './leased-delivery.ts'

/** The due deliveries of a channel, of all entities. */
export interface DueDeliveries {
  scan: FairScan
  /** Leases deliveries that are still due, and counts the attempt. Returns groups: a group may become one message. */
  lease(due: DeliveryKey[], now: Instant): Promise<LeasedDelivery[][]>
}

interface DueContext extends Pick<OutcomeContext, 'database' | 'log'> {
  config: Pick<Config, 'deliverForMicros'>
}

/** A stop of the service delayed an attempt that starts later than this after its time. */
const minStopMicros = hours(1)

const table = { name: 'deliveries', id: 'delivery_id', at: 'next_attempt_at' } as const

/** The outbox has no other cross-entity statement. `config.deliverForMicros` is the time from the first attempt to the last. A stop of
 *  the service does not count. */
export function dueDeliveries({ database, config, log }: DueContext, channel: ChannelName): DueDeliveries {
  const { deliverForMicros } = config
  const isDueNow = (now: Instant) =>
    sql<SqlBool>`channel = ${channel} and next_attempt_at <= ${now} and ${isFree(now, leaseMicros)}`
  const isDue = (now: Instant) => sql<SqlBool>`state = 'pending' and ${isDueNow(now)}`
  const leasing = {
    ...table,
    leaseMicros,
    columns: leasedColumns,
    // An expression, so that PostgreSQL reads the key rather than the partial index, which has the entries of all deliveries that
    // were sent during a long snapshot.
    isDue: (now: Instant) => sql<SqlBool>`state || '' = 'pending' and ${isDueNow(now)}`,
    alsoSet: (now: Instant) => ({
      attempts: sql<number>`deliveries.attempts + 1`,
      joint_id: sql<null>`null`,
      give_up_at: sql<Instant>`case
        when deliveries.attempts = 0 then ${now + deliverForMicros}
        when deliveries.next_attempt_at < ${now - minStopMicros} then deliveries.give_up_at + ${now} - deliveries.next_attempt_at
        else deliveries.give_up_at end`,
    }),
  }
  const select = (isWanted: typeof isDue, count: number, now: Instant, after: Position | undefined) =>
    selectDue(database, { ...table, alsoSelect: ['kind'], isDue: isWanted }, count, now, after) as Promise<
      DueDelivery[]
    >
  return {
    scan: new FairScan(
      (count, now, after) => select(isDue, count, now, after),
      (key, count, now, after) => select((at) => sql<SqlBool>`${isDue(at)} and ${isOf(key)}`, count, now, after),
    ),
    async lease(due, now) {
      const leased = await leaseDue<'delivery_id', LeasedDelivery>(database, leasing, due, now)
      if (!takesJointTexts(channel)) return leased.map((one) => [one])
      // The leased deliveries are sent despite an error: otherwise they would wait until their lease ends.
      const others = await othersDue(database, leased, now)
        .then((some) => leaseDue<'delivery_id', LeasedDelivery>(database, leasing, some, now))
        .catch((err) => {
          log.warn(
            { channel, err },
            'The service sends texts for one address separately, because it cannot lease them together',
          )
          return []
        })
      return groupByAddress([...leased, ...others])
    },
  }
}

// An expression instead of the column: both engines must read the index of due deliveries, which is in order, rather than
// all deliveries of the entity.
const isOf = ({ entityId, isAnswer }: QueueKey) =>
  sql<SqlBool>`entity_id || '' = ${entityId} and kind ${sql.raw(isAnswer ? 'in' : 'not in')} ${oneOf(answeringKinds)}`
