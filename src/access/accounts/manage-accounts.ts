import type { Kysely, Transaction } from 'kysely'
import type { Author } from '../../entities/history/change-resource.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { matchesTag } from '../../platform/http/entity-tag.ts'
import { newId } from '../../platform/keys/new-id.ts'
import { oneLine } from '../../platform/text/one-line.ts'
import type { Clock, Instant } from '../../platform/time/instant.ts'
import { isWithin } from '../sessions/is-within.ts'
import { changeRights, endSessions, entitiesOf } from '../sessions/session.ts'
import { type AccountRow, findAccount, folded, lockAccount, personOf, rightsOf } from './account.ts'
import { recordAccountChange } from './account-changes.ts'
import { type AccountChange, type NewAccount, settableOf } from './account-record.ts'
import { createLink, type NewLink } from './link.ts'

/** The maximum number of accounts. They are listed on one page. */
export const maxAccounts = 1_000

/** Returns the accounts whose entities are among those that are granted, by name. */
export async function listAccounts(database: Kysely<Schema>, granted: string[] | 'all'): Promise<AccountRow[]> {
  const rows = await database.selectFrom('accounts').selectAll().orderBy('name').orderBy('account_id').execute()
  return rows.filter((row) => isWithin(entitiesOf(row), granted))
}

/** @throws Problem account-not-found, also when the account is not within the granted entities */
export async function requireAccount(database: Kysely<Schema>, granted: string[] | 'all', id: string) {
  const row = await findAccount(database, id)
  if (!row || !isWithin(entitiesOf(row), granted)) throw new Problem('account-not-found')
  return row
}

const columnsOf = ({ name, email, role, entities }: NewAccount) => ({
  name: oneLine(name),
  email: email ?? null,
  sign_in_name: folded(email ?? name),
  role,
  all_entities: entities ? (0 as const) : (1 as const),
  entities: JSON.stringify(entities ?? []),
})

/** Adds an account, with a link for its person.
 *  @throws Problem account-exists, too-many-accounts */
export const inviteAccount = (database: Database, clock: Clock, person: NewAccount, by: string) =>
  database.write((trx) => addAccount(trx, clock.now(), person, by))

/** @throws Problem account-exists, too-many-accounts */
export async function addAccount(
  trx: Transaction<Schema>,
  now: Instant,
  person: NewAccount,
  by: string,
): Promise<{ row: AccountRow; link: NewLink }> {
  const account_id = newId()
  const { count } = await trx
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxAccounts) throw new Problem('too-many-accounts')
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('accounts')
    .values({
      account_id,
      ...columnsOf(person),
      password_hash: null,
      created_at: now,
      created_by: by,
      joined_at: null,
      signed_in_at: null,
      suspended_at: null,
      link_hash: null,
      link_expires_at: null,
      link_by: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw new Problem('account-exists')
  const link = await createLink(trx, now, account_id, by)
  const row = (await findAccount(trx, account_id))!
  await recordAccountChange(trx, now, account_id, { by, what: 'invited', after: row })
  return { row, link }
}

/** Changes an account. The rights of its sessions follow; those of a suspended account end.
 *  @throws Problem account-not-found, account-exists, changed-meanwhile */
export const changeAccount = (
  database: Database,
  clock: Clock,
  id: string,
  change: AccountChange,
  { by, ifMatch }: Author,
): Promise<AccountRow> =>
  database.write(async (trx) => {
    const now = clock.now()
    const before = await lockAccount(trx, id)
    if (!before) throw new Problem('account-not-found')
    if (!matchesTag(ifMatch, settableOf(before))) throw new Problem('changed-meanwhile')
    const columns = columnsOf(change)
    await requireFreeName(trx, id, columns.sign_in_name)
    const suspended_at = change.suspended ? (before.suspended_at ?? now) : null
    await trx
      .updateTable('accounts')
      .set({ ...columns, suspended_at })
      .where('account_id', '=', id)
      .execute()
    const after = (await findAccount(trx, id))!
    await recordAccountChange(trx, now, id, { by, what: 'changed', before, after })
    const { issuer, subject } = personOf(after)
    if (suspended_at !== null) await endSessions(trx, clock, { issuer, subject })
    else await changeRights(trx, personOf(after), rightsOf(after))
    return after
  })

async function requireFreeName(trx: Transaction<Schema>, id: string, name: string) {
  const other = await trx
    .selectFrom('accounts')
    .select('account_id')
    .where('sign_in_name', '=', name)
    .where('account_id', '!=', id)
    .executeTakeFirst()
  if (other) throw new Problem('account-exists')
}

/** Makes a new link. Its use replaces the passkeys and the password, and ends the sessions.
 *  @throws Problem account-not-found */
export const linkAccount = (database: Database, clock: Clock, id: string, by: string): Promise<NewLink> =>
  database.write(async (trx) => {
    if (!(await lockAccount(trx, id))) throw new Problem('account-not-found')
    await recordAccountChange(trx, clock.now(), id, { by, what: 'linked' })
    return createLink(trx, clock.now(), id, by)
  })

/** Removes an account with its passkeys, and ends its sessions. */
export const removeAccount = (database: Database, clock: Clock, id: string, by: string) =>
  database.write(async (trx) => {
    const before = await lockAccount(trx, id)
    if (!before) return
    await recordAccountChange(trx, clock.now(), id, { by, what: 'removed', before })
    await trx.deleteFrom('passkeys').where('account_id', '=', id).execute()
    await trx.deleteFrom('accounts').where('account_id', '=', id).execute()
    const { issuer, subject } = personOf(before)
    await endSessions(trx, clock, { issuer, subject })
  })
