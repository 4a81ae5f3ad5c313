import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
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

/** Tells the caller of a write, once it is committed, how far the entity's actions have come with it. */
export async function tellSequence(reply: FastifyReply, database: Database, entityId: string) {
  // Without it, what was done is done all the same.
  const found = await Promise.resolve(selectSequence(database, { entityId })).catch(() => [])
  if (found[0]) reply.header('Rollcall-Sequence', String(found[0].last_sequence))
}

const selectSequence = prepared((database, { entityId }: { entityId: string }) =>
  database.selectFrom('entities').select('last_sequence').where('entity_id', '=', entityId),
)
