import { type Static, Type } from 'typebox'
import type { AccessToken } from '../../access/credentials/list-access-tokens.ts'
import { rightsProperties, shownEntities } from '../../access/credentials/rights.ts'
import { expiresSoonMicros } from '../../access/credentials/watch-expiry.ts'
import { Name } from '../../platform/text/text-schemas.ts'
import { formatInstant, type Instant, parseInstant } from '../../platform/time/instant.ts'

const grant = { name: Name, ...rightsProperties }

const test = Type.Optional(
  Type.Boolean({
    description: 'Whether it is a test token, `rc_test_…`: it changes only test visits, and sends nothing.',
  }),
)

const expires_at = Type.Optional(
  Type.Refine(
    Type.String({ description: 'When it expires, as RFC 3339. It is absent if the token does not expire.' }),
    (text) => parseInstant(text) !== undefined,
    () => 'must be an RFC 3339 instant, such as 2027-01-01T00:00:00Z',
  ),
)

const example = { name: 'practice system', scopes: ['actions:read' as const], entities: ['clinica-lisboa'] }

/** An access token to create. */
export const NewAccessToken = Type.Object(
  { ...grant, test, expires_at },
  {
    $id: 'NewAccessToken',
    description: 'An access token to create.',
    additionalProperties: false,
    examples: [example],
  },
)
export type NewAccessToken = Static<typeof NewAccessToken>

const instant = (description: string) => Type.Optional(Type.String({ description }))

const record = {
  id: Type.String({ description: 'The id of the access token.' }),
  ...grant,
  entities: Type.Optional(
    Type.Array(Type.String(), {
      description: 'The ids of the entities that it is for. It is empty when all of them were removed.',
    }),
  ),
  test,
  created_at: Type.String({ description: 'When it was created, in UTC.' }),
  created_by: instant('The name of the credential that created it. Absent: a command did.'),
  last_used_at: instant('When it was used last, to the hour. Absent: never, or the service counts no requests.'),
  expires_at,
  expires_soon: Type.Optional(Type.Literal(true, { description: 'It expires within 14 days.' })),
  revoked_at: instant('When it was revoked, in UTC.'),
  revoked_by: instant('The name of the credential that revoked it.'),
  replaced_by: instant('The id of the access token that a rotation created.'),
}

const exampleRecord = {
  id: '019d3960-6c00-7d0f-8f0e-2a7d1b6c5e40',
  ...example,
  created_at: '2026-03-29T09:14:02.104233+00:00',
  created_by: 'Rita Melo',
  last_used_at: '2026-03-29T10:00:00.000000+00:00',
}

/** An access token, without its secret. */
export const AccessTokenRecord = Type.Object(record, {
  $id: 'AccessToken',
  description: 'An access token, without its secret.',
  examples: [exampleRecord],
})
export type AccessTokenRecord = Static<typeof AccessTokenRecord>

/** A new access token. No other response shows `token`. */
export const CreatedAccessToken = Type.Object(
  { ...record, token: Type.String({ description: 'The access token. No other response shows it.' }) },
  {
    $id: 'CreatedAccessToken',
    description: 'A new access token.',
    examples: [{ ...exampleRecord, token: 'rc_examplexexamplexexamplexexamplexexamp' }],
  },
)
export type CreatedAccessToken = Static<typeof CreatedAccessToken>

const text = (at: Instant | null, name: string) => (at === null ? {} : { [name]: formatInstant(at) })
const by = (credential: string | null, name: string) => (credential === null ? {} : { [name]: credential })

/** Returns an access token as clients see it at the time `now`. */
export function accessTokenRecord(
  { id, name, scopes, entities, ...rest }: AccessToken,
  now: Instant,
): AccessTokenRecord {
  const { created_at, created_by, last_used_at, expires_at, revoked_at, revoked_by, replaced_by, test } = rest
  const isSoon = expires_at !== null && revoked_at === null && now < expires_at && expires_at <= now + expiresSoonMicros
  return {
    id,
    name,
    scopes,
    ...shownEntities(entities),
    ...(test && { test }),
    created_at: formatInstant(created_at),
    ...by(created_by, 'created_by'),
    ...text(last_used_at, 'last_used_at'),
    ...text(expires_at, 'expires_at'),
    ...(isSoon && { expires_soon: true }),
    ...text(revoked_at, 'revoked_at'),
    ...by(revoked_by, 'revoked_by'),
    ...by(replaced_by, 'replaced_by'),
  }
}
