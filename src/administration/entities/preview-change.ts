import { type Static, Type } from 'typebox'
import { Entity, type EntityChanges, findEntity } from '../../entities/entity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { sentencesAfter } from './change-entity.ts'
import { MovedDay, movedDays } from './moved-days.ts'

/** What a change of an entity would do. */
export const EntityPreview = Type.Object(
  { entity: Entity, moved_days: Type.Array(MovedDay, { description: 'The coming visits on other days, by day.' }) },
  { $id: 'EntityPreview', description: 'What a change of an entity would do.' },
)
export type EntityPreview = Static<typeof EntityPreview>

/** Returns the entity as it would be, and the days that its coming visits would move to. */
export async function previewChange(
  database: Database,
  entityId: string,
  changes: EntityChanges,
  now: Instant,
): Promise<EntityPreview> {
  const before = (await findEntity(database, entityId))!
  const merged = Object.entries({
    ...before,
    ...changes,
    sentences: sentencesAfter(before, changes) ?? before.sentences,
  }).filter(([, value]) => value !== null && value !== undefined)
  const entity = Object.fromEntries(merged) as Entity
  return { entity, moved_days: await movedDays(database, before, entity.time_zone, now) }
}
