import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { oneLine } from '../../platform/text/one-line.ts'
import type { Clock } from '../../platform/time/instant.ts'
import { entitiesOf, type Person, type StartedSession, startSession } from '../sessions/session.ts'
import { scopesOf } from './roles.ts'

export type AccountRow = Selectable<Schema['accounts']>

/** The issuer of the sessions of accounts. Providers have URLs. */
export const accountIssuer = 'account'

export const personOf = ({ account_id, name }: Pick<AccountRow, 'account_id' | 'name'>): Person => ({
  issuer: accountIssuer,
  subject: account_id,
  name,
})

export const rightsOf = (row: AccountRow) => ({ group: null, scopes: scopesOf(row.role), entities: entitiesOf(row) })

/** Returns what two spellings of a name or an address have in common. */
export const folded = (text: string) => oneLine(text.normalize('NFKC')).toLowerCase()

/** What the person types to sign in, in any case and spelling. */
export const signInNameOf = ({ email, name }: Pick<AccountRow, 'email' | 'name'>) => email ?? name

export const findAccount = (database: Kysely<Schema>, account_id: string): Promise<AccountRow | undefined> =>
  database.selectFrom('accounts').selectAll().where('account_id', '=', account_id).executeTakeFirst()

/** Returns an account. No other transaction changes it before this one ends, so that no session begins with rights that are gone. */
export const lockAccount = (trx: Transaction<Schema>, account_id: string): Promise<AccountRow | undefined> =>
  trx.selectFrom('accounts').selectAll().where('account_id', '=', account_id).forUpdate().executeTakeFirst()

/** Starts a session of a locked account. */
export async function startAccountSession(
  trx: Transaction<Schema>,
  clock: Clock,
  row: AccountRow,
): Promise<StartedSession> {
  await trx
    .updateTable('accounts')
    .set({ signed_in_at: clock.now() })
    .where('account_id', '=', row.account_id)
    .execute()
  return startSession(trx, clock, personOf(row), rightsOf(row), null)
}
