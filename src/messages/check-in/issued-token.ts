import type { Kysely, Transaction } from 'kysely'
import { storedRange } from '../../entities/day-range.ts'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { inZone } from '../../platform/time/zones/zone-time.ts'
import type { Notification, NotificationKey } from '../../visits/notification.ts'
import { renderCheckin } from './checkin-record.ts'
import { hashCheckinToken } from './token-hash.ts'
import { issuedCharacters } from './token-spelling.ts'

/** Why a check-in token was revoked. The contact asks for `another-time`; the clinic has `moved` the visit. */
export const revocationReasons = ['cancelled', 'another-time', 'moved', 'superseded'] as const
export type RevocationReason = (typeof revocationReasons)[number]

/** Issues a check-in token for a confirmed notification that has had `earlier` tokens. The token does not expire when
 *  `expiresAt` is null. */
export async function issueCheckinToken(
  trx: Transaction<Schema>,
  secret: Secret,
  notification: Notification,
  earlier: number,
  expiresAt: Instant | null,
) {
  const { entity_id: entityId, id } = notification
  const tokenHash = hashCheckinToken(deriveToken(secret, entityId, id, earlier))
  await insertToken(trx, { entityId, id, tokenHash, record: renderCheckin(notification), expiresAt })
}

type NewToken = NotificationKey & { tokenHash: string; record: string; expiresAt: Instant | null }

const insertToken = preparedStatement((database, { entityId, id, tokenHash, record, expiresAt }: NewToken) =>
  database.insertInto('checkin_tokens').values({
    entity_id: entityId,
    token_hash: tokenHash,
    notification_id: id,
    record,
    expires_at: expiresAt,
    revoked: null,
  }),
)

/** Derives the current check-in token of the notification again. Returns undefined if that token is revoked, expired or
 *  missing, or if SECRET_KEY has changed. */
export async function currentCheckinToken(
  database: Kysely<Schema>,
  secret: Secret,
  entityId: string,
  notificationId: string,
  now: Instant,
): Promise<string | undefined> {
  const issued = await tokensOf(database, { entityId, id: notificationId })
  const token = deriveToken(secret, entityId, notificationId, issued.length - 1)
  const hash = hashCheckinToken(token)
  return issued.some((one) => one.token_hash === hash && isInForce(one, now)) ? token : undefined
}

type Revocation = NotificationKey & { reason: RevocationReason; now: Instant }

/** Revokes the check-in tokens of a notification. */
export const revokeCheckinTokens = preparedStatement((database, { entityId, id, reason, now }: Revocation) =>
  database
    .updateTable('checkin_tokens')
    .set({ revoked: reason, revoked_at: now })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('revoked', 'is', null),
)

/** Renders the records of the notification's valid check-in tokens again, after its details have changed. */
export async function renewCheckinRecords(trx: Transaction<Schema>, notification: Notification) {
  await trx
    .updateTable('checkin_tokens')
    .set({ record: renderCheckin(notification) })
    .where('entity_id', '=', notification.entity_id)
    .where('notification_id', '=', notification.id)
    .where('revoked', 'is', null)
    .execute()
}

/** Whether the notification has a check-in token that is neither revoked nor expired. */
export async function hasTokenInForce(trx: Transaction<Schema>, key: NotificationKey, now: Instant) {
  return (await tokensOf(trx, key)).some((token) => isInForce(token, now))
}

const isInForce = ({ revoked, expires_at }: Pick<Schema['checkin_tokens'], 'revoked' | 'expires_at'>, now: Instant) =>
  revoked === null && (expires_at === null || now < expires_at)

/** Returns the end of the day of the visit in `timeZone`. */
export function endOfDay(startsAt: Instant, timeZone: string): Instant {
  const date = `${inZone(startsAt, timeZone).toPlainDate()}`
  return storedRange(date, date, timeZone).to
}

/** A confirmation after a revocation issues a new token, so that the old QR code stays invalid. */
const deriveToken = (secret: Secret, entityId: string, notificationId: string, generation: number) =>
  secret.derive(issuedCharacters, 'checkin', entityId, notificationId, String(generation))

export const tokensOf = preparedStatement((database, { entityId, id }: NotificationKey) =>
  database
    .selectFrom('checkin_tokens')
    .select(['token_hash', 'revoked', 'expires_at'])
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id),
)
