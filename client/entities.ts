import type { EntityPreview } from '../src/administration/entities/preview-change.ts'
import type { ZoneClock } from '../src/entities/clocks.ts'
import type { Entity, EntityChanges, NewEntity } from '../src/entities/entity.ts'
import type { Change } from '../src/entities/history/change.ts'
import type { Connection } from './connection.ts'
import type { TaggedResource } from './tagged.ts'

export interface EntityMethods {
  /** Lists the entities that the access token can access, by id. */
  entities(): AsyncGenerator<Entity>
  entity(entityId: string): Promise<Entity>
  /** Lists the offsets of the time zones of these entities. */
  clocks(): Promise<ZoneClock[]>
  /** Returns the entity for a change. */
  taggedEntity(entityId: string): Promise<TaggedResource<Entity>>
  /** Throws ProblemError `entity-exists`. */
  createEntity(entity: NewEntity): Promise<TaggedResource<Entity>>
  changeEntity(entityId: string, changes: EntityChanges, etag: string): Promise<TaggedResource<Entity>>
  /** Returns what a change would do. Changes nothing. */
  previewEntity(entityId: string, changes: EntityChanges): Promise<EntityPreview>
  /** Makes the entity take no notifications, and send nothing. */
  retireEntity(entityId: string, etag: string): Promise<TaggedResource<Entity>>
  restoreEntity(entityId: string): Promise<TaggedResource<Entity>>
  /** Returns the logo of the entity as PNG, if it has one. */
  logo(entityId: string): Promise<Blob | undefined>
  /** Sets the logo, a PNG, or removes it. Throws ProblemError `invalid-body` with the fault of the picture. */
  setLogo(entityId: string, png: Blob | undefined): Promise<void>
  /** Lists who changed the entity and its settings, the latest change first. */
  history(entityId: string): AsyncGenerator<Change>
}

export const entityMethods = ({ ask, askJson, askTagged, each, address }: Connection): EntityMethods => {
  const one = (entityId: string, ...names: string[]) => address('entities', entityId, ...names)
  return {
    entities: () => each<Entity>('', address('entities')),
    clocks: () => askJson('', address('clocks')),
    entity: (entityId) => askJson(entityId, one(entityId)),
    taggedEntity: (entityId) => askTagged(entityId, one(entityId)),
    createEntity: (body) => askTagged('', address('entities'), { change: { body, key: null } }),
    changeEntity: (entityId, body, etag) =>
      askTagged(entityId, one(entityId), { change: { method: 'PATCH', body, etag } }),
    previewEntity(entityId, body) {
      const url = one(entityId)
      url.searchParams.set('dry_run', 'true')
      return askJson(entityId, url, { change: { method: 'PATCH', body } })
    },
    retireEntity: (entityId, etag) => askTagged(entityId, one(entityId), { change: { method: 'DELETE', etag } }),
    restoreEntity: (entityId) => askTagged(entityId, one(entityId, 'restoration'), { change: {} }),
    logo: async (entityId) => {
      const response = await ask(entityId, one(entityId, 'logo'), { accept: 'image/png' })
      return response.status === 204 ? undefined : response.blob()
    },
    async setLogo(entityId, png) {
      const file = { mediaType: 'image/png', open: () => png ?? new Blob() }
      await ask(entityId, one(entityId, 'logo'), { change: { method: 'PUT', file } })
    },
    history: (entityId) => each<Change>(entityId, one(entityId, 'history')),
  }
}
