import { Type } from 'typebox'
import type { Database } from '../database/database.ts'
import { findEntity, Id } from '../entities/entity.ts'
import type { JsonFault } from '../invalid-body.ts'
import { type Scope, scopes } from './credential.ts'

/** The scopes and entities that a client grants. */
export const rightsProperties = {
  scopes: Type.Array(Type.Enum(scopes), { minItems: 1, uniqueItems: true, description: 'What it permits.' }),
  entities: Type.Optional(
    Type.Array(Id, { minItems: 1, maxItems: 1_000, uniqueItems: true, description: 'The entities that it is for.' }),
  ),
  all_entities: Type.Optional(
    Type.Boolean({ description: 'It is for all entities, also future ones. Instead of `entities`.' }),
  ),
}

export interface GivenRights {
  scopes: Scope[]
  entities?: string[]
  all_entities?: boolean
}

/** Returns the faults of rights that the schema does not find. */
export const rightsFaults = ({ entities, all_entities }: GivenRights, pointer: string): JsonFault[] =>
  Boolean(entities) === Boolean(all_entities) ? [{ pointer, reason: 'must have either entities or all_entities' }] : []

/** Returns a fault for each entity that does not exist. */
export async function unknownEntities(
  database: Database,
  { entities = [] }: GivenRights,
  pointer: string,
): Promise<JsonFault[]> {
  const faults: JsonFault[] = []
  for (const [index, id] of entities.entries()) {
    if (!(await findEntity(database, id)))
      faults.push({ pointer: `${pointer}/entities/${index}`, reason: 'is no entity' })
  }
  return faults
}
