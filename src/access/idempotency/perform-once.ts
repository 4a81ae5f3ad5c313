import { sql, type Transaction } from 'kysely'
import type { Database, Engine } from '../../platform/database/database.ts'
import { lastSequence } from '../../platform/database/last-sequence.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { type Clock, hours, type Instant } from '../../platform/time/instant.ts'

const retentionMicros = hours(24)

/** The response to a request that changes data. */
export interface WriteResponse {
  status: number
  /** JSON. */
  body: string
  /** The sequence of the entity's latest action. */
  sequence: number
}

/** The key under which a sender may repeat a request within 24 hours. */
export interface IdempotencyKey {
  /** The credential or the source that sends the request. */
  senderId: string
  key: string
  /** Tells different requests with the same key apart. */
  requestHash: string
}

/** Performs a request of an entity in one transaction, which also stores its key and its response. A repetition with the same key
 *  returns the stored response and changes nothing. Without a key, each request is performed.
 *  @throws Problem idempotency-key-reused when a different request used the key; the errors of `perform` */
export async function performOnce(
  { database, clock }: { database: Database; clock: Clock },
  entityId: string,
  given: IdempotencyKey | undefined,
  perform: (trx: Transaction<Schema>) => Promise<WriteResponse>,
): Promise<WriteResponse> {
  if (given === undefined) return database.writeFor(entityId, perform)
  const { senderId, key, requestHash } = given
  const stored = { entity_id: entityId, sender_id: senderId, idempotency_key: key }
  return database.writeFor(entityId, async (trx) => {
    const now = clock.now()
    if (!(await claimKey(trx, stored, requestHash, now))) return repeat(trx, stored, requestHash)
    await deleteSomeExpired(trx, database.engine.skipLocked, entityId, now - retentionMicros)
    const response = await perform(trx)
    await storeResponse(trx, stored, response)
    return response
  })
}

async function repeat(trx: Transaction<Schema>, key: StoredKey, requestHash: string): Promise<WriteResponse> {
  const { request_hash, status, body } = await findResponse(trx, key)
  if (request_hash !== requestHash) throw new Problem('idempotency-key-reused')
  return { status, body, sequence: await lastSequence(trx, key.entity_id) }
}

class RollBack extends Error {}

/** Performs a request in a transaction, and rolls it back.
 *  @throws the errors of `perform` */
export async function performDry(
  { database }: { database: Database },
  entityId: string,
  perform: (trx: Transaction<Schema>) => Promise<WriteResponse>,
): Promise<WriteResponse> {
  const { promise, resolve } = Promise.withResolvers<WriteResponse>()
  await database
    .writeFor(entityId, async (trx) => {
      resolve(await perform(trx))
      throw new RollBack()
    })
    .catch((error) => {
      if (!(error instanceof RollBack)) throw error
    })
  return promise
}

type StoredKey = Pick<Schema['idempotency_keys'], 'entity_id' | 'sender_id' | 'idempotency_key'>

/** Inserts a new key, or replaces an expired one. Returns false when the key is in use. Of two concurrent requests with
 *  one key, the second waits here until the first commits. */
async function claimKey(
  trx: Transaction<Schema>,
  key: StoredKey,
  request_hash: string,
  now: Instant,
): Promise<boolean> {
  const claimed = await trx
    .insertInto('idempotency_keys')
    .values({ ...key, request_hash, status: 0, body: '', created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['entity_id', 'sender_id', 'idempotency_key'])
        .doUpdateSet({ request_hash, created_at: now })
        .where('idempotency_keys.created_at', '<=', now - retentionMicros),
    )
    .returning('idempotency_key')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Deletes up to two expired keys of the entity for each new key, so that expired keys do not accumulate. */
const deleteSomeExpired = (
  trx: Transaction<Schema>,
  skipLocked: Engine['skipLocked'],
  entityId: string,
  until: Instant,
) =>
  trx
    .deleteFrom('idempotency_keys')
    .where('entity_id', '=', entityId)
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('sender_id', 'idempotency_key'),
        'in',
        selectFrom('idempotency_keys as old')
          .select(['old.sender_id', 'old.idempotency_key'])
          .where('old.entity_id', '=', entityId)
          .where('old.created_at', '<=', until)
          .orderBy('old.created_at')
          .limit(sql.lit(2))
          .modifyEnd(skipLocked)
          .$asTuple('sender_id', 'idempotency_key'),
      ),
    )
    .execute()

const storeResponse = (trx: Transaction<Schema>, key: StoredKey, { status, body }: WriteResponse) =>
  trx
    .updateTable('idempotency_keys')
    .set({ status, body })
    .where(({ and }) => and(key))
    .execute()

const findResponse = (trx: Transaction<Schema>, key: StoredKey) =>
  trx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'body'])
    .where(({ and }) => and(key))
    .executeTakeFirstOrThrow()
