import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Clock, minutes } from '../../platform/time/instant.ts'
import type { NewLink } from '../accounts/link.ts'
import { addAccount } from '../accounts/manage-accounts.ts'
import { hashSecret, newSecret } from '../sessions/session.ts'

export const validMinutes = 15

/** Who invites the first administrator. */
const inviter = 'first start'

/** Whether nobody has ever been given access: no access token, not even a revoked one, no rule for people who sign in, and no account
 *  with a passkey or a password. */
export async function isFirstStart(database: Kysely<Schema>): Promise<boolean> {
  const one = sql.lit(1)
  const token = await database.selectFrom('access_tokens').select('access_token_id').limit(one).executeTakeFirst()
  if (token) return false
  const joined = database.selectFrom('accounts').select('account_id').where('joined_at', 'is not', null)
  if (await joined.limit(one).executeTakeFirst()) return false
  return !(await database.selectFrom('access_rules').select('version').limit(one).executeTakeFirst())
}

/** Returns the path of a new link. The one before stops working. */
export async function createLink(database: Database, clock: Clock): Promise<string> {
  const secret = newSecret()
  const values = { secret_hash: hashSecret(secret), expires_at: clock.now() + minutes(validMinutes) }
  await database
    .insertInto('first_starts')
    .values({ first_start_id: 1, ...values })
    .onConflict((conflict) => conflict.column('first_start_id').doUpdateSet(values))
    .execute()
  return `/first-start#${secret}`
}

/** Uses a link up, and invites the first administrator. Returns the link of the invitation; undefined if this link was used or
 *  replaced, or has expired. */
export const useLink = (
  database: Database,
  clock: Clock,
  secret: string,
  name: string,
): Promise<NewLink | 'not-needed' | undefined> =>
  database.write(async (trx) => {
    if (!(await takeLink(trx, clock, secret))) return undefined
    if (!(await isFirstStart(trx))) return 'not-needed'
    // A new link also takes access from a person who found the one before, and has not joined.
    await trx.deleteFrom('accounts').where('created_by', '=', inviter).execute()
    const person = { name, role: 'administrator' as const, all_entities: true }
    return (await addAccount(trx, clock.now(), person, inviter)).link
  })

/** Deletes the link. Of two concurrent transactions, one finds it. Returns whether it was valid. */
async function takeLink(trx: Transaction<Schema>, clock: Clock, secret: string): Promise<boolean> {
  const taken = await trx
    .deleteFrom('first_starts')
    .where('secret_hash', '=', hashSecret(secret))
    .returning('expires_at')
    .executeTakeFirst()
  return taken !== undefined && taken.expires_at > clock.now()
}
