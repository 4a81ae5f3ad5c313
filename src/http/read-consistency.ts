import type { FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'

/** Read-your-writes: returns the sequence that the client sends in Rollcall-Sequence, or 0 without the header. The
 *  response must not be older than this sequence.
 *  @throws Problem invalid-parameter */
export function requiredSequence({ headers }: FastifyRequest): number {
  const text = headers['rollcall-sequence']
  if (text === undefined) return 0
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text)
  throw new Problem('invalid-parameter', { errors: [{ parameter: 'Rollcall-Sequence', reason: 'format' }] })
}
