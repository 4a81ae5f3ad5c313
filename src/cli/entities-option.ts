import type { Grant } from '../access/credentials/access-token.ts'
import type { Database } from '../platform/database/database.ts'
import { UsageFailure } from './terminal.ts'
import { requireEntity } from './with-database.ts'

export interface EntityOptions {
  entity?: string[]
  allEntities?: true
}

/** @throws UsageFailure unless there is exactly one of the options */
export function entitiesOption({ entity, allEntities }: EntityOptions): Grant['entities'] {
  if (Boolean(entity) === Boolean(allEntities)) throw new UsageFailure('Pass either --entity ID or --all-entities.')
  return entity ? [...new Set(entity)] : 'all'
}

/** @throws CommandFailure that names an unknown entity */
export async function refuseUnknown(database: Database, entities: Grant['entities']) {
  if (entities !== 'all') for (const id of entities) await requireEntity(database, id)
}
