import type { Kysely } from 'kysely'
import type { AnswerName } from '../answers/answer.ts'
import type { Schema } from '../database/schema.ts'
import { deliveredNotices } from '../delivery/delivered-notices.ts'
import type { Entity } from '../entities/entity.ts'
import type { Instant } from '../instant.ts'
import { type Notification, readNotification } from '../notifications/notification.ts'
import { type State, transitions } from '../notifications/state.ts'
import { findPlugin } from '../plugins/registry.ts'

/** A notice that went to a telephone, and how its notification stands. */
export interface Notice {
  deliveryId: string
  entity: Entity
  notification: Notification
  state: State
  startsAt: Instant | undefined
  /** Whether it went out, as far as we know. */
  isSent: boolean
  /** When it was last asked about by number: which, and as the meaning of what answer. */
  asked: { number: number; action: AnswerName } | undefined
}

/** The notices that a telephone may have got, the latest first, one for each notification. A text names no entity: this is
 *  the one look-up that goes by the address alone. */
export async function noticesTo(database: Kysely<Schema>, uid: string): Promise<Notice[]> {
  const rows = await deliveredNotices(database)
    .where('deliveries.channel', '=', 'mobile')
    .where('deliveries.uid', '=', uid)
    .where('deliveries.kind', '=', 'notice')
    .where('deliveries.attempts', '>', 0)
    .orderBy('deliveries.delivery_id', 'desc')
    .select(['deliveries.delivery_id', 'deliveries.sent_at', 'deliveries.state as delivery_state'])
    .select(['deliveries.asked_number', 'deliveries.asked_action'])
    .execute()
  const notices = rows.map((row) => {
    const notification = readNotification(row)
    const { name, time_zone, language, asked_number, asked_action } = row
    return {
      deliveryId: row.delivery_id,
      entity: { id: row.entity_id, name, time_zone, language },
      notification,
      state: row.state,
      startsAt: findPlugin(notification.category, notification.target)?.startsAt(notification.params),
      // A line may break after the provider took it.
      isSent: row.sent_at !== null || row.delivery_state === 'pending',
      asked: asked_number !== null && asked_action ? { number: asked_number, action: asked_action } : undefined,
    }
  })
  return [...new Map(notices.toReversed().map((notice) => [notice.notification.id, notice])).values()].reverse()
}

/** Of these notices those that an answer may be meant for, the earliest appointment first: those that wait for one, or
 *  else those that can change. */
export function answerable(notices: Notice[], now: Instant): Notice[] {
  const possible = notices
    .filter(({ state, isSent }) => isSent && transitions[state].confirm)
    .filter(({ startsAt }) => startsAt === undefined || startsAt > now)
    .sort((one, other) => (one.startsAt ?? 0) - (other.startsAt ?? 0))
  const open = possible.filter(({ state }) => state === 'open')
  return open.length > 0 ? open : possible
}
