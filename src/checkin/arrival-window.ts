import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { type Instant, minutes } from '../instant.ts'
import type { Notification } from '../notifications/notification.ts'
import { startOfVisit } from '../plugins/registry.ts'

type Visit = Pick<Notification, 'entity_id' | 'category' | 'target' | 'params'>

/** From when on, and up to when, an arrival can be marked; undefined when nobody knows when the visit begins. */
export async function arrivalWindow(
  database: Kysely<Schema>,
  { entity_id, category, target, params }: Visit,
): Promise<{ opens: Instant; closes: Instant } | undefined> {
  const startsAt = startOfVisit({ category, target, params })
  if (startsAt === undefined) return undefined
  const { arrive_early, arrive_late } = await database
    .selectFrom('entities')
    .select(['arrive_early', 'arrive_late'])
    .where('entity_id', '=', entity_id)
    .executeTakeFirstOrThrow()
  return { opens: startsAt - minutes(arrive_early), closes: startsAt + minutes(arrive_late) }
}
