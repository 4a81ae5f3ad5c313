import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../platform/errors/errors.ts'
import type { IdempotencyKey, WriteResponse } from './perform-once.ts'

/** Returns the key of a request; undefined without the header `Idempotency-Key`.
 *  @throws Problem invalid-parameter for a malformed key */
export function requestKey({
  headers,
  credentialId: senderId,
  method,
  url,
  body,
}: FastifyRequest): IdempotencyKey | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key))
    return { senderId, key, requestHash: hash('sha256', JSON.stringify([method, url, body]), 'base64url') }
  throw new Problem('invalid-parameter', { errors: [{ parameter: 'Idempotency-Key', reason: 'format' }] })
}

/** Sends a stored or new response, with the sequence of the entity's latest action in `Rollcall-Sequence`. */
export const sendWriteResponse = (reply: FastifyReply, { status, body, sequence }: WriteResponse) =>
  reply.code(status).header('Rollcall-Sequence', sequence).type('application/json; charset=utf-8').send(body)
