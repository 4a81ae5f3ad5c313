import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql, type Transaction } from 'kysely'
import type { Database, Engine } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { latestSequence } from '../entities/entity.ts'
import { Problem } from '../errors.ts'
import { type Clock, hours, type Instant } from '../instant.ts'

const retentionMicros = hours(24)

/** The response to a request that changes data. */
export interface Outcome {
  status: number
  /** JSON. */
  body: string
  /** The sequence of the entity's latest action. */
  sequence: number
}

/** Performs a request in one transaction, which also stores its `Idempotency-Key` and its outcome. A retry with the
 *  same key within 24 h returns the stored outcome and changes nothing.
 *  @throws Problem idempotency-key-reused when a different request used the key; the errors of `perform` */
export async function performOnce(
  { database, clock }: { database: Database; clock: Clock },
  request: FastifyRequest,
  perform: (trx: Transaction<Schema>) => Promise<Outcome>,
): Promise<Outcome> {
  const idempotency_key = idempotencyKeyOf(request)
  if (idempotency_key === undefined) return database.writeFor(request.entityId, perform)
  const key = { entity_id: request.entityId, access_token_id: request.credentialId, idempotency_key }
  const request_hash = hashOf(request)
  return database.writeFor(request.entityId, performOrRepeat)

  async function performOrRepeat(trx: Transaction<Schema>): Promise<Outcome> {
    const now = clock.now()

    if (await claimKey(trx, key, request_hash, now)) {
      await deleteSomeExpired(trx, database.engine.skipLocked, request.entityId, now - retentionMicros)
      const outcome = await perform(trx)
      await storeOutcome(trx, key, outcome)
      return outcome
    }
    const stored = await findOutcome(trx, key)
    if (stored.request_hash !== request_hash) throw new Problem('idempotency-key-reused')
    const { status, body } = stored
    return { status, body, sequence: await latestSequence(trx, request.entityId) }
  }
}

export const sendOutcome = (reply: FastifyReply, { status, body, sequence }: Outcome) =>
  reply.code(status).header('Rollcall-Sequence', sequence).type('application/json; charset=utf-8').send(body)

const hashOf = ({ method, url, body }: FastifyRequest) =>
  hash('sha256', JSON.stringify([method, url, body]), 'base64url')

function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new Problem('invalid-parameter', { errors: [{ parameter: 'Idempotency-Key', reason: 'format' }] })
}

interface IdempotencyKey {
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

const storeOutcome = (
  trx: Transaction<Schema>,
  { entity_id, access_token_id, idempotency_key }: IdempotencyKey,
  { status, body }: Outcome,
) =>
  trx
    .updateTable('idempotency_keys')
    .set({ status, body })
    .where('entity_id', '=', entity_id)
    .where('access_token_id', '=', access_token_id)
    .where('idempotency_key', '=', idempotency_key)
    .execute()

const findOutcome = (trx: Transaction<Schema>, { entity_id, access_token_id, idempotency_key }: IdempotencyKey) =>
  trx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'body'])
    .where('entity_id', '=', entity_id)
    .where('access_token_id', '=', access_token_id)
    .where('idempotency_key', '=', idempotency_key)
    .executeTakeFirstOrThrow()
