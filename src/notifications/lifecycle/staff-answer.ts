import { type Static, Type } from 'typebox'
import { invalidBody } from '../../platform/errors/invalid-body.ts'
import { withoutCharacters } from '../../platform/text/text-schemas.ts'
import { answerNames } from '../../visits/plugins/plugin.ts'
import { notificationStates } from '../../visits/state.ts'
import { maxWishLength } from './answer.ts'
import type { LockedNotification } from './lock.ts'

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
    replaces: Type.Optional(
      Type.Object(
        {
          state: Type.Enum(notificationStates),
          wish: Type.Optional(Type.String({ maxLength: maxWishLength, description: 'Absent: it has no wish.' })),
        },
        {
          additionalProperties: false,
          description:
            'The state and the wish of the notification that the answer replaces. If it has others by now, the service records nothing: 409 `answered-since`. So an Undo does not replace a later answer of the contact.',
        },
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

/** Whether the notification still has the answer that this one replaces. */
export const isCurrent = ({ replaces }: StaffAnswer, { state, wish }: LockedNotification) =>
  replaces === undefined || (replaces.state === state && (replaces.wish ?? null) === wish)

/** @throws Problem invalid-body for a wish with another answer than `reschedule` */
export function requireMatchingWish({ action, wish }: StaffAnswer) {
  if (wish === undefined || action === 'reschedule') return
  throw invalidBody([{ pointer: '/wish', reason: 'must be absent unless the action is reschedule' }])
}
