import type { Transaction } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { Clock } from '../../platform/time/instant.ts'
import { endSessions, type StartedSession } from '../sessions/session.ts'
import { type AccountRow, lockAccount, personOf, startAccountSession } from './account.ts'
import { recordAccountChange } from './account-changes.ts'
import { takeLink } from './link.ts'
import type { PasskeyRow } from './passkey.ts'

/** A new passkey, or the hash of a new password. */
export type NewProof = { passkey: Pick<PasskeyRow, 'passkey_id' | 'public_key' | 'counter'> } | { passwordHash: string }

/** Uses a link up: the proof replaces all that the account had, its sessions end, and a new one begins.
 *  @throws Problem invitation-over */
export const joinWithLink = (database: Database, clock: Clock, secret: string, proof: NewProof) =>
  database.write(async (trx): Promise<StartedSession> => {
    const row = await takeLink(trx, clock, secret)
    if (!row) throw new Problem('invitation-over')
    const { account_id } = row
    await trx.deleteFrom('passkeys').where('account_id', '=', account_id).execute()
    await trx
      .updateTable('accounts')
      .set({ password_hash: null, joined_at: row.joined_at ?? clock.now() })
      .where('account_id', '=', account_id)
      .execute()
    await storeProof(trx, clock, row, proof)
    await recordAccountChange(trx, clock.now(), account_id, { by: row.name, what: 'joined' })
    return restart(trx, clock, row)
  })

/** Adds a passkey, or replaces the password. The other sessions of the person end.
 *  @throws Problem account-not-found */
export const addProof = (database: Database, clock: Clock, accountId: string, proof: NewProof) =>
  database.write(async (trx): Promise<StartedSession> => {
    const row = await lockAccount(trx, accountId)
    if (!row || row.suspended_at !== null) throw new Problem('account-not-found')
    await storeProof(trx, clock, row, proof)
    await recordAccountChange(trx, clock.now(), accountId, { by: row.name, what: 'secured' })
    return restart(trx, clock, row)
  })

async function restart(trx: Transaction<Schema>, clock: Clock, row: AccountRow) {
  const { issuer, subject } = personOf(row)
  await endSessions(trx, clock, { issuer, subject })
  return startAccountSession(trx, clock, row)
}

async function storeProof(trx: Transaction<Schema>, clock: Clock, { account_id }: AccountRow, proof: NewProof) {
  if ('passwordHash' in proof) {
    const password_hash = proof.passwordHash
    await trx.updateTable('accounts').set({ password_hash }).where('account_id', '=', account_id).execute()
    return
  }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('passkeys')
    .values({ ...proof.passkey, account_id, created_at: clock.now(), used_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  // Somebody registers the same passkey for a second account.
  if (numInsertedOrUpdatedRows === 0n) throw new Problem('account-exists')
}
