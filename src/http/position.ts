import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { preparedIn } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'
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

/** Tells the caller of a write how far the entity's actions have come with it. */
export const tellSequence = (reply: FastifyReply, sequence: number) =>
  reply.header('Rollcall-Sequence', String(sequence))

/** The sequence of the entity's latest action, as this transaction sees it. */
export async function latestSequence(database: Kysely<Schema>, entityId: string): Promise<number> {
  const [row] = await selectSequence(database, { entityId })
  return row!.last_sequence
}

const selectSequence = preparedIn((database, { entityId }: { entityId: string }) =>
  database.selectFrom('entities').select('last_sequence').where('entity_id', '=', entityId),
)
