import { sql, type Transaction } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Instant, seconds } from '../../platform/time/instant.ts'
import { inZone, startOfDay } from '../../platform/time/zones/zone-time.ts'
import type { LeasedDelivery } from './leased-delivery.ts'
import { entitySettings, type Limit } from './settings.ts'

// A message that is later than this reserves a new slot. Otherwise a backlog would be sent at once.
const maxLateMicros = seconds(5)

/** Why the limit of an entity delays a message. */
export interface Throttle {
  until: Instant
  reason: 'daily limit' | 'rate limit'
  /** The slot that the message has reserved. */
  slotAt: Instant | null
}

/** Counts a message towards the limit of its entity and channel. Returns until when it waits, or undefined: it goes now. All
 *  processes share the counter. */
export async function reserveSlot(
  database: Database,
  delivery: LeasedDelivery,
  now: Instant,
): Promise<Throttle | undefined> {
  const { entity_id, channel, attempts, slot_at } = delivery
  const { limits = [] } = await entitySettings(database, entity_id)
  const limit = limits.find((one) => one.channel === channel)
  if (!limit || (slot_at !== null && slot_at <= now && now <= slot_at + maxLateMicros)) return undefined
  // A retry does not count again, nor does a message that missed its slot.
  const isNew = attempts === 1 && slot_at === null
  return database.writeFor(entity_id, (trx) => reserve(trx, entity_id, limit, isNew, now))
}

async function reserve(
  trx: Transaction<Schema>,
  entityId: string,
  { channel, per_second, per_day }: Limit,
  isNew: boolean,
  now: Instant,
): Promise<Throttle | undefined> {
  const { time_zone } = await trx
    .selectFrom('entities')
    .select('time_zone')
    .where('entity_id', '=', entityId)
    .executeTakeFirstOrThrow()
  const today = inZone(now, time_zone).toPlainDate()
  const [day, added] = [`${today}`, isNew ? 1 : 0]
  const intervalMicros = per_second === undefined ? 0 : Math.round(seconds(1) / per_second)
  const counter = await trx
    .insertInto('message_counters')
    .values({ entity_id: entityId, channel, day, messages: added, next_slot_at: now + intervalMicros })
    .onConflict((conflict) =>
      conflict
        .columns(['entity_id', 'channel'])
        .doUpdateSet({
          // Never back: the count of a day does not begin again when clocks differ or the zone changes.
          day: sql<string>`case when message_counters.day < ${day} then ${day} else message_counters.day end`,
          messages: sql<number>`case when message_counters.day < ${day} then 0 else message_counters.messages end + ${added}`,
          next_slot_at: sql<Instant>`case when message_counters.next_slot_at > ${now} then message_counters.next_slot_at else ${now} end + ${intervalMicros}`,
        })
        .where(
          per_day === undefined
            ? sql<boolean>`true`
            : sql<boolean>`message_counters.day < ${day} or message_counters.messages + ${added} <= ${per_day}`,
        ),
    )
    .returning('next_slot_at')
    .executeTakeFirst()
  if (!counter) {
    const tomorrow = startOfDay(today.add({ days: 1 }), time_zone)
    return { until: tomorrow, reason: 'daily limit', slotAt: null }
  }
  const slotAt = counter.next_slot_at - intervalMicros
  return slotAt <= now ? undefined : { until: slotAt, reason: 'rate limit', slotAt }
}
