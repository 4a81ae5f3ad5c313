import { type Kysely, sql } from 'kysely'
import { ofSameAddress } from '../../messages/delivery/delivery-joins.ts'
import { reasonOfOptOut } from '../../messages/opt-outs/delivery-is-opted-out.ts'
import { isQuiet, type Quiet } from '../../messages/quiet-hours/quiet-hours.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import { maxOfKind } from './actions.ts'
import type { PlacedEvent } from './placed-event.ts'
import type { TimelineEvent } from './timeline.ts'

export type PlacedMessage = PlacedEvent<Extract<TimelineEvent, { type: 'message' }>>

type Deliveries = Awaited<ReturnType<typeof deliveriesOf>>

/** Reads the latest messages of the notifications, in the order of their creation. */
export const deliveriesOf = async (database: Kysely<Schema>, entityId: string, ids: string[]) => {
  const latest = await database
    .selectFrom('deliveries')
    .leftJoin('opt_outs', (join) => join.on(ofSameAddress))
    .leftJoin('written_messages', (join) =>
      join
        .onRef('written_messages.entity_id', '=', 'deliveries.entity_id')
        .onRef('written_messages.delivery_id', '=', 'deliveries.delivery_id'),
    )
    .select([
      ...([
        'deliveries.notification_id',
        'deliveries.delivery_id',
        'kind',
        'deliveries.channel',
        'deliveries.uid',
      ] as const),
      ...(['state', 'sent_at', 'delivered_at', 'next_attempt_at', 'deliveries.reason'] as const),
      ...(['text', 'written_by'] as const),
      reasonOfOptOut(entityId).as('opted_out'),
    ])
    .where('deliveries.entity_id', '=', entityId)
    .where('deliveries.notification_id', 'in', ids)
    .orderBy('deliveries.notification_id', 'desc')
    .orderBy('deliveries.delivery_id', 'desc')
    .limit(sql.lit(maxOfKind))
    .execute()
  return latest.toReversed()
}

/** Returns the events of a notification's messages. A message that the end of the notification stopped comes before the end. */
export const messageEvents = (
  deliveries: Deliveries,
  endedAt: Instant | null,
  quiet: Quiet,
  now: Instant,
): PlacedMessage[] =>
  deliveries.map(
    ({
      delivery_id,
      kind,
      channel,
      uid,
      state,
      sent_at,
      delivered_at,
      next_attempt_at,
      reason,
      opted_out,
      ...row
    }) => ({
      place:
        sent_at ?? (state === 'stopped' && endedAt !== null ? Math.min(next_attempt_at, endedAt) : next_attempt_at),
      event: {
        type: 'message',
        id: delivery_id,
        ...(sent_at !== null && { at: formatInstant(sent_at) }),
        kind,
        channel,
        uid,
        state,
        ...(row.written_by !== null && { by: row.written_by, text: row.text! }),
        ...(delivered_at !== null && { delivered_at: formatInstant(delivered_at) }),
        ...(state === 'pending' && { next_attempt_at: formatInstant(next_attempt_at) }),
        ...(state === 'pending' &&
          waitsForDay(next_attempt_at, quiet, now) && { waits_for: 'end-of-quiet-hours' as const }),
        ...(reason !== null && { reason }),
        ...(opted_out !== null && { opted_out }),
      },
    }),
  )

/** Whether the quiet hours end at the next attempt. */
const waitsForDay = (nextAttemptAt: Instant, quiet: Quiet, now: Instant) =>
  nextAttemptAt > now && isQuiet(nextAttemptAt - 1, quiet) && !isQuiet(nextAttemptAt, quiet)
