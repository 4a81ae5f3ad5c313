import type { Database } from '../../platform/database/database.ts'
import type { RateLimiter } from '../../platform/scheduling/rate-limiter.ts'
import { type Clock, minutes } from '../../platform/time/instant.ts'

// Each process tries this often, so the stored time is exact to the hour.
const notedEveryMicros = minutes(30)

/** Returns a function that stores when an access token was used. No request waits for the write, and a failed one is repeated only
 *  after half an hour. */
export const lastUses = (database: Database, clock: Clock, limiter: RateLimiter) => (credentialId: string) => {
  if (limiter.count(`uses ${credentialId}`, notedEveryMicros).count > 1) return
  const now = clock.now()
  database
    .updateTable('access_tokens')
    .set({ last_used_at: now })
    .where('access_token_id', '=', credentialId)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', now - notedEveryMicros)]))
    .execute()
    .catch(() => {})
}
