import type { AnswerName } from '../../plugins/answer-name.ts'
import { cancel } from './cancel.ts'
import { confirm } from './confirm.ts'
import type { AnswerVerb } from './record-answer.ts'
import { reschedule } from './reschedule.ts'

const verbs: Record<AnswerName, AnswerVerb> = { confirm, reschedule, cancel }

/** Applies the answer by its verb. */
export const answer: AnswerVerb = (trx, settings, notice, given, now) =>
  verbs[given.action](trx, settings, notice, given, now)
