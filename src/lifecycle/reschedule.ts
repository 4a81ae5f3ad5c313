import { revokeCheckinTokens } from '../checkin/issued-token.ts'
import { preparedIn } from '../database/prepared.ts'
import type { NotificationKey } from '../notifications/notification.ts'
import { events } from './events.ts'
import { type AnswerVerb, recordAnswer } from './record-answer.ts'

/** In UTF-16 code units, like `maxlength` in HTML. */
export const maxWishLength = 500

/** The contact requests another time, with an optional wish. A later wish replaces the earlier one. Revokes
 *  the check-in token. */
export const reschedule: AnswerVerb = async (trx, _sending, subject, answer, now) => {
  const answered = await recordAnswer(
    trx,
    subject,
    answer,
    now,
    async (key) => () => revokeCheckinTokens(trx, key, 'moved', now),
  )
  if (answered.outcome === 'unchanged' && answer.wish) {
    await changeWish(trx, { entityId: subject.entity.id, id: subject.notification.id, wish: answer.wish })
  }
  return answered
}

const changeWish = preparedIn((database, { entityId, id, wish }: NotificationKey & { wish: string }) =>
  database
    .updateTable('notifications')
    .set({ wish })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('state', '=', events.reschedule.to),
)
