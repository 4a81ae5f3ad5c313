import { Gauge } from '@prometheus-io/client'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import { unlessUnavailable } from '../../platform/errors/errors.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import { type Clock, formatInstant, hours, type Instant } from '../../platform/time/instant.ts'

/** An access token that expires within this time is about to expire: the log, the metrics and the page of administrators warn of it. */
export const expiresSoonMicros = hours(14 * 24)

const warnEveryMs = hours(24) / 1_000

/** Returns the access tokens that expire soon and that no rotation has replaced, in the order of their expiry. */
const expiringTokens = (database: Database, now: Instant) =>
  database
    .selectFrom('access_tokens')
    .select(['access_token_id as id', 'name', 'expires_at'])
    .where('expires_at', '>', now)
    .where('expires_at', '<=', now + expiresSoonMicros)
    .where('revoked_at', 'is', null)
    .where('replaced_by', 'is', null)
    .orderBy('expires_at')
    .execute()

/** Logs which access tokens expire soon, now and every day, and counts them for Prometheus. Returns a function that stops it. */
export function watchExpiry(
  database: Database,
  clock: Clock,
  log: FastifyBaseLogger,
  { registry }: Metrics,
): () => void {
  const find = () => expiringTokens(database, clock.now())
  new Gauge({
    name: 'rollcall_access_tokens_expiring',
    help: 'Access tokens that expire within 14 days and are not replaced.',
    registers: [registry],
    async collect() {
      const expiring = await find().catch(unlessUnavailable)
      if (expiring) this.set(expiring.length)
    },
  })
  const warn = async () => {
    const expiring = (await find().catch(unlessUnavailable)) ?? []
    if (expiring.length === 0) return
    const tokens = expiring.map(({ expires_at, ...token }) => ({ ...token, expires_at: formatInstant(expires_at!) }))
    log.warn({ tokens }, 'These access tokens expire within 14 days. Replace them, and give the clients the new ones.')
  }
  void warn()
  const timer = setInterval(warn, warnEveryMs).unref()
  return () => clearInterval(timer)
}
