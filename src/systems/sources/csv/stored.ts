import type { Kysely } from 'kysely'
import { Type } from 'typebox'
import { Id } from '../../../entities/entity-properties.ts'
import type { ResourceChange } from '../../../entities/history/change-resource.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { Problem } from '../../../platform/errors/errors.ts'
import { checkedMapping, Mapping } from './mapping.ts'

/** A mapping of an entity, in a list. */
export const NamedMapping = Type.Object({ name: Id, mapping: Mapping }, { description: 'A mapping, and its name.' })
export type NamedMapping = Type.Static<typeof NamedMapping>

interface MappingKey {
  entity_id: string
  name: string
}

/** Lists the mappings of an entity, by name. */
export async function listMappings(database: Kysely<Schema>, entityId: string): Promise<NamedMapping[]> {
  const rows = await database
    .selectFrom('mappings')
    .select(['name', 'mapping'])
    .where('entity_id', '=', entityId)
    .orderBy('name')
    .execute()
  return rows.map(({ name, mapping }) => ({ name, mapping: JSON.parse(mapping) }))
}

/** @throws Problem mapping-not-found */
export async function storedMapping(database: Kysely<Schema>, key: MappingKey): Promise<Mapping> {
  const mapping = await findMapping(database, key)
  if (!mapping) throw new Problem('mapping-not-found')
  return mapping
}

async function findMapping(database: Kysely<Schema>, key: MappingKey): Promise<Mapping | undefined> {
  const row = await database
    .selectFrom('mappings')
    .select('mapping')
    .where(({ and }) => and(key))
    .executeTakeFirst()
  return row && JSON.parse(row.mapping)
}

const ofMapping = (
  key: MappingKey,
  write: ResourceChange<Mapping | undefined>['write'],
): ResourceChange<Mapping | undefined> => ({
  resource: 'mapping',
  name: key.name,
  read: (trx) => findMapping(trx, key),
  write,
})

/** A mapping, in place of an earlier one of the same name.
 *  @throws Problem invalid-body */
export function mappingChange(key: MappingKey, given: Mapping) {
  const mapping = JSON.stringify(checkedMapping(given))
  return ofMapping(key, (trx) =>
    trx
      .insertInto('mappings')
      .values({ ...key, mapping })
      .onConflict((conflict) => conflict.columns(['entity_id', 'name']).doUpdateSet({ mapping }))
      .execute(),
  )
}

export const mappingDeletion = (key: MappingKey) =>
  ofMapping(key, (trx) =>
    trx
      .deleteFrom('mappings')
      .where(({ and }) => and(key))
      .execute(),
  )
