import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { matchesTag } from '../../platform/http/entity-tag.ts'
import { newId } from '../../platform/keys/new-id.ts'
import type { Clock, Instant } from '../../platform/time/instant.ts'
import type { ResourceName } from './change.ts'

interface ResourceKey {
  resource: ResourceName
  /** The name of the resource, if the entity has several of this kind. */
  name?: string
}

/** A resource of an entity, such as its settings. */
export interface ResourceChange<Resource> extends ResourceKey {
  /** Returns the resource as clients see it; undefined if there is none. */
  read(trx: Transaction<Schema>): Promise<Resource>
  write(trx: Transaction<Schema>, before: Resource, now: Instant): Promise<unknown>
}

/** Changes a resource of the request's entity, like `change`. */
export const changeResource = <Resource>(
  { database, clock }: { database: Database; clock: Clock },
  request: FastifyRequest,
  changing: ResourceChange<Resource>,
): Promise<Resource> => {
  const { entityId } = request
  return database.writeFor(entityId, (trx) => change(trx, { entityId, ...authorOf(request) }, changing, clock.now()))
}

/** The author of a change, and the version that the author read. */
export interface Author {
  /** The name of the credential. */
  by: string
  ifMatch?: string | undefined
}

/** Returns the author of a request, with the version in `If-Match`. */
export const authorOf = ({ credentialName, headers }: FastifyRequest): Author => ({
  by: credentialName,
  ifMatch: headers['if-match'],
})

/** `by` of a change by command. */
export const commandLine = 'command line'

interface EntityAuthor extends Author {
  entityId: string
}

/** Changes a resource, unless `ifMatch` names another version of it. Records the change with its author. Returns the resource after it.
 *  @throws Problem changed-meanwhile; the errors of `read` and `write` */
export async function change<Resource>(
  trx: Transaction<Schema>,
  { entityId, by, ifMatch }: EntityAuthor,
  { read, write, ...key }: ResourceChange<Resource>,
  now: Instant,
): Promise<Resource> {
  await lockEntity(trx, { entityId })
  const before = await read(trx)
  if (!matchesTag(ifMatch, before)) throw new Problem('changed-meanwhile')
  await write(trx, before, now)
  const after = await read(trx)
  await recordChange(trx, { entityId, by }, { ...key, before, after }, now)
  return after
}

/** Records a change with its author. Callers that cannot lock the entity use it directly. */
export async function recordChange(
  trx: Transaction<Schema>,
  { entityId, by }: EntityAuthor,
  { resource, name, ...versions }: ResourceKey & { before: unknown; after: unknown },
  now: Instant,
) {
  const [before, after] = [stored(versions.before), stored(versions.after)]
  if (before === after) return
  await trx
    .insertInto('changes')
    .values({
      entity_id: entityId,
      changed_at: now,
      change_id: newId(),
      changed_by: by,
      resource,
      name: name ?? null,
      before,
      after,
    })
    .execute()
}

const stored = (resource: unknown) => (resource === undefined ? null : JSON.stringify(resource))

/** Later changes of the entity wait. */
const lockEntity = preparedStatement((database, { entityId }: { entityId: string }) =>
  database.selectFrom('entities').select('entity_id').where('entity_id', '=', entityId).forNoKeyUpdate(),
)
