import { type Static, Type } from 'typebox'
import { Id } from '../entities/entity.ts'
import { parseInstant } from '../instant.ts'
import { Address } from './address.ts'
import { Contact, ForeignKey } from './notification.ts'

export const maxItems = 1_000
export const maxAddresses = 10

const Item = Type.Object(
  {
    external_id: ForeignKey,
    contact: Contact,
    addresses: Type.Array(Address, {
      maxItems: maxAddresses,
      description: 'The service sends the notice to each address. Without an address, it sends nothing.',
    }),
    params: Type.Record(Type.String(), Type.Unknown(), { description: 'The params of the category and target.' }),
    send_at: Type.Optional(
      Type.Refine(
        Type.String({
          description:
            'The service does not send the notice before this instant (RFC 3339 with an offset). Without it, it sends the notice at once.',
        }),
        (text) => parseInstant(text) !== undefined,
        () => 'must be an RFC 3339 instant with an offset, such as 2026-03-29T09:00:00+01:00',
      ),
    ),
  },
  { additionalProperties: false },
)

/** The body of a request that submits a task. */
export const Submission = Type.Object(
  {
    category: Id,
    target: Id,
    notifications: Type.Array(Item, {
      minItems: 1,
      maxItems,
      description: 'The notifications, each with a key of its own.',
    }),
  },
  { additionalProperties: false },
)
export type Submission = Static<typeof Submission>
