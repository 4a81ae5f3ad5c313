import { type Static, type TSchema, Type } from 'typebox'
import { Address } from '../../channels/address.ts'
import { addressNotes } from '../../channels/channel.ts'
import { parseInstant } from '../../platform/time/instant.ts'
import { instantText } from '../../platform/time/instant-text.ts'
import { Contact, ExternalId, exampleNotification, VisitKeys } from '../../visits/notification.ts'
import type { Plugin } from '../../visits/plugins/plugin.ts'
import { plugins } from '../../visits/plugins/registry.ts'
import { maxSlots } from '../../visits/slots.ts'
import { submissionOutcomes } from './submission-outcome.ts'

export const maxItems = 1_000
export const maxAddresses = 10

/** The maximum of an item's `files` and `inferred_data` together: bytes of JSON in UTF-8, and values. */
export const maxFiles = { bytes: 8_192, values: 512 }

const itemOf = <Params extends TSchema>(params: Params) =>
  Type.Object(
    {
      external_id: ExternalId,
      contact: Contact,
      addresses: Type.Array(Address, {
        maxItems: maxAddresses,
        description: 'The service sends the notice to each address. Without an address, it sends nothing.',
      }),
      params,
      files: Type.Optional(
        Type.Array(Type.Unknown(), {
          maxItems: 20,
          description: `What the check-in by token returns as \`files\`. Together with \`inferred_data\`, at most ${maxFiles.bytes} bytes of JSON in UTF-8 and ${maxFiles.values} values.`,
        }),
      ),
      inferred_data: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          maxProperties: maxFiles.values,
          description: 'What the check-in by token returns as `inferred_data`.',
        }),
      ),
      slots: Type.Optional(
        Type.Array(instantText('An instant.'), {
          maxItems: maxSlots,
          description:
            'Other times that the clinic offers: distinct instants ahead (RFC 3339 with an offset). A contact who asks for another time can take one of them. Then the clinic decides, by a move or a withdrawal. Each submission replaces the offered times; nobody is told of them. Not for a category and target without the answer `reschedule`.',
        }),
      ),
      send_at: Type.Optional(
        instantText(
          'The service does not send the notice before this instant (RFC 3339 with an offset). Without it, it sends the notice at once. It must be before the visit, and before its answers close.',
        ),
      ),
      version: Type.Optional(
        Type.Refine(
          Type.Unsafe<number | string>({
            type: ['integer', 'string'],
            minimum: 0,
            maximum: Number.MAX_SAFE_INTEGER,
            maxLength: 64,
            description:
              "The version of the visit in the client's own system: an integer, or the instant of its last change (RFC 3339 with an offset). The service ignores an item whose version is older than the stored one.",
          }),
          (value) => typeof value === 'number' || parseInstant(value) !== undefined,
          () => 'must be an integer, or an RFC 3339 instant with an offset, such as 2026-03-29T09:00:00+01:00',
        ),
      ),
    },
    { additionalProperties: false },
  )

const onFault = Type.Optional(
  Type.Enum(['refuse', 'skip'], {
    description:
      '`refuse`: one fault rejects the request. `skip`: the service accepts the items without a fault, and lists the faults of the others.',
  }),
)
const dryRun = Type.Optional(
  Type.Boolean({ description: 'With `true`, the response is the same, and the service stores and sends nothing.' }),
)

const submissionOf = ({ category, target, submittedParams }: Plugin) =>
  Type.Object(
    {
      category: Type.Literal(category, { description: 'The category of the notifications.' }),
      target: Type.Literal(target, { description: 'The target of the notifications.' }),
      on_fault: onFault,
      dry_run: dryRun,
      notifications: Type.Array(itemOf(submittedParams), {
        minItems: 1,
        maxItems,
        description: 'The notifications, each with a key of its own.',
      }),
    },
    { title: `${category}/${target}`, additionalProperties: false },
  )

const submissions = plugins.map(submissionOf)

/** The body of a request that submits a task: a union of the plugins' own. */
// The type of a union needs a tuple. All members have the same type.
export const Submission = Type.Union(submissions as [(typeof submissions)[number]], {
  $id: 'Submission',
  description: 'The notifications of a task.',
  examples: plugins.map(exampleOf),
})
export type Submission = Static<typeof Submission>
export type Item = Submission['notifications'][number]

/** Returns the schema of the items of each plugin. */
export const itemSchemas = new Map(
  plugins.map((plugin, index) => [plugin, submissions[index]!.properties.notifications.items]),
)

function exampleOf({ category, target, submittedParams }: Plugin) {
  const { external_id, contact } = exampleNotification
  const addresses = [{ channel: 'mobile', uid: '+351912345678' }]
  const [params] = (submittedParams as { examples?: object[] }).examples ?? []
  return { category, target, notifications: [{ external_id, contact, addresses, params }] }
}

/** The response to an accepted task. */
export const Task = Type.Object(
  {
    task_id: Type.String({ description: 'The id of the task.' }),
    notifications: Type.Array(
      Type.Object({
        id: Type.String({ description: 'The id of the notification.' }),
        external_id: VisitKeys.external_id,
        outcome: Type.Enum(submissionOutcomes, {
          description:
            "`created`: a new visit, also under the key of a visit that was withdrawn, or was another contact's. `unchanged`: the stored visit is the same. `updated`: its details changed. `moved`: its start changed, and `id` is the new notification. `stale`: the stored version is newer, and nothing changed.",
        }),
      }),
      { description: 'The accepted notifications, in the order of the request.' },
    ),
    faults: Type.Optional(
      Type.Array(
        Type.Object({
          parameter: Type.String({ description: 'A JSON pointer into the body.' }),
          reason: Type.String({
            description:
              'The rule that the value breaks; `in-the-past` for a visit in the past; `erased` for a contact whose data the clinic has erased.',
          }),
        }),
        { description: 'With `on_fault: "skip"`, the faults of the rejected items: at least one for each item.' },
      ),
    ),
    notes: Type.Optional(
      Type.Array(
        Type.Object({
          parameter: Type.String({ description: 'A JSON pointer into the body.' }),
          kind: Type.Enum(addressNotes, {
            description:
              '`repaired`: the service corrected the address in the only way that makes it valid. `landline`: the address for texts is a landline.',
          }),
          reason: Type.String({ description: 'What the service did, or doubts.' }),
        }),
        {
          description:
            'What to know of the addresses of accepted items, up to 1,000 notes. Absent if there is none. An item that is the same as the stored one has none.',
        },
      ),
    ),
  },
  {
    $id: 'Task',
    description: 'A task, with the outcome of each notification.',
    examples: [
      {
        task_id: '019d3960-6c00-7d0f-8f0e-2a7d1b6c5e40',
        notifications: [{ id: '019d3960-6c01-7a53-9c61-0f6d2b8e7a15', external_id: 'A-1102', outcome: 'created' }],
      },
    ],
  },
)
export type Task = Static<typeof Task>
