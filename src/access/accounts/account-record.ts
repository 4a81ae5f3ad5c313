import { type Static, Type } from 'typebox'
import { matching, Name } from '../../platform/text/text-schemas.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import { grantedEntities, shownEntities } from '../credentials/rights.ts'
import { entitiesOf } from '../sessions/session.ts'
import { type AccountRow, signInNameOf } from './account.ts'
import { roles } from './roles.ts'

const Email = matching(/^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,189}$/u, 'must be an e-mail address', 254)

const given = {
  name: Name,
  email: Type.Optional(Email),
  role: Type.Enum(roles, { description: 'What the person may do.' }),
  ...grantedEntities,
}

const example = {
  name: 'Ana Reis',
  email: 'ana@clinica.example',
  role: 'reception' as const,
  entities: ['clinica-lisboa'],
}

/** A person to invite. */
export const NewAccount = Type.Object(given, {
  $id: 'NewAccount',
  description: 'A person to invite.',
  additionalProperties: false,
  examples: [example],
})
export type NewAccount = Static<typeof NewAccount>

/** What an administrator sets. */
export const AccountChange = Type.Object(
  {
    ...given,
    suspended: Type.Optional(Type.Boolean({ description: 'Whether the person cannot sign in for now.' })),
  },
  {
    $id: 'AccountChange',
    description: 'The name, the role and the clinics of an account.',
    additionalProperties: false,
    examples: [{ ...example, role: 'manager' }],
  },
)
export type AccountChange = Static<typeof AccountChange>

const record = {
  id: Type.String({ description: 'The id of the account. Sessions have it as `subject`, with the issuer `account`.' }),
  ...given,
  entities: Type.Optional(Type.Array(Type.String(), { description: 'The ids of the entities that it is for.' })),
  sign_in_name: Type.String({
    description: 'What the person types to sign in, in upper or lower case: the address, or else the name.',
  }),
  state: Type.Enum(['invited', 'active', 'suspended'], {
    description: 'An invited person has set neither a passkey nor a password yet.',
  }),
  created_at: Type.String({ description: 'When the person was invited, in UTC.' }),
  created_by: Type.String({ description: 'The name of the credential that invited the person, or `command line`.' }),
  signed_in_at: Type.Optional(Type.String({ description: 'When the person last signed in, in UTC.' })),
  link_expires_at: Type.Optional(Type.String({ description: 'Until when an unused link works, in UTC.' })),
}

const exampleRecord = {
  id: '019d3960-6c00-7d0f-8f0e-2a7d1b6c5e41',
  ...example,
  sign_in_name: 'ana@clinica.example',
  state: 'active' as const,
  created_at: '2026-03-29T09:14:02.104233+00:00',
  created_by: 'Rita Melo',
  signed_in_at: '2026-03-30T08:00:00.000000+00:00',
}

/** An account as administrators see it. */
export const Account = Type.Object(record, {
  $id: 'Account',
  description: 'A person who signs in with a passkey or a password.',
  examples: [exampleRecord],
})
export type Account = Static<typeof Account>

const link = {
  url: Type.String({ description: 'The link to hand over. No other response shows it.' }),
  expires_at: Type.String({ description: 'Until when it works, in UTC. It works once.' }),
}
const exampleLink = {
  url: 'https://rollcall.example/account#invitation=EXAMPLE',
  expires_at: '2026-04-05T09:14:02.104233+00:00',
}

/** A link with which a person sets a passkey or a password. */
export const AccountLink = Type.Object(link, {
  $id: 'AccountLink',
  description: 'A link with which a person sets a passkey or a password.',
  examples: [exampleLink],
})
export type AccountLink = Static<typeof AccountLink>

/** A new account, with its link. */
export const InvitedAccount = Type.Object(
  { ...record, link: AccountLink },
  {
    $id: 'InvitedAccount',
    description: 'A new account, with its link.',
    examples: [{ ...exampleRecord, state: 'invited', link: exampleLink }],
  },
)
export type InvitedAccount = Static<typeof InvitedAccount>

/** Returns the part of an account that an administrator sets. It is the version of the account. */
export const settableOf = (row: AccountRow): AccountChange => ({
  name: row.name,
  ...(row.email !== null && { email: row.email }),
  role: row.role,
  ...shownEntities(entitiesOf(row)),
  ...(row.suspended_at !== null && { suspended: true }),
})

/** Returns an account as administrators see it at the time `now`. */
export function accountRecord(row: AccountRow, now: Instant): Account {
  const { suspended, ...settable } = settableOf(row)
  const { signed_in_at, link_expires_at } = row
  return {
    id: row.account_id,
    ...settable,
    sign_in_name: signInNameOf(row),
    state: suspended ? 'suspended' : row.joined_at === null ? 'invited' : 'active',
    created_at: formatInstant(row.created_at),
    created_by: row.created_by,
    ...(signed_in_at !== null && { signed_in_at: formatInstant(signed_in_at) }),
    ...(link_expires_at !== null && link_expires_at > now && { link_expires_at: formatInstant(link_expires_at) }),
  }
}
