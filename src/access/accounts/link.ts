import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { type Clock, hours, type Instant } from '../../platform/time/instant.ts'
import { hashSecret, newSecret } from '../sessions/session.ts'
import type { AccountRow } from './account.ts'

const validMicros = hours(7 * 24)

/** A link, before it has the URL of the service. */
export interface NewLink {
  path: string
  expiresAt: Instant
}

/** Gives an account a link. The one before stops working. */
export async function createLink(trx: Transaction<Schema>, now: Instant, account_id: string, by: string) {
  const secret = newSecret()
  const expiresAt = now + validMicros
  await trx
    .updateTable('accounts')
    .set({ link_hash: hashSecret(secret), link_expires_at: expiresAt, link_by: by })
    .where('account_id', '=', account_id)
    .execute()
  // No request line and no `Referer` has the fragment.
  return { path: `/account#invitation=${secret}`, expiresAt } satisfies NewLink
}

/** Returns the account of a link; undefined if the link was used or replaced, or has expired, or the account is suspended. */
export async function findByLink(
  database: Kysely<Schema>,
  clock: Clock,
  secret: string,
): Promise<AccountRow | undefined> {
  const row = await database
    .selectFrom('accounts')
    .selectAll()
    .where('link_hash', '=', hashSecret(secret))
    .executeTakeFirst()
  return row && row.suspended_at === null && row.link_expires_at! > clock.now() ? row : undefined
}

/** Uses a link up. Of two concurrent transactions, one finds it. */
export async function takeLink(trx: Transaction<Schema>, clock: Clock, secret: string) {
  const found = await findByLink(trx, clock, secret)
  if (!found) return undefined
  return trx
    .updateTable('accounts')
    .set({ link_hash: null, link_expires_at: null, link_by: null })
    .where('account_id', '=', found.account_id)
    .where('link_hash', '=', found.link_hash)
    .where('suspended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}
