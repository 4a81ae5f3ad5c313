import { type Kysely, type Selectable, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { storedColumns } from '../../visits/notification.ts'

/** The columns of a timeline's notification. */
export const timelineColumns = [
  ...storedColumns,
  ...(['state', 'created_at', 'starts_at', 'supersedes', 'superseded_by', 'wish', 'slot'] as const),
  ...(['done_at', 'done_by'] as const),
  ...(['arrived_from', 'arrived_reason', 'withdrawn_at', 'withdrawn_by', 'next_due_at', 'reminded_until'] as const),
] as const
export type NotificationRow = Pick<Selectable<Schema['notifications']>, (typeof timelineColumns)[number]>

// A clinic seldom moves a visit more than twice.
const maxNotifications = 20

export interface VisitNotifications {
  /** The notifications of the visit that the contact knows, oldest first. */
  linked: NotificationRow[]
  /** The notifications with the visit's key, also of other contacts. */
  ofKey: NotificationRow[]
}

/** Reads the latest notifications of the visit. A contact knows the notifications that lead to `asked` without one of another contact
 *  between them. */
export async function notificationsOfVisit(
  database: Kysely<Schema>,
  asked: NotificationRow,
): Promise<VisitNotifications> {
  const latest = await database
    .selectFrom('notifications')
    .select(timelineColumns)
    .where('entity_id', '=', asked.entity_id)
    .where('external_id', '=', asked.external_id)
    .where('category', '=', asked.category)
    .where('target', '=', asked.target)
    .where('notification_id', '!=', asked.notification_id)
    .orderBy(sql`coalesce(created_at, 0)`, 'desc')
    .orderBy('notification_id', 'desc')
    .limit(sql.lit(maxNotifications - 1))
    .execute()
  const linked = [asked]
  const rest = new Set(latest.filter((one) => isSameContact(one, asked)))
  // The loop also visits the notifications that it adds.
  for (const one of linked) {
    for (const other of rest) {
      if (!isLinked(one, other)) continue
      rest.delete(other)
      linked.push(other)
    }
  }
  return { linked: linked.sort(bySubmission), ofKey: [asked, ...latest] }
}

const isLinked = (one: NotificationRow, other: NotificationRow) => hasReplaced(one, other) || hasReplaced(other, one)

const hasReplaced = (later: NotificationRow, earlier: NotificationRow) =>
  later.supersedes === earlier.notification_id || earlier.superseded_by === later.notification_id

// Ids are in the order of submission.
const bySubmission = (one: NotificationRow, other: NotificationRow) =>
  (one.created_at ?? 0) - (other.created_at ?? 0) || (one.notification_id < other.notification_id ? -1 : 1)

/** Whether the clinic has both contacts under the same key. */
export const isSameContact = (one: Pick<NotificationRow, 'contact'>, other: Pick<NotificationRow, 'contact'>) =>
  JSON.parse(one.contact).external_id === JSON.parse(other.contact).external_id
