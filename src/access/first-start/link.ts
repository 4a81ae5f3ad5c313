import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Clock, minutes } from '../../platform/time/instant.ts'
import { scopes } from '../credentials/scope.ts'
import { endSessions, hashSecret, newSecret, type StartedSession, startSession } from '../sessions/session.ts'

export const validMinutes = 15

/** The person of the session. Changes name them in `by`. */
const administrator = { issuer: 'first-start', subject: 'administrator', name: 'First administrator' }

/** Whether nobody has ever been given access: no access token, not even a revoked one, and no rule for people who sign in. */
export async function isFirstStart(database: Kysely<Schema>): Promise<boolean> {
  const one = sql.lit(1)
  const token = await database.selectFrom('access_tokens').select('access_token_id').limit(one).executeTakeFirst()
  if (token) return false
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

/** Uses a link up, and starts a session for it. Returns undefined if the link was used or replaced, or has expired. */
export const useLink = (
  database: Database,
  clock: Clock,
  secret: string,
): Promise<StartedSession | 'not-needed' | undefined> =>
  database.write(async (trx) => {
    if (!(await takeLink(trx, clock, secret))) return undefined
    if (!(await isFirstStart(trx))) return 'not-needed'
    // A new link also takes access from a person who found the one before.
    const { issuer, subject } = administrator
    await endSessions(trx, clock, { issuer, subject })
    return startSession(trx, clock, administrator, { group: null, scopes: [...scopes], entities: 'all' }, null)
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
