import type { Database } from '../database/database.ts'
import { answerLink, hashAnswerLink } from '../delivery/answer-link.ts'
import type { State } from '../notifications/state.ts'
import type { VisitTimes } from '../plugins/plugin.ts'
import { timesOfVisit } from '../plugins/registry.ts'
import type { Secret } from '../secret.ts'
import type { OpenedLink } from './open-link.ts'

/** The notification that stands for a superseded visit now. */
export interface Replacement {
  state: State
  times: VisitTimes | undefined
  /** The answer link that the same address has for it, if any. */
  link: string | undefined
}

/** Follows a superseded notification to the latest one of its visit. Returns undefined if there is none: earlier versions
 *  did not store it. */
export async function findReplacement(
  database: Database,
  secret: Secret,
  { entity, supersededBy, address }: OpenedLink,
): Promise<Replacement | undefined> {
  let latest: Awaited<ReturnType<typeof selectNotification>>
  for (let id = supersededBy; id !== null; id = latest.superseded_by) latest = await selectNotification(id)
  if (!latest!) return undefined
  const { notification_id, state, category, target, params } = latest
  const times = timesOfVisit({ category, target, params: JSON.parse(params) })
  return { state, times, link: await findLink(notification_id) }

  function selectNotification(id: string) {
    return database
      .selectFrom('notifications')
      .select(['notification_id', 'state', 'category', 'target', 'params', 'superseded_by'])
      .where('entity_id', '=', entity.id)
      .where('notification_id', '=', id)
      .executeTakeFirstOrThrow()
  }

  async function findLink(id: string): Promise<string | undefined> {
    const deliveries = await database
      .selectFrom('deliveries')
      .select(['delivery_id', 'link_hash'])
      .where('entity_id', '=', entity.id)
      .where('notification_id', '=', id)
      .where('channel', '=', address.channel)
      .where('uid', '=', address.uid)
      .execute()
    return (
      deliveries
        .map(({ delivery_id, link_hash }) => ({ link: answerLink(secret, entity.id, delivery_id), link_hash }))
        // Links that were sent under a previous SECRET_KEY cannot be derived again.
        .find(({ link, link_hash }) => hashAnswerLink(link) === link_hash)?.link
    )
  }
}
