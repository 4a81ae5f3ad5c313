import { randomUUIDv7 } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import { preparedStatement } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'
import { Problem } from '../errors.ts'
import { matchesTag } from '../http/entity-tag.ts'
import type { Clock, Instant } from '../instant.ts'
import type { ResourceName } from './change.ts'

/** A resource of an entity, such as its settings. */
export interface Changing<Resource> {
  name: ResourceName
  /** Returns the resource as clients see it; undefined if there is none. */
  read(trx: Transaction<Schema>): Promise<Resource>
  write(trx: Transaction<Schema>, before: Resource, now: Instant): Promise<unknown>
}

/** Changes a resource of the request's entity, like `change`. */
export const changeResource = <Resource>(
  { database, clock }: { database: Database; clock: Clock },
  { entityId, credentialName, headers }: FastifyRequest,
  changing: Changing<Resource>,
): Promise<Resource> =>
  database.writeFor(entityId, (trx) =>
    change(trx, { entityId, by: credentialName, ifMatch: headers['if-match'] }, changing, clock.now()),
  )

/** `by` of a change by command. */
export const commandLine = 'command line'

interface Changed {
  entityId: string
  /** The name of the credential. */
  by: string
  ifMatch?: string | undefined
}

/** Changes a resource, unless `ifMatch` names another version of it. Records who changed it. Returns the resource after the change.
 *  @throws Problem changed-meanwhile; the errors of `read` and `write` */
export async function change<Resource>(
  trx: Transaction<Schema>,
  { entityId, by, ifMatch }: Changed,
  { name, read, write }: Changing<Resource>,
  now: Instant,
): Promise<Resource> {
  await lockEntity(trx, { entityId })
  const before = await read(trx)
  if (!matchesTag(ifMatch, before)) throw new Problem('changed-meanwhile')
  await write(trx, before, now)
  const after = await read(trx)
  const [earlier, later] = [stored(before), stored(after)]
  if (earlier !== later)
    await trx
      .insertInto('changes')
      .values({
        ...{ entity_id: entityId, changed_at: now, change_id: randomUUIDv7(), changed_by: by },
        ...{ resource: name, before: earlier, after: later },
      })
      .execute()
  return after
}

const stored = (resource: unknown) => (resource === undefined ? null : JSON.stringify(resource))

/** Later changes of the entity wait. */
const lockEntity = preparedStatement((database, { entityId }: { entityId: string }) =>
  database.selectFrom('entities').select('entity_id').where('entity_id', '=', entityId).forUpdate(),
)
