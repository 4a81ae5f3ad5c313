import { type Static, Type } from 'typebox'
import { Address } from '../../channels/address.ts'
import { Id } from '../../entities/entity.ts'
import { ForeignKey } from '../../foreign-key.ts'
import { parseInstant } from '../../instant.ts'
import type { JsonSize } from '../../json-size.ts'
import { Contact } from '../../visits/notification.ts'

export const maxItems = 1_000
export const maxAddresses = 10

/** The maximum of an item's `files` and `inferred_data` together: bytes of JSON in UTF-8, and values. */
export const maxFiles: JsonSize = { bytes: 8_192, values: 512 }

export const Item = Type.Object(
  {
    external_id: ForeignKey,
    contact: Contact,
    addresses: Type.Array(Address, {
      maxItems: maxAddresses,
      description: 'The service sends the notice to each address. Without an address, it sends nothing.',
    }),
    params: Type.Record(Type.String(), Type.Unknown(), { description: 'The params of the category and target.' }),
    files: Type.Optional(
      Type.Array(Type.Unknown(), {
        maxItems: 20,
        description: `What the check-in by token returns as \`files\`. Together with \`inferred_data\`, at most ${maxFiles.bytes} bytes of JSON in UTF-8 and ${maxFiles.values} values.`,
      }),
    ),
    inferred_data: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'What the check-in by token returns as `inferred_data`.',
      }),
    ),
    send_at: Type.Optional(
      Type.Refine(
        Type.String({
          maxLength: 64,
          description:
            'The service does not send the notice before this instant (RFC 3339 with an offset). Without it, it sends the notice at once. It must be before the visit, and before its answers close.',
        }),
        (text) => parseInstant(text) !== undefined,
        () => 'must be an RFC 3339 instant with an offset, such as 2026-03-29T09:00:00+01:00',
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
export type Item = Static<typeof Item>

const members = {
  category: Id,
  target: Id,
  on_fault: Type.Optional(
    Type.Enum(['refuse', 'skip'], {
      description:
        '`refuse`: one fault rejects the request. `skip`: the service accepts the items without a fault, and lists the faults of the others.',
    }),
  ),
  dry_run: Type.Optional(
    Type.Boolean({ description: 'With `true`, the response is the same, and the service stores and sends nothing.' }),
  ),
}

const described = {
  minItems: 1,
  maxItems,
  description: 'The notifications, each with a key of its own.',
}

/** A submission whose items are not checked. */
export const Envelope = Type.Object(
  { ...members, notifications: Type.Array(Type.Unknown(), described) },
  { additionalProperties: false },
)

/** The body of a request that submits a task. */
export const Submission = Type.Object(
  {
    ...members,
    notifications: Type.Array(Item, described),
  },
  { additionalProperties: false },
)
export type Submission = Static<typeof Submission>
