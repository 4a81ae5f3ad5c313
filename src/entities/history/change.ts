import { type Static, Type } from 'typebox'

/** The resources of an entity whose changes are recorded. */
export const resourceNames = [
  ...(['entity', 'logo', 'quiet-hours', 'reminders', 'retention', 'settings'] as const),
  ...(['mapping', 'opt-out', 'template', 'webhook'] as const),
] as const
export type ResourceName = (typeof resourceNames)[number]

/** A change of a resource. */
export const Change = Type.Object(
  {
    at: Type.String({ description: 'When the resource was changed, in UTC.' }),
    by: Type.String({ description: 'The name of the credential that changed it.' }),
    resource: Type.Enum(resourceNames, { description: 'What was changed.' }),
    name: Type.Optional(
      Type.String({
        description:
          'Which one: the name of a mapping, the id of a webhook, the channel and the address of an opt-out, or the last part of the path of a template.',
      }),
    ),
    before: Type.Optional(Type.Unknown({ description: 'The resource before the change. Absent if there was none.' })),
    after: Type.Optional(Type.Unknown({ description: 'The resource after the change. Absent if there is none now.' })),
  },
  {
    $id: 'Change',
    description: 'A change of an entity, or of what belongs to it.',
    examples: [
      {
        at: '2026-03-29T09:14:02.104233+00:00',
        by: 'Rita Melo',
        resource: 'quiet-hours',
        before: { hours: [], holidays: [] },
        after: { hours: [{ from: '21:00', to: '08:00' }], holidays: [] },
      },
    ],
  },
)
export type Change = Static<typeof Change>
