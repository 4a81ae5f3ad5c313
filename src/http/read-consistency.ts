import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import { selectLastSequence } from '../database/last-sequence.ts'
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

/** After a committed write, tells the client the sequence of the entity's latest action. */
export async function setSequenceHeader(reply: FastifyReply, database: Database, entityId: string) {
  // The write is committed: a failed look-up must not turn it into an error.
  const found = await Promise.resolve(selectLastSequence(database, { entityId })).catch(() => [])
  if (found[0]) reply.header('Rollcall-Sequence', String(found[0].last_sequence))
}
