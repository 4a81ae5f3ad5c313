import { type Static, Type } from 'typebox'
import { invalidBody } from '../../invalid-body.ts'
import { without } from '../../name.ts'
import { answerNames } from '../../plugins/answer-name.ts'
import { maxWishLength } from './reschedule.ts'

/** An answer that the contact gave by telephone or at the desk. */
export const ToldAnswer = Type.Object(
  {
    action: Type.Enum(answerNames, { description: 'The answer of the contact.' }),
    wish: Type.Optional(
      without(
        /[^\P{Cc}\n]/u,
        'must not contain control characters other than line breaks',
        Type.String({
          minLength: 1,
          maxLength: maxWishLength,
          description: 'Only with `reschedule`: what the contact said about another time.',
        }),
      ),
    ),
  },
  {
    $id: 'ToldAnswer',
    description: 'An answer that the contact gave by telephone or at the desk.',
    additionalProperties: false,
    examples: [{ action: 'reschedule', wish: 'Mondays after 17:00' }],
  },
)
export type ToldAnswer = Static<typeof ToldAnswer>

/** @throws Problem invalid-body for a wish with another answer than `reschedule` */
export function requireMatchingWish({ action, wish }: ToldAnswer) {
  if (wish === undefined || action === 'reschedule') return
  throw invalidBody([{ pointer: '/wish', reason: 'must be absent unless the action is reschedule' }])
}
