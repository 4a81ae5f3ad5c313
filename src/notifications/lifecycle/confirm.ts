import { endOfVisitDay, issueCheckinToken, tokensOf } from '../../checkin/issued-token.ts'
import { addConfirmations } from '../../delivery/outbox.ts'
import { expectedUntil, timesOfVisit } from '../../plugins/registry.ts'
import { type AnswerVerb, recordAnswer } from './record-answer.ts'

/** The contact will come. Issues the check-in token, and mails its QR code to the mail addresses of the notice. */
export const confirm: AnswerVerb = (trx, settings, notice, answer, now) =>
  recordAnswer(trx, notice, answer, now, async (key) => {
    const earlier = await tokensOf(trx, key)
    return async (notification, deliveries) => {
      const times = timesOfVisit(notification)
      const expiresAt = times === undefined ? null : endOfVisitDay(expectedUntil(times), notice.entity.time_zone)
      await issueCheckinToken(trx, settings.secret, notification, earlier.length, expiresAt)
      await addConfirmations(trx, settings, key, deliveries, now)
    }
  })
