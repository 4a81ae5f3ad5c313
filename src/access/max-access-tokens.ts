import type { Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { Problem } from '../errors.ts'
import type { Instant } from '../instant.ts'

/** The ids of entities, or all of them. */
type Entities = string[] | 'all'

/** An entity has no more access tokens in force, and there are no more for all entities. A hospital has a hundred desks. */
export const maxAccessTokens = 100
// While a token is replaced, it and its successor are in force.
const maxWithReplaced = 2 * maxAccessTokens

/** Requires room for a new access token. Concurrent requests may exceed the limit by their number: a lock of each entity would
 *  delay its answers.
 *  @throws Problem too-many-access-tokens */
export async function requireRoom(trx: Transaction<Schema>, now: Instant, { entities }: { entities: Entities }) {
  const isBeyond = ({ ofAll, notReplaced }: Count) => notReplaced >= maxAccessTokens || ofAll >= maxWithReplaced
  if ((await countInForce(trx, now, entities)).some(isBeyond)) throw new Problem('too-many-access-tokens')
}

/** Requires room for the successor of an access token.
 *  @throws Problem too-many-access-tokens */
export async function requireRoomForSuccessor(
  trx: Transaction<Schema>,
  now: Instant,
  { entities }: { entities: Entities },
) {
  const counts = await countInForce(trx, now, entities)
  if (counts.some(({ ofAll }) => ofAll >= maxWithReplaced)) throw new Problem('too-many-access-tokens')
}

interface Count {
  ofAll: number
  /** Without those that a successor replaces. */
  notReplaced: number
}

/** Counts the access tokens that are neither revoked nor expired: those that name each of the entities, or those for all. */
async function countInForce(trx: Transaction<Schema>, now: Instant, entities: Entities): Promise<Count[]> {
  const counted = trx
    .selectFrom('access_tokens as token')
    .where('token.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('token.expires_at', 'is', null), eb('token.expires_at', '>', now)]))
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('ofAll'),
      fn.sum<number>(eb.case().when('token.replaced_by', 'is', null).then(1).else(0).end()).as('notReplaced'),
    ])
  const rows =
    entities === 'all'
      ? counted.where('token.all_entities', '=', 1)
      : counted
          .innerJoin('access_token_entities as granted', 'granted.access_token_id', 'token.access_token_id')
          .where('granted.entity_id', 'in', [...entities, ''])
          .groupBy('granted.entity_id')
  return (await rows.execute()).map(({ ofAll, notReplaced }) => ({
    ofAll: Number(ofAll),
    notReplaced: Number(notReplaced),
  }))
}
