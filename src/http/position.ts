import type { FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'

/** The sequence that a caller has been told, which what it reads now must not be older than: that of its own write, or of
 *  what it read before. 0 for none.
 *  @throws Problem invalid-parameter */
export function knownSequence({ headers }: FastifyRequest): number {
  const text = headers['rollcall-sequence']
  if (text === undefined) return 0
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text)
  throw new Problem('invalid-parameter', { errors: [{ parameter: 'Rollcall-Sequence', reason: 'format' }] })
}
