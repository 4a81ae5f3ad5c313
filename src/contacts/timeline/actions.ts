import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { formatInstant } from '../../platform/time/instant.ts'
import { type AnswerName, answerNames } from '../../visits/plugins/plugin.ts'
import type { NotificationRow } from './notifications-of-visit.ts'
import type { PlacedEvent } from './placed-event.ts'

type ActionRow = Awaited<ReturnType<ReturnType<typeof latestActions>['execute']>>[number]

/** The maximum number of actions, of messages and of notes. A contact can change an answer as often as they like. */
export const maxOfKind = 1_000

/** Selects the latest actions on notifications, the latest first within each. Ordered only by the sequence, SQLite would read all actions
 *  of the entity. */
export const latestActions = (database: Kysely<Schema>, entityId: string, ids: string[]) =>
  database
    .selectFrom('actions')
    .select(['notification_id', 'at', 'action', 'channel', 'acted_by', 'reason'])
    .where('entity_id', '=', entityId)
    .where('notification_id', 'in', ids)
    .orderBy('notification_id', 'desc')
    .orderBy('sequence', 'desc')
    .limit(sql.lit(maxOfKind))

/** Returns the answers, and the arrivals and their annulments.
 *  @param latest the actions of the notification, the latest first */
export function actionEvents(notification: NotificationRow, latest: ActionRow[]): PlacedEvent[] {
  const actions = latest.toReversed()
  const last = actions.findLastIndex(({ action }) => isAnswer(action))
  const lastArrival = actions.findLastIndex(({ action }) => action === 'arrive')
  return actions.map(({ at, action, channel, acted_by, reason }, index) => {
    const who = { at: formatInstant(at), by: acted_by ?? 'contact' }
    const because = reason ?? (index === lastArrival ? notification.arrived_reason : null)
    const wish = index === last && notification.wish !== null && { wish: notification.wish }
    const slot = index === last && notification.slot !== null && { slot: formatInstant(notification.slot) }
    const desk = { ...who, ...(because !== null && { reason: because }) }
    return {
      place: at,
      event: isAnswer(action)
        ? { type: 'answered', ...who, answer: action, channel, ...wish, ...slot }
        : { type: action === 'annul' ? 'annulled' : 'arrived', ...desk },
    }
  })
}

const isAnswer = (action: string): action is AnswerName => answerNames.some((answer) => answer === action)
