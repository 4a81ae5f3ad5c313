import { revokeCheckinTokens } from '../checkin/issued-token.ts'
import { stateChange } from './change-state.ts'
import { type AnswerVerb, recordAnswer } from './record-answer.ts'

const change = stateChange('cancel', 'answered_at', 'answered_by', 'wish')

/** The contact will not come. Revokes the check-in token. */
export const cancel: AnswerVerb = (trx, _sending, subject, answer, now) =>
  recordAnswer(trx, subject, answer, now, {
    change: (key) => change(trx, { ...key, answered_at: now, answered_by: answer.by ?? null, wish: null }),
    after: (key) => revokeCheckinTokens(trx, key, 'cancelled', now),
  })
