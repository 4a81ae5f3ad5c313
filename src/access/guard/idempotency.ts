import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
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

/** Performs a request in one transaction, which also stores its `Idempotency-Key` and its response. A retry with the
 *  same key within 24 h returns the stored response and changes nothing.
 *  @throws Problem idempotency-key-reused when a different request used the key; the errors of `perform` */
export async function performOnce(
  { database, clock }: { database: Database; clock: Clock },
  request: FastifyRequest,
  perform: (trx: Transaction<Schema>) => Promise<WriteResponse>,
): Promise<WriteResponse> {
  const idempotency_key = idempotencyKeyOf(request)
  if (idempotency_key === undefined) return database.writeFor(request.entityId, perform)
  const key = { entity_id: request.entityId, access_token_id: request.credentialId, idempotency_key }
  const request_hash = hashOf(request)
  return database.writeFor(request.entityId, performOrRepeat)

  async function performOrRepeat(trx: Transaction<Schema>): Promise<WriteResponse> {
    const now = clock.now()

    if (await claimKey(trx, key, request_hash, now)) {
      await deleteSomeExpired(trx, database.engine.skipLocked, request.entityId, now - retentionMicros)
      const response = await perform(trx)
      await storeResponse(trx, key, response)
      return response
    }
    const stored = await findResponse(trx, key)
    if (stored.request_hash !== request_hash) throw new Problem('idempotency-key-reused')
    const { status, body } = stored
    return { status, body, sequence: await lastSequence(trx, request.entityId) }
  }
}

class RollBack extends Error {}

/** Performs a request in a transaction, and rolls it back.
 *  @throws the errors of `perform` */
export async function dryRun(
  { database }: { database: Database },
  request: FastifyRequest,
  perform: (trx: Transaction<Schema>) => Promise<WriteResponse>,
): Promise<WriteResponse> {
  idempotencyKeyOf(request)
  const { promise, resolve } = Promise.withResolvers<WriteResponse>()
  await database
    .writeFor(request.entityId, async (trx) => {
      resolve(await perform(trx))
      throw new RollBack()
    })
    .catch((error) => {
      if (!(error instanceof RollBack)) throw error
    })
  return promise
}

export const sendWriteResponse = (reply: FastifyReply, { status, body, sequence }: WriteResponse) =>
  reply.code(status).header('Rollcall-Sequence', sequence).type('application/json; charset=utf-8').send(body)

const hashOf = ({ method, url, body }: FastifyRequest) =>
  hash('sha256', JSON.stringify([method, url, body]), 'base64url')

/** @throws Problem invalid-parameter for a malformed key */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new Problem('invalid-parameter', { errors: [{ parameter: 'Idempotency-Key', reason: 'format' }] })
}

type IdempotencyKey = {
  entity_id: string
  access_token_id: string
  idempotency_key: string
}

/** Inserts a new key, or replaces an expired one. Returns false when the key is in use. Of two concurrent requests with
 *  one key, the second waits here until the first commits. */
async function claimKey(
  trx: Transaction<Schema>,
  key: IdempotencyKey,
  request_hash: string,
  now: Instant,
): Promise<boolean> {
  const claimed = await trx
    .insertInto('idempotency_keys')
    .values({ ...key, request_hash, status: 0, body: '', created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['entity_id', 'access_token_id', 'idempotency_key'])
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
        refTuple('access_token_id', 'idempotency_key'),
        'in',
        selectFrom('idempotency_keys as old')
          .select(['old.access_token_id', 'old.idempotency_key'])
          .where('old.entity_id', '=', entityId)
          .where('old.created_at', '<=', until)
          .orderBy('old.created_at')
          .limit(sql.lit(2))
          .modifyEnd(skipLocked)
          .$asTuple('access_token_id', 'idempotency_key'),
      ),
    )
    .execute()

const storeResponse = (trx: Transaction<Schema>, key: IdempotencyKey, { status, body }: WriteResponse) =>
  trx
    .updateTable('idempotency_keys')
    .set({ status, body })
    .where(({ and }) => and(key))
    .execute()

const findResponse = (trx: Transaction<Schema>, key: IdempotencyKey) =>
  trx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'body'])
    .where(({ and }) => and(key))
    .executeTakeFirstOrThrow()
