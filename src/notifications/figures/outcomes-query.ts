import { type Static, Type } from 'typebox'
import { Id } from '../../entities/entity-properties.ts'
import { repeatable } from '../../platform/lists/pages.ts'

const groupNames = ['doctor', 'weekday', 'week', 'reminder'] as const
export type GroupName = (typeof groupNames)[number]

const isMinute = (text: string) => {
  try {
    return Temporal.PlainDateTime.from(text) !== undefined
  } catch {
    return false
  }
}

export const OutcomesQuery = Type.Object(
  {
    by: Type.Optional(
      Type.Enum(groupNames, {
        description:
          "Also counts the visits in groups. `doctor`: as submitted. `weekday` (1 is Monday) and `week` (the date of its Monday): of the start, in the entity's zone. `reminder`: `none`, `answered-before`, `answered-after` or `unanswered`, by the last answer before the visit.",
      }),
    ),
    until: Type.Optional(
      Type.Refine(
        Type.String({
          pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$',
          description:
            'Counts as over only the visits that were over at this date and time of the entity, such as 2026-03-30T14:05. Compare a day that is not over with the same hour of the day before.',
        }),
        isMinute,
        () => 'must be a date and a time, such as 2026-03-30T14:05',
      ),
    ),
    doctor: repeatable(
      Type.String({ minLength: 1, maxLength: 256 }),
      'Only visits with these doctors, by `params.doctor`.',
    ),
    category: repeatable(Id, 'Only notifications of these categories.'),
    target: repeatable(Id, 'Only notifications of these targets.'),
  },
  { additionalProperties: false },
)
export type OutcomesQuery = Static<typeof OutcomesQuery>
