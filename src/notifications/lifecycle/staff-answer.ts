import { type Static, Type } from 'typebox'
import { invalidBody } from '../../invalid-body.ts'
import { answerNames } from '../../plugins/plugin.ts'
import { withoutCharacters } from '../../text-schemas.ts'
import { maxWishLength } from './answer.ts'

/** An answer that the contact gave by telephone or at the desk. */
export const StaffAnswer = Type.Object(
  {
    action: Type.Enum(answerNames, { description: 'The answer of the contact.' }),
    wish: Type.Optional(
      withoutCharacters(
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
export type StaffAnswer = Static<typeof StaffAnswer>

/** @throws Problem invalid-body for a wish with another answer than `reschedule` */
export function requireMatchingWish({ action, wish }: StaffAnswer) {
  if (wish === undefined || action === 'reschedule') return
  throw invalidBody([{ pointer: '/wish', reason: 'must be absent unless the action is reschedule' }])
}
