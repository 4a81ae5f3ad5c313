import { type Static, type TObject, Type } from 'typebox'
import { existingAmong } from '../../entities/entity.ts'
import { Id } from '../../entities/entity-properties.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JsonFault } from '../../platform/errors/invalid-body.ts'
import { scopes } from './scope.ts'

/** The entities that a client grants. */
export const grantedEntities = {
  entities: Type.Optional(
    Type.Array(Id, { minItems: 1, maxItems: 1_000, uniqueItems: true, description: 'The entities that it is for.' }),
  ),
  all_entities: Type.Optional(
    Type.Boolean({ description: 'It is for all entities, also future ones. Instead of `entities`.' }),
  ),
}

/** The scopes and entities that a client grants. */
export const rightsProperties = {
  scopes: Type.Array(Type.Enum(scopes), {
    minItems: 1,
    maxItems: scopes.length,
    uniqueItems: true,
    description: 'What it permits.',
  }),
  ...grantedEntities,
}

type Rights = Static<TObject<typeof grantedEntities>>

/** Returns the entities of a credential as clients see them. */
export const shownEntities = (entities: string[] | 'all') =>
  entities === 'all' ? { all_entities: true as const } : { entities }

/** Returns the faults of rights that the schema does not find. */
export const rightsFaults = ({ entities, all_entities }: Rights, pointer: string): JsonFault[] =>
  Boolean(entities) === Boolean(all_entities) ? [{ pointer, reason: 'must have either entities or all_entities' }] : []

/** Returns a fault for each entity that does not exist. One statement checks all rights: a legal body can name 200,000 entities.
 *  @param given rights by their JSON pointers */
export async function unknownEntities(database: Database, given: Map<string, Rights>): Promise<JsonFault[]> {
  const ids = new Set([...given.values()].flatMap(({ entities = [] }) => entities))
  if (ids.size === 0) return []
  const existing = await existingAmong(database, [...ids])
  return [...given].flatMap(([pointer, { entities = [] }]) =>
    entities.flatMap((id, index) =>
      existing.has(id) ? [] : [{ pointer: `${pointer}/entities/${index}`, reason: 'is no entity' }],
    ),
  )
}
