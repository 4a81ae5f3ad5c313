import { type Static, Type } from 'typebox'
import { invalidBody, throwIfFaulty } from '../../platform/errors/invalid-body.ts'
import { withoutCharacters } from '../../platform/text/text-schemas.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { instantText } from '../../platform/time/instant-text.ts'
import { answerNames } from '../../visits/plugins/plugin.ts'
import { slotOf } from '../../visits/slots.ts'
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
    slot: Type.Optional(
      instantText('Only with `reschedule`: the time that the contact takes, one of the `slots` that are still ahead.'),
    ),
    replaces: Type.Optional(
      Type.Object(
        {
          state: Type.Enum(notificationStates),
          wish: Type.Optional(Type.String({ maxLength: maxWishLength, description: 'Absent: it has no wish.' })),
          slot: Type.Optional(instantText('Absent: the contact has taken none of the offered times.')),
        },
        {
          additionalProperties: false,
          description:
            'The state, the wish and the taken time of the notification that the answer replaces. If it has others by now, the service records nothing: 409 `answered-since`. So an Undo does not replace a later answer of the contact.',
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
export const isCurrent = ({ replaces }: StaffAnswer, { state, wish, slot }: LockedNotification) =>
  replaces === undefined ||
  (replaces.state === state && (replaces.wish ?? null) === wish && slotOf(replaces) === (slot ?? undefined))

/** @throws Problem invalid-body for a wish or a slot with another answer than `reschedule` */
export function requireMatchingWish(answer: StaffAnswer) {
  if (answer.action === 'reschedule') return
  const reason = 'must be absent unless the action is reschedule'
  const given = (['wish', 'slot'] as const).filter((name) => answer[name] !== undefined)
  throwIfFaulty(given.map((name) => ({ pointer: `/${name}`, reason })))
}

/** @throws Problem invalid-body for a time that the clinic no longer offers */
export function refuseSlot(slot: Instant, now: Instant): never {
  const reason = slot <= now ? 'in-the-past' : 'must be one of the slots of the notification'
  throw invalidBody([{ pointer: '/slot', reason }])
}
