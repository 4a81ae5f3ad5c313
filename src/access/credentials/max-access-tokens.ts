import type { Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { Instant } from '../../platform/time/instant.ts'

/** The ids of entities, or all of them. */
type Entities = string[] | 'all'

/** The maximum number of valid access tokens that name an entity, and of those for all entities. A hospital has a hundred desks. */
export const maxAccessTokens = 100
// A replaced token and its successor are valid at the same time.
const maxWithReplaced = 2 * maxAccessTokens

/** Rejects a new access token beyond the limit. Concurrent requests can exceed the limit by one each: a lock of the entity would
 *  delay its answers.
 *  @throws Problem too-many-access-tokens */
export async function requireRoom(trx: Transaction<Schema>, now: Instant, { entities }: { entities: Entities }) {
  const isFull = ({ inForce, notReplaced }: Count) => notReplaced >= maxAccessTokens || inForce >= maxWithReplaced
  if ((await countInForce(trx, now, entities)).some(isFull)) throw new Problem('too-many-access-tokens')
}

/** Rejects the successor of an access token beyond the limit.
 *  @throws Problem too-many-access-tokens */
export async function requireRoomForSuccessor(
  trx: Transaction<Schema>,
  now: Instant,
  { entities }: { entities: Entities },
) {
  const counts = await countInForce(trx, now, entities)
  if (counts.some(({ inForce }) => inForce >= maxWithReplaced)) throw new Problem('too-many-access-tokens')
}

interface Count {
  inForce: number
  /** Without those that have a successor. */
  notReplaced: number
}

/** Counts the valid access tokens that name each entity, or those for all entities. */
async function countInForce(trx: Transaction<Schema>, now: Instant, entities: Entities): Promise<Count[]> {
  const counted = trx
    .selectFrom('access_tokens as token')
    .where('token.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('token.expires_at', 'is', null), eb('token.expires_at', '>', now)]))
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('inForce'),
      fn.sum<number>(eb.case().when('token.replaced_by', 'is', null).then(1).else(0).end()).as('notReplaced'),
    ])
  const rows =
    entities === 'all'
      ? counted.where('token.all_entities', '=', 1)
      : counted
          .innerJoin('access_token_entities as granted', 'granted.access_token_id', 'token.access_token_id')
          // With no entity, `in ()` would be invalid SQL.
          .where('granted.entity_id', 'in', [...entities, ''])
          .groupBy('granted.entity_id')
  return (await rows.execute()).map(({ inForce, notReplaced }) => ({
    inForce: Number(inForce),
    notReplaced: Number(notReplaced),
  }))
}
