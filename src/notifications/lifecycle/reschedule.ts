import { sql } from 'kysely'
import { revokeCheckinTokens } from '../../checkin/issued-token.ts'
import { preparedIn } from '../../database/prepared.ts'
import type { NotificationKey } from '../../visits/notification.ts'
import { events } from './events.ts'
import { type AnswerVerb, recordAnswer } from './record-answer.ts'

/** In UTF-16 code units, like `maxlength` in HTML. */
export const maxWishLength = 500

/** The contact requests another time, with an optional wish. A later wish replaces the earlier one. The
 *  request is not done, even if staff dealt with an earlier one. Revokes the check-in token. */
export const reschedule: AnswerVerb = async (trx, _settings, notice, answer, now) => {
  const answered = await recordAnswer(
    trx,
    notice,
    answer,
    now,
    async (key) => () => revokeCheckinTokens(trx, key, 'another-time', now),
  )
  if (answered.outcome === 'unchanged') {
    await askAgain(trx, { entityId: notice.entity.id, id: notice.notification.id, wish: answer.wish ?? null })
  }
  return answered
}

const askAgain = preparedIn((database, { entityId, id, wish }: NotificationKey & { wish: string | null }) =>
  database
    .updateTable('notifications')
    .set({ wish: sql`coalesce(${wish}, wish)`, done_at: null, done_by: null })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('state', '=', events.reschedule.to),
)
