import { revokeCheckinTokens } from '../checkin/issued-token.ts'
import { preparedIn } from '../database/prepared.ts'
import type { NotificationKey } from '../notifications/notification.ts'
import { stateChange } from './change-state.ts'
import { events } from './events.ts'
import { type AnswerVerb, recordAnswer } from './record-answer.ts'

/** In UTF-16 code units, like `maxlength` in HTML. */
export const maxWishLength = 500

const change = stateChange('reschedule', 'answered_at', 'answered_by', 'wish')

/** The contact requests another time, with an optional wish. A later wish replaces the earlier one. Revokes
 *  the check-in token. */
export const reschedule: AnswerVerb = (trx, _sending, subject, answer, now) =>
  recordAnswer(trx, subject, answer, now, {
    async change(key) {
      const wish = answer.wish || null
      const changed = await change(trx, { ...key, answered_at: now, answered_by: answer.by ?? null, wish })
      if (changed.length === 0 && wish !== null) await changeWish(trx, { ...key, wish })
      return changed
    },
    after: (key) => revokeCheckinTokens(trx, key, 'moved', now),
  })

const changeWish = preparedIn((database, { entityId, id, wish }: NotificationKey & { wish: string }) =>
  database
    .updateTable('notifications')
    .set({ wish })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('state', '=', events.reschedule.to),
)
