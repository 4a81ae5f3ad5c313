import { type Static, Type } from 'typebox'
import { Event } from '../../log/events/event.ts'
import { withoutCharacters } from '../../platform/text/text-schemas.ts'

const outcomes = ['applied', 'failed'] as const
export const Outcome = Type.Enum(outcomes, {
  description: '`applied`: the source has applied the event. `failed`: it could not, for the reason given.',
})
export type Outcome = (typeof outcomes)[number]

const sequence = (description: string) => Type.Integer({ minimum: 1, maximum: 999_999_999_999_999, description })

/** What a source says about one event. */
export const NewAcknowledgement = Type.Object(
  {
    sequence: sequence('The sequence of the event, in the event log.'),
    outcome: Outcome,
    reason: Type.Optional(
      withoutCharacters(
        /\p{Cc}/u,
        'must not contain control characters',
        Type.String({
          minLength: 1,
          maxLength: 500,
          description: 'Why the source could not apply the event. Staff read it, so name it with every failure.',
        }),
      ),
    ),
  },
  {
    $id: 'NewAcknowledgement',
    additionalProperties: false,
    description: 'What a source says about one event.',
    examples: [
      { sequence: 17, outcome: 'applied' },
      { sequence: 18, outcome: 'failed', reason: 'No patient with the number P-77' },
    ],
  },
)
export type NewAcknowledgement = Static<typeof NewAcknowledgement>

const acknowledgedEvent = {
  sequence: 18,
  kind: 'notification',
  date: '2026-03-29T09:00:00.000000+00:00',
  notification_id: '019d3960-6c01-7a53-9c61-0f6d2b8e7a15',
  change: 'withdrawn',
  external_id: 'A-1102',
  category: 'medical',
  target: 'appointment',
  starts_at: '2026-03-30T08:30:00.000000+00:00',
} as const

/** The latest word of a source on one event, with the event. */
export const Acknowledgement = Type.Object(
  {
    sequence: sequence('The sequence of the event.'),
    source: Type.Object(
      {
        id: Type.String({ description: 'The id of the access token.' }),
        name: Type.String({ description: 'The name of the access token.' }),
      },
      { description: 'The source: the access token that acknowledged the event.' },
    ),
    outcome: Outcome,
    reason: Type.Optional(Type.String({ description: 'Why the source could not apply the event.' })),
    at: Type.String({ description: 'When the source said so, in UTC.' }),
    resent_at: Type.Optional(
      Type.String({
        description: 'When staff last had the event sent again, in UTC. The source has not acknowledged it since.',
      }),
    ),
    event: Event,
  },
  {
    $id: 'Acknowledgement',
    description: 'The latest word of a source on one event, with the event.',
    examples: [
      {
        sequence: 18,
        source: { id: '019d3960-11aa-7b02-8c55-52a1c0ffee01', name: 'Practice system' },
        outcome: 'failed',
        reason: 'No patient with the number P-77',
        at: '2026-03-29T09:00:03.120000+00:00',
        event: acknowledgedEvent,
      },
    ],
  },
)
export type Acknowledgement = Static<typeof Acknowledgement>
