import { type Static, Type } from 'typebox'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import { notificationStates } from '../../visits/state.ts'

export const ClaimKey = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'A random text that identifies the page, because several people may share a credential.',
})

export const NewClaim = Type.Object(
  {
    key: ClaimKey,
    state: Type.Optional(
      Type.Enum(notificationStates, {
        description: 'The state that the page shows. If the visit has another state by now, the claim is refused.',
      }),
    ),
    calls: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'The number of calls that the page shows. If the visit has another number by now, the claim is refused.',
      }),
    ),
    take_over: Type.Optional(Type.Literal(true, { description: 'Replaces the claim of another key.' })),
  },
  {
    $id: 'NewClaim',
    description: 'A claim of a visit.',
    additionalProperties: false,
    examples: [{ key: '5f0c6b0e-7d0a-4b53-9c7d-2f9f6f1f0a11' }],
  },
)
export type NewClaim = Static<typeof NewClaim>

/** Shows that a member of staff is working on a visit. */
export const Claim = Type.Object(
  {
    notification_id: Type.String({ description: 'The notification of the visit.' }),
    by: Type.String({ description: 'The name of the person or the access token that claimed it.' }),
    at: Type.String({ description: 'When it was claimed, in UTC.' }),
    until: Type.String({ description: 'When the claim expires, in UTC.' }),
    is_own: Type.Optional(
      Type.Literal(true, { description: 'The claim has the `key` of the request. Absent for other claims.' }),
    ),
  },
  {
    $id: 'Claim',
    description: 'A member of staff is working on a visit.',
    examples: [
      {
        notification_id: '019d3960-6c01-7a53-9c61-0f6d2b8e7a15',
        by: 'Ana Reis',
        at: '2026-03-29T15:00:00.000000+00:00',
        until: '2026-03-29T15:10:00.000000+00:00',
      },
    ],
  },
)
export type Claim = Static<typeof Claim>

interface ClaimRow {
  notification_id: string
  claimed_by: string
  claimed_at: Instant
  claimed_until: Instant
  isOwn: boolean
}

export const claimOf = ({ notification_id, claimed_by, claimed_at, claimed_until, isOwn }: ClaimRow): Claim => ({
  notification_id,
  by: claimed_by,
  at: formatInstant(claimed_at),
  until: formatInstant(claimed_until),
  ...(isOwn && { is_own: true as const }),
})
