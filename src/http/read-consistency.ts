import type { FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'

/** Read-your-writes: reads the sequence that the client sends back in Rollcall-Sequence. The response must not be older.
 *  0 without the header.
 *  @throws Problem invalid-parameter */
export function requiredSequence({ headers }: FastifyRequest): number {
  const text = headers['rollcall-sequence']
  if (text === undefined) return 0
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text)
  throw new Problem('invalid-parameter', { errors: [{ parameter: 'Rollcall-Sequence', reason: 'format' }] })
}
