import { type Client, type Entity, type NewEntity, ProblemError } from '../../../client/client.ts'
import { changedNames } from '../../shared/settings/merge.ts'
import { valuesOf } from './values.ts'

/** What became of an attempt. */
export type Attempt =
  | { entity: Entity }
  | { refused: 'exists' | 'not-all' }
  | { refused: 'fields'; errors: ProblemError['errors'] }

/** Adds a clinic, or finds the one that an earlier attempt without a response has added. */
export async function createClinic(client: Client, given: NewEntity): Promise<Attempt> {
  try {
    return { entity: (await client.createEntity(given)).resource }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    if (error.code === 'all-entities-required') return { refused: 'not-all' }
    if (error.code === 'invalid-body') return { refused: 'fields', errors: error.errors }
    if (error.code !== 'entity-exists') throw error
  }
  const entity = await client.entity(given.id)
  return changedNames(valuesOf(entity), valuesOf(given)).length === 0 ? { entity } : { refused: 'exists' }
}
