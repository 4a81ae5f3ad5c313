import { type Static, Type } from 'typebox'
import { channelNames } from '../../channels/registry.ts'
import { Id } from '../../entities/entity-properties.ts'
import { Duration } from '../../platform/time/duration.ts'
import { plugins } from '../../visits/plugins/registry.ts'
import { remindedStates } from '../../visits/state.ts'
import { defaultSteps } from './default-steps.ts'

/** A step of a sequence: when a reminder falls due, and in which states of the notification the service sends it. */
export const Step = Type.Object(
  {
    before: Duration(
      'PT15M',
      'P90D',
      "How long before the visit, as an ISO 8601 duration of weeks, days, hours and minutes: P7D, PT3H. Days are calendar days at the visit's time of day, hours are elapsed hours. At least 15 minutes, and at most 90 days.",
    ),
    states: Type.Array(Type.Enum(remindedStates), {
      minItems: 1,
      maxItems: remindedStates.length,
      description: 'The states in which the contact gets this reminder.',
    }),
    channels: Type.Optional(
      Type.Array(Type.Enum(channelNames), {
        minItems: 1,
        maxItems: channelNames.length,
        description: 'Only addresses of these channels. Without it: all that the notice used.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type Step = Static<typeof Step>

const Sequence = Type.Object(
  {
    category: Id,
    target: Id,
    steps: Type.Array(Step, { maxItems: 10, description: 'The reminders of a visit. An empty list: none.' }),
  },
  { additionalProperties: false },
)

const hasPlugin = ({ category, target }: Pair) =>
  plugins.some((plugin) => plugin.category === category && plugin.target === target)

/** The reminders of an entity: a sequence for each plugin. */
export const Reminders = Type.Refine(
  Type.Refine(
    Type.Object(
      {
        sequences: Type.Array(Sequence, {
          maxItems: 100,
          description: 'The sequences by category and target. A plugin without a sequence has the default.',
        }),
      },
      {
        $id: 'Reminders',
        description: 'When contacts are reminded of their visits.',
        additionalProperties: false,
        examples: [
          {
            sequences: [
              {
                category: 'medical',
                target: 'appointment',
                steps: [
                  { before: 'P7D', states: ['open', 'rescheduling'], channels: ['email'] },
                  { before: 'PT3H', states: ['open', 'confirmed', 'rescheduling'] },
                ],
              },
            ],
          },
        ],
      },
    ),
    ({ sequences }) => sequences.every(hasPlugin),
    () =>
      `must have sequences of these plugins only: ${plugins.map(({ category, target }) => `${category}/${target}`).join(', ')}`,
  ),
  ({ sequences }) =>
    new Set(sequences.map(({ category, target }) => `${category}/${target}`)).size === sequences.length,
  () => 'must have one sequence for each category and target',
)
export type Reminders = Static<typeof Reminders>

interface Pair {
  category: string
  target: string
}

/** Returns the steps of a plugin's visits. */
export const stepsOf = ({ sequences }: Reminders, { category, target }: Pair): Step[] =>
  sequences.find((one) => one.category === category && one.target === target)?.steps ?? defaultSteps

/** Returns the reminders with the default where a plugin has no sequence. */
export const withDefaults = (reminders: Reminders): Reminders => ({
  sequences: plugins.map(({ category, target }) => ({
    category,
    target,
    steps: stepsOf(reminders, { category, target }),
  })),
})
