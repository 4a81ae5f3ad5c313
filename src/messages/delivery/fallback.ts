import { type Kysely, type Selectable, sql } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Instant, type Microseconds, seconds } from '../../platform/time/instant.ts'
import { deliveryIsOptedOut } from '../opt-outs/delivery-is-opted-out.ts'
import { hasLeft } from './reach.ts'
import { entitySettings } from './settings.ts'

/** Returns how long the entity waits for an answer before it uses the next address. Undefined: it uses all at once. */
export async function fallbackDelay(database: Kysely<Schema>, entityId: string): Promise<Microseconds | undefined> {
  const { fallback } = await entitySettings(database, entityId)
  return (
    fallback && seconds(Temporal.Duration.from(fallback.after).total({ unit: 'seconds', relativeTo: '2026-01-01' }))
  )
}

type Delivery = Selectable<Schema['deliveries']>

/** Whether an address was not used, because an address before it was. */
export const isUnused = ({ fallback_rank, sent_at, state }: Pick<Delivery, 'fallback_rank' | 'sent_at' | 'state'>) =>
  fallback_rank > 0 && sent_at === null && (state === 'pending' || state === 'stopped')

/** Returns until when a delivery waits for an answer to the addresses before it. Undefined: it goes now. An address that failed, was
 *  stopped, was removed, or opted out is passed over. If a message is still being retried, the delay counts from its due time. */
export async function endOfFallbackDelay(
  database: Kysely<Schema>,
  { deliverForMicros }: Pick<Config, 'deliverForMicros'>,
  {
    entity_id,
    notification_id,
    delivery_id,
    fallback_rank,
  }: Pick<Delivery, 'entity_id' | 'notification_id' | 'delivery_id' | 'fallback_rank'>,
  now: Instant,
): Promise<Instant | undefined> {
  if (fallback_rank === 0) return undefined
  const after = (await fallbackDelay(database, entity_id)) ?? 0
  const before = await database
    .selectFrom('deliveries')
    .select([
      'state',
      'reason',
      'sent_at',
      'give_up_at',
      'removed',
      'fallback_rank',
      deliveryIsOptedOut(entity_id).as('opted_out'),
    ])
    .where('entity_id', '=', entity_id)
    .where('notification_id', '=', notification_id)
    .where('kind', 'in', ['notice', 'moved'])
    .where(sql<boolean>`(fallback_rank, delivery_id) < (${fallback_rank}, ${delivery_id})`)
    .execute()
  const dueAt = ({ give_up_at }: { give_up_at: Instant }) => give_up_at - deliverForMicros
  // The client may have asked not to send the notice before a time.
  const begins = before.filter((one) => one.fallback_rank === 0).map(dueAt)
  const used = before.filter(
    ({ state, reason, removed, opted_out }) =>
      (state === 'pending' || hasLeft({ state, reason })) && removed === 0 && opted_out === 0,
  )
  const until = Math.max(...begins, ...used.map((one) => (one.sent_at ?? dueAt(one)) + after))
  return until > now ? until : undefined
}
