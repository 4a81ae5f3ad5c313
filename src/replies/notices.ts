import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { deliveredNotices } from '../delivery/delivered-notices.ts'
import type { Entity } from '../entities/entity.ts'
import { hours, type Instant } from '../instant.ts'
import { isAnswerable } from '../lifecycle/events.ts'
import type { AnswerName } from '../notifications/answer-name.ts'
import { type Notification, readNotification } from '../notifications/notification.ts'
import type { State } from '../notifications/state.ts'
import { startOfVisit } from '../plugins/registry.ts'

/** A notice that went to a telephone, and how its notification stands. */
export interface Notice {
  deliveryId: string
  entity: Entity
  notification: Notification
  state: State
  startsAt: Instant | undefined
  /** Whether it went out, as far as we know. */
  isSent: boolean
  sentAt: Instant | null
  /** Where it was asked about by number within a day: which, as the meaning of what answer, and when. */
  asked: { number: number; action: AnswerName; at: Instant } | undefined
}

const askedForMicros = hours(24)
// Of a telephone that many share, or a placeholder: enough for all that may be meant.
const maxNotices = 100

/** The notices that a telephone may have got, the latest first, one for each notification. A text names no entity: this is
 *  the one look-up that goes by the address alone. */
export async function noticesTo(database: Kysely<Schema>, uid: string, now: Instant): Promise<Notice[]> {
  const rows = await deliveredNotices(database)
    // As a literal, or no plan that is made once sees that the index holds all of these.
    .where('deliveries.channel', '=', sql.lit('mobile'))
    .where('deliveries.uid', '=', uid)
    .where('deliveries.kind', '=', 'notice')
    .where('deliveries.attempts', '>', 0)
    .orderBy('deliveries.delivery_id', 'desc')
    .limit(sql.lit(maxNotices))
    .select(['deliveries.delivery_id', 'deliveries.sent_at', 'deliveries.state as delivery_state'])
    .select(['deliveries.asked_number', 'deliveries.asked_action', 'deliveries.asked_at', 'deliveries.reason'])
    .execute()
  const notices = rows.map((row) => {
    const notification = readNotification(row)
    const { name, time_zone, language, sent_at, asked_number, asked_action, asked_at } = row
    const isAsked = asked_number !== null && asked_action && asked_at !== null && asked_at > now - askedForMicros
    return {
      deliveryId: row.delivery_id,
      entity: { id: row.entity_id, name, time_zone, language },
      notification,
      state: row.state,
      startsAt: startOfVisit(notification),
      // Or is on its way: who answers at once may be quicker than our note of it.
      isSent: sent_at !== null || (row.delivery_state === 'pending' && row.reason === null),
      sentAt: sent_at,
      asked: isAsked ? { number: asked_number, action: asked_action, at: asked_at } : undefined,
    }
  })
  return [...new Map(notices.toReversed().map((notice) => [notice.notification.id, notice])).values()].reverse()
}

/** Of these notices those that can still be answered, the earliest appointment first. */
export const changeable = (notices: Notice[], now: Instant): Notice[] =>
  notices
    .filter(({ state, isSent }) => isSent && isAnswerable(state))
    .filter(({ startsAt }) => startsAt === undefined || startsAt > now)
    .sort((one, other) => (one.startsAt ?? 0) - (other.startsAt ?? 0))

/** Of notices that can be answered those that an answer is meant for: those that wait for one, or else all. */
export function waiting(notices: Notice[]): Notice[] {
  const open = notices.filter(({ state }) => state === 'open')
  return open.length > 0 ? open : notices
}
