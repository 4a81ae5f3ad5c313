import type { Transaction } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import type { Clock } from '../../platform/time/instant.ts'
import type { StartedSession } from '../sessions/session.ts'
import { type AccountRow, lockAccount, startAccountSession } from './account.ts'
import type { UsedPasskey } from './passkey-response.ts'
import { verifyPassword } from './password.ts'

/** Signs a person in by what they typed. Nobody learns whether an account has the name: the answer and the work are the same.
 *  @param name folded
 *  @throws Problem not-signed-in */
export async function signInWithPassword(database: Database, clock: Clock, name: string, password: string) {
  const row = await database
    .selectFrom('accounts')
    .select(['account_id', 'password_hash'])
    .where('sign_in_name', '=', name)
    .executeTakeFirst()
  const isRight = await verifyPassword(row?.password_hash, password)
  if (!row || !isRight) throw new Problem('not-signed-in')
  return startIf(
    database,
    clock,
    row.account_id,
    async (_trx, { password_hash }) => password_hash === row.password_hash,
  )
}

/** Signs a person in with a passkey.
 *  @throws Problem not-signed-in */
export async function signInWithPasskey(context: RouteContext, response: UsedPasskey) {
  const { database, clock } = context
  const passkey = await database
    .selectFrom('passkeys')
    .selectAll()
    .where('passkey_id', '=', response.id)
    .executeTakeFirst()
  const { verifyUse } = await import('./passkey.ts')
  const counter = passkey && (await verifyUse(context, passkey, response))
  if (!passkey || counter === undefined) throw new Problem('not-signed-in')
  return startIf(database, clock, passkey.account_id, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('passkeys')
      .set({ counter, used_at: clock.now() })
      .where('passkey_id', '=', passkey.passkey_id)
      .where('counter', '=', passkey.counter)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  })
}

/** @param isStill whether the proof still belongs to the locked account */
const startIf = (
  database: Database,
  clock: Clock,
  accountId: string,
  isStill: (trx: Transaction<Schema>, row: AccountRow) => Promise<boolean>,
): Promise<StartedSession> =>
  database.write(async (trx) => {
    const row = await lockAccount(trx, accountId)
    if (!row || row.suspended_at !== null || !(await isStill(trx, row))) throw new Problem('not-signed-in')
    return startAccountSession(trx, clock, row)
  })
