import type { Database } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import { hashAnswerLink, readAnswerLink } from '../delivery/answer-link.ts'
import { deliveredNotices } from '../delivery/delivered-notices.ts'
import type { Entity } from '../entities/entity.ts'
import type { Instant } from '../instant.ts'
import { type Notification, readNotification } from '../notifications/notification.ts'
import type { State } from '../notifications/state.ts'
import { startOfVisit } from '../plugins/registry.ts'

/** The question that an answer link puts to a contact. */
export interface Question {
  link: string
  entity: Entity
  notification: Notification
  state: State
  wish: string | null
  /** The address that received the link. */
  channel: string
  uid: string
  /** The start of the visit, at which answers close. */
  startsAt: Instant | undefined
}

/** Finds the question behind an answer link. Returns undefined for an unknown link. */
export async function openLink(database: Database, text: string): Promise<Question | undefined> {
  const read = readAnswerLink(text)
  if (!read) return undefined
  const { entityId, link } = read
  const [row] = await selectQuestion(database, { entityId, linkHash: hashAnswerLink(link) })
  if (!row) return undefined
  const { name, time_zone, language, state, wish, channel, uid } = row
  const notification = readNotification(row)
  const startsAt = startOfVisit(notification)
  const entity = { id: entityId, name, time_zone, language }
  return { link, entity, notification, state, wish, channel, uid, startsAt }
}

const selectQuestion = prepared((database, { entityId, linkHash }: { entityId: string; linkHash: string }) =>
  deliveredNotices(database)
    .where('deliveries.entity_id', '=', entityId)
    .where('deliveries.link_hash', '=', linkHash)
    .select(['deliveries.channel', 'deliveries.uid']),
)
