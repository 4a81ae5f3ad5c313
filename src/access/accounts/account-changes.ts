import type { Transaction } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { newId } from '../../platform/keys/new-id.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import type { AccountRow } from './account.ts'
import { AccountChange, settableOf } from './account-record.ts'

const maxListed = 100

type What = Schema['account_changes']['what']

const kinds = ['invited', 'changed', 'linked', 'joined', 'secured', 'removed'] as const satisfies What[]

/** A change of an account. */
export const AccountHistory = Type.Object(
  {
    at: Type.String({ description: 'When it happened, in UTC.' }),
    by: Type.String({ description: 'The name of the credential or of the person, or `command line`.' }),
    account_id: Type.String({ description: 'The id of the account.' }),
    what: Type.Enum(kinds, {
      description:
        'An administrator invited the person, changed or removed the account, or made a link (`linked`). The person used the link (`joined`), or set or removed a passkey or a password (`secured`).',
    }),
    before: Type.Optional(AccountChange),
    after: Type.Optional(AccountChange),
  },
  {
    $id: 'AccountHistory',
    description: 'A change of an account, with its author.',
    examples: [
      {
        at: '2026-03-29T09:14:02.104233+00:00',
        by: 'Rita Melo',
        account_id: '019d3960-6c00-7d0f-8f0e-2a7d1b6c5e41',
        what: 'invited',
        after: { name: 'Ana Reis', role: 'reception', entities: ['clinica-lisboa'] },
      },
    ],
  },
)
export type AccountHistory = Static<typeof AccountHistory>

interface Event {
  by: string
  what: What
  before?: AccountRow | undefined
  after?: AccountRow | undefined
}

const stored = (row: AccountRow | undefined) => (row ? JSON.stringify(settableOf(row)) : null)

/** Records what happened to an account. */
export const recordAccountChange = (
  trx: Transaction<Schema>,
  now: Instant,
  account_id: string,
  { by, what, before, after }: Event,
) =>
  trx
    .insertInto('account_changes')
    .values({
      account_change_id: newId(),
      account_id,
      changed_at: now,
      changed_by: by,
      what,
      before: stored(before),
      after: stored(after),
    })
    .execute()

/** Lists the latest 100 changes of all accounts, the newest first. */
export async function listAccountChanges(database: Database): Promise<AccountHistory[]> {
  const rows = await database
    .selectFrom('account_changes')
    .selectAll()
    .orderBy('account_change_id', 'desc')
    .limit(maxListed)
    .execute()
  return rows.map(({ changed_at, changed_by, account_id, what, before, after }) => ({
    at: formatInstant(changed_at),
    by: changed_by,
    account_id,
    what,
    ...(before !== null && { before: JSON.parse(before) as AccountChange }),
    ...(after !== null && { after: JSON.parse(after) as AccountChange }),
  }))
}
