import type { Kysely } from 'kysely'
import type { Address } from '../../channels/address.ts'
import { type Entity, readEntity } from '../../entities/entity.ts'
import { deliveriesWithNotifications } from '../../messages/delivery/deliveries-with-notifications.ts'
import { isToAddress } from '../../messages/delivery/to-address.ts'
import { mayBeSent } from '../../messages/delivery/told-addresses.ts'
import { isAnswerable, isUnanswered } from '../../notifications/lifecycle/transitions.ts'
import { acrossEntities } from '../../platform/database/across-entities.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { hours, type Instant } from '../../platform/time/instant.ts'
import { type Notification, readNotification } from '../../visits/notification.ts'
import type { AnswerName, VisitTimes } from '../../visits/plugins/plugin.ts'
import { offeredAnswers, timesOfVisit } from '../../visits/plugins/registry.ts'
import type { State } from '../../visits/state.ts'

/** A notice to an address, with the state of its notification. */
export interface Notice {
  deliveryId: string
  /** The address as the clinic spelt it. */
  uid: string
  entity: Entity
  notification: Notification
  state: State
  times: VisitTimes | undefined
  /** Whether the clinic has removed the address from the visit. */
  isRemoved: boolean
  /** Whether the notice was sent, or may have been. */
  isSent: boolean
  sentAt: Instant | null
  /** When the notification was last answered. */
  answeredAt: Instant | null
  /** The notice's number in a question of the last 24 hours, the ambiguous answer, and the time of the question. */
  asked: { number: number; action: AnswerName; at: Instant } | undefined
}

const askedForMicros = hours(24)
// Many contacts may share an address, and a placeholder may stand for thousands.
const maxNotices = 100

/** Finds the notices that an address may have received, latest first, one per notification. A reply names no entity, so
 *  this is the only lookup that has nothing but an address. */
export async function noticesTo(database: Kysely<Schema>, address: Address, now: Instant): Promise<Notice[]> {
  const page = { orderBy: ['delivery_id'], direction: 'desc', limit: maxNotices } as const
  const rows = await acrossEntities(database, selectNotices(database, address), page)
  const notices = rows.map((row) => noticeOf(row, now))
  return [...new Map(notices.toReversed().map((notice) => [notice.notification.id, notice])).values()].reverse()
}

const selectNotices = (database: Kysely<Schema>, address: Address) =>
  deliveriesWithNotifications(database)
    .where(isToAddress(address))
    .where('deliveries.kind', 'in', ['notice', 'moved'])
    .where('deliveries.attempts', '>', 0)
    // The address has got no message of a test.
    .where('deliveries.test', '=', 0)
    .select([
      'deliveries.delivery_id',
      'deliveries.uid',
      'deliveries.removed',
      'deliveries.sent_at',
      'deliveries.lease_until',
    ])
    .select(['notifications.answered_at', 'deliveries.asked_number', 'deliveries.asked_action', 'deliveries.asked_at'])

type NoticeRow = Awaited<ReturnType<ReturnType<typeof selectNotices>['executeTakeFirstOrThrow']>>

function noticeOf(row: NoticeRow, now: Instant): Notice {
  const notification = readNotification(row)
  const { sent_at, asked_number, asked_action, asked_at } = row
  const isAsked = asked_number !== null && asked_action && asked_at !== null && asked_at > now - askedForMicros
  return {
    deliveryId: row.delivery_id,
    uid: row.uid,
    entity: readEntity(row),
    notification,
    state: row.state,
    times: timesOfVisit(notification),
    isRemoved: row.removed === 1,
    // A contact may answer before the service has recorded that the notice was sent.
    isSent: mayBeSent(row),
    sentAt: sent_at,
    answeredAt: row.answered_at,
    asked: isAsked ? { number: asked_number, action: asked_action, at: asked_at } : undefined,
  }
}

/** Returns the notices that can still be answered, earliest appointment first. */
export const answerable = (notices: Notice[], now: Instant): Notice[] =>
  notices
    .filter(({ state, isSent, isRemoved }) => isSent && !isRemoved && isAnswerable(state))
    .filter(({ times }) => times === undefined || times.answersCloseAt > now)
    .sort((one, other) => (one.times?.startsAt ?? 0) - (other.times?.startsAt ?? 0))

/** Whether the contact can give this answer to the notice. */
export const offers = ({ notification }: Notice, action: AnswerName) => offeredAnswers(notification).includes(action)

/** Returns the notices without an answer, or all if each has one. A new answer is for one of these. */
export function unansweredOrAll(notices: Notice[]): Notice[] {
  const open = notices.filter(({ state }) => isUnanswered(state))
  return open.length > 0 ? open : notices
}
