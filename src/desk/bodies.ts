import { type Static, Type } from 'typebox'
import { maxWishLength } from '../lifecycle/reschedule.ts'
import { visibleText } from '../name.ts'
import { answerNames } from '../notifications/answer-name.ts'

const without = (controls: RegExp, rule: string, text: Type.TString) =>
  visibleText(
    Type.Refine(
      text,
      (value) => !controls.test(value),
      () => rule,
    ),
  )

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

const reason = (description: string) =>
  without(/\p{Cc}/u, 'must not contain control characters', Type.String({ minLength: 1, maxLength: 500, description }))

/** When a contact arrived, for an arrival that a desk reports later, and why staff mark an arrival that would be rejected. */
export const ArrivalDetails = Type.Object(
  {
    at: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'When the contact arrived, for an arrival that the desk kept while it had no connection: an RFC 3339 instant of the last 24 hours. Without it, the contact arrives now.',
      }),
    ),
    force: Type.Optional(
      Type.Boolean({
        description:
          'Records the arrival also outside of the window, with an expired check-in token, and with the token of a contact who has since cancelled or asked for another time. Needs `reason`.',
      }),
    ),
    reason: Type.Optional(reason('Only with `force`: why staff mark the arrival all the same, for the records.')),
  },
  {
    $id: 'ArrivalDetails',
    description: 'When the contact arrived, and why staff mark the arrival all the same.',
    additionalProperties: false,
    examples: [{ at: '2026-03-30T08:12:31Z' }, { force: true, reason: 'The doctor is running late' }],
  },
)

/** Whether staff have dealt with the contact's request for another time. */
export const DoneChange = Type.Object(
  { done: Type.Boolean({ description: 'Whether staff have dealt with the request for another time.' }) },
  {
    $id: 'DoneChange',
    description: "Whether staff have dealt with the contact's request for another time.",
    additionalProperties: false,
    examples: [{ done: true }],
  },
)

/** Why staff reverse an arrival. */
export const AnnulmentReason = Type.Object(
  {
    reason: reason('Why the arrival is wrong, for the records.'),
  },
  {
    $id: 'AnnulmentReason',
    description: 'Why staff reverse an arrival.',
    additionalProperties: false,
    examples: [{ reason: 'Scanned the code of another contact' }],
  },
)
