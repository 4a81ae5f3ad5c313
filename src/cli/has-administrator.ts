import { latestRules } from '../access/sign-in/access-rules.ts'
import type { Database } from '../platform/database/database.ts'
import type { Instant } from '../platform/time/instant.ts'

/** Whether somebody can administer the service: with an access token in force, or as one of the people with rights. */
export async function hasAdministrator(database: Database, now: Instant): Promise<boolean> {
  const tokens = await database
    .selectFrom('access_tokens')
    .select('scopes')
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .execute()
  if (tokens.some(({ scopes }) => scopes.split(' ').includes('admin'))) return true
  const accounts = await database.selectFrom('accounts').select('role').where('suspended_at', 'is', null).execute()
  if (accounts.some(({ role }) => role === 'administrator')) return true
  return (await latestRules(database)).rules.length > 0
}
