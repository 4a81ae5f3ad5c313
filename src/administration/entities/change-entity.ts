import type { Transaction } from 'kysely'
import {
  addEntity,
  columnsOf,
  type Entity,
  type EntityChanges,
  findEntity,
  type NewEntity,
  setEntity,
} from '../../entities/entity.ts'
import type { ResourceChange } from '../../entities/history/change-resource.ts'
import { findLogo, setLogo } from '../../entities/logo.ts'
import { releaseHeld } from '../../messages/delivery/held.ts'
import { planAnew } from '../../messages/quiet-hours/change.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { Instant } from '../../platform/time/instant.ts'

/** @throws Problem entity-exists */
export async function createEntity(database: Database, given: NewEntity): Promise<Entity> {
  const entity = { ...given, language: given.language ?? 'en' }
  if (!(await addEntity(database, entity))) throw new Problem('entity-exists')
  return (await findEntity(database, entity.id))!
}

const ofEntity = (entityId: string, write: ResourceChange<Entity>['write']): ResourceChange<Entity> => ({
  resource: 'entity',
  read: async (trx) => (await findEntity(trx, entityId))!,
  write,
})

/** Changes properties of an entity. A new time zone also moves the reminders. */
export const entityChange = (entityId: string, changes: EntityChanges) =>
  ofEntity(entityId, async (trx, before, now) => {
    if (Object.keys(changes).length === 0) return
    const { sentences: _, ...others } = changes
    const sentences = sentencesAfter(before, changes)
    await setEntity(trx, entityId, columnsOf({ ...others, ...(sentences && { sentences }) }))
    if (changes.time_zone !== undefined && changes.time_zone !== before.time_zone) await planAnew(trx, entityId, now)
  })

/** Returns the sentences after the changes of some languages, if there are any. */
export const sentencesAfter = ({ sentences: before }: Entity, { sentences }: EntityChanges): Entity['sentences'] =>
  sentences &&
  (Object.fromEntries(
    Object.entries({ ...before, ...sentences }).filter(([, one]) => one !== null),
  ) as Entity['sentences'])

/** Retires an entity. It accepts no notifications, and sends nothing. */
export const entityRetirement = (entityId: string) =>
  ofEntity(entityId, async (trx, { retired_at }, now) => {
    if (retired_at === undefined) await setEntity(trx, entityId, { retired_at: now })
  })

/** Restores a retired entity, and releases its held messages. */
export const entityRestoration = (entityId: string) =>
  ofEntity(entityId, async (trx, _before, now: Instant) => {
    await setEntity(trx, entityId, { retired_at: null })
    await releaseHeld(trx, entityId, ['entity retired'], now)
  })

/** Replaces the logo, or removes it without a picture. The resource is the PNG in base64. */
export const logoChange = (entityId: string, png: Buffer | undefined): ResourceChange<string | undefined> => ({
  resource: 'logo',
  read: (trx: Transaction<Schema>) => findLogo(trx, entityId),
  write: (trx) => setLogo(trx, entityId, png),
})
