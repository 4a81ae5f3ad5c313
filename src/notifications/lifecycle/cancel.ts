import { revokeCheckinTokens } from '../../checkin/issued-token.ts'
import { type AnswerVerb, recordAnswer } from './record-answer.ts'

/** The contact will not come. Revokes the check-in token. */
export const cancel: AnswerVerb = (trx, _settings, notice, answer, now) =>
  recordAnswer(trx, notice, answer, now, async (key) => () => revokeCheckinTokens(trx, key, 'cancelled', now))
