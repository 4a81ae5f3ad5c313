import { hash } from 'node:crypto'
import { type SqlBool, sql, type Transaction } from 'kysely'
import type { Database, Engine } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { type Instant, minutes } from '../../platform/time/instant.ts'
import type { NotificationKey } from '../../visits/notification.ts'
import { staffNotesOf } from '../status/staff-notes.ts'
import { type Claim, claimOf, type NewClaim } from './claim.ts'

const durationMicros = minutes(10)

/** Claims a visit, or extends the claim of the same key. Of concurrent requests, one wins.
 *  @throws Problem notification-not-found; claimed, by another key or because the visit is not as the page shows it */
export async function claimVisit(
  trx: Transaction<Schema>,
  { skipLocked }: Engine,
  { entityId, id }: NotificationKey,
  { key, take_over, by, ...known }: NewClaim & { by: string },
  now: Instant,
): Promise<Claim> {
  const notification = await trx
    .selectFrom('notifications')
    .select(['state', 'answered_at'])
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .executeTakeFirst()
  if (!notification) throw new Problem('notification-not-found')
  if (known.state !== undefined && known.state !== notification.state) throw new Problem('claimed')
  const claim = {
    key_hash: hashOf(key),
    claimed_by: by,
    claimed_at: now,
    claimed_until: now + durationMicros,
    state: notification.state,
    answered_at: notification.answered_at ?? 0,
  }
  const isInForce = sql<SqlBool>`(claims.claimed_until > ${now} and claims.state = excluded.state
    and claims.answered_at = excluded.answered_at)`
  const isOwn = sql<SqlBool>`claims.key_hash = excluded.key_hash`
  const [row] = await trx
    .insertInto('claims')
    .values({ entity_id: entityId, notification_id: id, ...claim })
    .onConflict((conflict) => {
      const replaced = conflict.columns(['entity_id', 'notification_id']).doUpdateSet({
        ...claim,
        claimed_at: sql`case when ${isOwn} and ${isInForce} then claims.claimed_at else excluded.claimed_at end`,
      })
      return take_over ? replaced : replaced.where(({ or, not }) => or([isOwn, not(isInForce)]))
    })
    .returning(['notification_id', 'claimed_by', 'claimed_at', 'claimed_until'])
    .execute()
  // After the insert, which waits for a note that ends the claim before.
  if (!row || !(await hasCalls(trx, { entityId, id }, known.calls))) throw new Problem('claimed')
  await deleteSomeExpired(trx, skipLocked, entityId, now)
  return claimOf({ ...row, isOwn: true })
}

/** Whether the notification has the calls that the page shows. */
async function hasCalls(trx: Transaction<Schema>, { entityId, id }: NotificationKey, known: number | undefined) {
  if (known === undefined) return true
  const noted = await staffNotesOf(trx, entityId, [id])
  return (noted.get(id)?.calls?.count ?? 0) === known
}

const hashOf = (key: string) => hash('sha256', key, 'base64url')

/** Ends the claim of a key; without one, any claim. */
export async function endClaim(trx: Transaction<Schema>, { entityId, id }: NotificationKey, key?: string) {
  await trx
    .deleteFrom('claims')
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .$if(key !== undefined, (claims) => claims.where('key_hash', '=', hashOf(key!)))
    .execute()
}

/** Lists the claims that have not ended, in the order of their notifications' ids. An answer, an arrival or a withdrawal ends a
 *  claim: it changes the notification, so that answers do not pay for claims. */
export async function listClaims(
  database: Database,
  entityId: string,
  key: string | undefined,
  now: Instant,
): Promise<Claim[]> {
  const rows = await database
    .selectFrom('claims')
    .innerJoin('notifications', (join) =>
      join
        .onRef('notifications.entity_id', '=', 'claims.entity_id')
        .onRef('notifications.notification_id', '=', 'claims.notification_id'),
    )
    .select(['claims.notification_id', 'claimed_by', 'claimed_at', 'claimed_until', 'key_hash'])
    .where('claims.entity_id', '=', entityId)
    .where('claimed_until', '>', now)
    .whereRef('claims.state', '=', 'notifications.state')
    .where(sql<SqlBool>`claims.answered_at = coalesce(notifications.answered_at, 0)`)
    .orderBy('claims.notification_id')
    .execute()
  const own = key === undefined ? undefined : hashOf(key)
  return rows.map((row) => claimOf({ ...row, isOwn: row.key_hash === own }))
}

/** Deletes up to two expired claims of the entity for each new one, so that they do not accumulate. It comes last, and skips
 *  locked rows, because two requests that wait for each other's claims would deadlock. */
const deleteSomeExpired = (
  trx: Transaction<Schema>,
  skipLocked: Engine['skipLocked'],
  entityId: string,
  now: Instant,
) =>
  trx
    .deleteFrom('claims')
    .where('entity_id', '=', entityId)
    .where(({ eb, selectFrom }) =>
      eb(
        'notification_id',
        'in',
        selectFrom('claims as old')
          .select('old.notification_id')
          .where('old.entity_id', '=', entityId)
          .where('old.claimed_until', '<=', now)
          .orderBy('old.notification_id')
          .limit(sql.lit(2))
          .modifyEnd(skipLocked),
      ),
    )
    .execute()
