import type { Database } from '../../platform/database/database.ts'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { WorkClock } from '../../platform/scheduling/steady-clock.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { hasVisitAgain } from '../../visits/has-visit-again.ts'
import type { MessageContext } from '../compose/message-context.ts'
import { deliveryIsOptedOut } from '../opt-outs/delivery-is-opted-out.ts'
import { endOfQuietHours } from '../quiet-hours/end-of-quiet-hours.ts'
import { addressRemoved, isAddressOfVisit } from './address-of-visit.ts'
import type { DeliveryContext, UnsentReason } from './context.ts'
import { endOfFallbackDelay } from './fallback.ts'
import { type HeldReason, heldReasons, retiredPauseMicros, tooLate } from './held.ts'
import { isSentIn } from './kind.ts'
import type { LeasedDelivery } from './leased-delivery.ts'
import { deliveryIsMarked, undeliverable } from './undeliverable.ts'
import { usefulUntil } from './useful-until.ts'

/** Returns why a message is not sent now, by the current state of its visit. Undefined: it is sent. */
export async function whyUnsent(
  { database, config, clock }: DeliveryContext,
  delivery: LeasedDelivery,
  message: Omit<MessageContext, 'linkUrl'>,
): Promise<UnsentReason | undefined> {
  const { kind } = delivery
  const now = clock.now()
  if (!isSentIn(message.state, kind)) return { stopped: message.state }
  const useful = usefulUntil(kind, message)
  if (useful <= now) return endTooLate(delivery, useful, clock)
  const stopped = await reasonToStop(database, delivery)
  if (stopped !== undefined) return { stopped }
  const { entity_id: entityId, notification_id: id } = delivery
  if (kind === 'answer' && !(await isAddressOfVisit(database, { entityId, id }, delivery)))
    return { stopped: addressRemoved }
  if (message.entity.retired_at !== undefined)
    return { until: now + retiredPauseMicros, reason: 'entity retired' satisfies HeldReason }
  if (kind === 'withdrawn' && (await hasVisitAgain(database, message.notification))) return { stopped: 'superseded' }
  const until = await endOfFallbackDelay(database, config, delivery, now)
  if (until !== undefined) return { until, reason: 'fallback' satisfies HeldReason }
  // The next day begins at night: a response that the daily limit delayed is not prompt any more.
  const isPrompt = delivery.reason !== 'daily limit'
  const untilOpen =
    delivery.urgent && isPrompt ? undefined : await endOfQuietHours(database, isPrompt ? kind : 'notice', message, now)
  if (untilOpen !== undefined) return { until: untilOpen, reason: 'quiet hours' satisfies HeldReason }
  return undefined
}

/** Ends a message that is no longer of use to the contact. A message that was useless from the start is stopped, and has not failed.
 *  While the clock may be wrong, or devices still send the arrivals that they kept during a stop, the service gives up nothing. */
function endTooLate(
  { attempts, reason, next_attempt_at }: LeasedDelivery,
  useful: Instant,
  clock: WorkClock,
): UnsentReason {
  if (reason === null && useful <= next_attempt_at) return { stopped: 'too late' }
  if (clock.now() < clock.graceEndsAt) return { until: clock.graceEndsAt, reason: 'after a stop' satisfies HeldReason }
  const hasFailed = attempts > 1 && reason !== null && !heldReasons.some((one) => one === reason)
  return { failed: hasFailed ? reason : tooLate }
}

/** Returns why a leased delivery is not sent: its address accepts no messages, or it was stopped since. Undefined: it is sent. */
async function reasonToStop(
  database: Database,
  { entity_id, delivery_id }: LeasedDelivery,
): Promise<string | undefined> {
  const [row] = await selectReasons(database, { entity_id, delivery_id })
  const { state, reason } = row!
  if (row!.opted_out) return 'opted out'
  if (row!.undeliverable) return undeliverable
  return state === 'stopped' ? (reason ?? state) : undefined
}

const selectReasons = preparedStatement(
  (database, { entity_id, delivery_id }: Pick<LeasedDelivery, 'entity_id' | 'delivery_id'>) =>
    database
      .selectFrom('deliveries')
      .select([
        'state',
        'reason',
        deliveryIsOptedOut(entity_id).as('opted_out'),
        deliveryIsMarked(entity_id).as('undeliverable'),
      ])
      .where('entity_id', '=', entity_id)
      .where('delivery_id', '=', delivery_id),
)
