import { type SqlBool, sql } from 'kysely'
import type { ChannelName } from '../../channels/registry.ts'
import { acrossEntities } from '../../platform/database/across-entities.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Clock, hours, type Instant, seconds } from '../../platform/time/instant.ts'

/** The maximum of a count: there may be more messages. */
export const maxBacklog = 10_000
// The longest delay before the next attempt.
const retriesWithinMicros = hours(1)
const freshMicros = seconds(10)

export interface Backlog {
  /** How many messages are due, or wait for their next attempt; at most `maxBacklog`. */
  count: number
  /** When the oldest of them was due, or first tried. */
  since?: Instant
}

/** Returns a function that counts the overdue messages of a channel, without those that wait for the end of quiet hours or for a
 *  limit. It caches each count for ten seconds. */
export function backlogCounter(database: Database, clock: Clock, deliverForMicros: number) {
  const found = new Map<string, { at: number; backlog: Promise<Backlog> }>()
  return (channel: ChannelName): Promise<Backlog> => {
    const known = found.get(channel)
    if (known && clock.monotonic() - known.at < freshMicros) return known.backlog
    const backlog = readBacklog(database, channel, clock.now(), deliverForMicros)
    found.set(channel, { at: clock.monotonic(), backlog })
    // A failure is not cached.
    backlog.catch(() => found.delete(channel))
    return backlog
  }
}

async function readBacklog(database: Database, channel: ChannelName, now: Instant, deliverForMicros: number) {
  const due = database
    .selectFrom('deliveries')
    .select(['next_attempt_at', 'give_up_at', 'delivery_id'])
    // As in the index of due deliveries.
    .where(sql<SqlBool>`state = 'pending'`)
    .where(sql<SqlBool>`channel = ${channel} and next_attempt_at <= ${now + retriesWithinMicros}`)
    .where(sql<SqlBool>`(next_attempt_at <= ${now} or attempts > 0)`)
  const rows = await acrossEntities(database, due, { orderBy: ['next_attempt_at', 'delivery_id'], limit: maxBacklog })
  const since = rows.reduce(
    (oldest, row) => Math.min(oldest, row.next_attempt_at, row.give_up_at - deliverForMicros),
    Number.POSITIVE_INFINITY,
  )
  return rows.length === 0 ? { count: 0 } : { count: rows.length, since }
}
