import type { FastifyRequest } from 'fastify'
import { Problem } from '../errors/errors.ts'
import type { RequestHeader } from './headers.ts'

/** Read-your-writes: returns the sequence that the client sends in Rollcall-Sequence, or 0 without the header. The
 *  response must not be older than this sequence.
 *  @throws Problem invalid-parameter */
export const requiredSequence = (request: FastifyRequest): number => sequenceOf(request, 'Rollcall-Sequence') ?? 0

/** Returns the sequence in a header, or undefined without the header.
 *  @throws Problem invalid-parameter */
export function sequenceOf({ headers }: FastifyRequest, name: RequestHeader): number | undefined {
  const text = headers[name.toLowerCase()]
  if (text === undefined) return undefined
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text)
  throw new Problem('invalid-parameter', { errors: [{ parameter: name, reason: 'format' }] })
}
