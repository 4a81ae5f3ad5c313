import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { readCursor, writeCursor } from '../../platform/lists/cursor.ts'
import type { Turn } from '../../platform/scheduling/fair-queue.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { type AuditEntry, readEntry } from './entry.ts'

// Each window compares its entries with the contact's notifications: some milliseconds on SQLite.
const [maxComparisons, maxRows, minRows] = [6_000, 2_000, 50]
// A page ends after these windows, also with fewer entries, so that a request stays short.
const maxWindows = 10

export interface ContactKey {
  entityId: string
  externalId: string
}

interface Page {
  limit: number
  after?: string | undefined
}

/** Lists the entries that name a notification of the contact, the latest first. A page can have fewer entries than `limit`, although
 *  there are more. The notifications have no index of entries: it would cost a row for each notification of each list.
 *  @throws Problem invalid-parameter when `after` is not a cursor of this list */
export async function entriesOfContact(database: Database, contact: ContactKey, { limit, after }: Page, turn: Turn) {
  const notifications = await notificationsOf(database, contact)
  const rows = Math.max(minRows, Math.min(maxRows, Math.floor(maxComparisons / Math.max(1, notifications.length))))
  const first = { since: sinceOf(notifications), rows, limit }
  let position: Position | undefined = after === undefined ? latest : positionOf(after)
  const entries: AuditEntry[] = []
  for (let window = 0; position && entries.length < limit && window < maxWindows; window++) {
    if (notifications.length === 0) position = undefined
    else {
      const from: Position = position
      const found = await turn(() => readWindow(database, contact, { ...first, limit: limit - entries.length, from }))
      entries.push(...found.entries)
      position = found.next
    }
  }
  const next = position && writeCursor('audit-of-contact', ...position)
  return { ids: notifications.map(({ notification_id }) => notification_id), entries, next }
}

/** The position after which a window begins: the list runs backwards. */
type Position = [at: Instant, id: string]

const latest: Position = [Number.MAX_SAFE_INTEGER, '']
const positionOf = (after: string): Position => readCursor(after, 'audit-of-contact', 'number', 'string')

interface Window {
  from: Position
  since: Instant
  rows: number
  limit: number
}

const notificationsOf = (database: Database, { entityId, externalId }: ContactKey) =>
  database
    .selectFrom('notifications')
    .select(['notification_id', 'created_at'])
    .where('entity_id', '=', entityId)
    .where('contact_external_id', '=', externalId)
    .execute()

/** History does not date its notifications. */
const sinceOf = (notifications: { created_at: Instant | null }[]) =>
  Math.min(...notifications.map(({ created_at }) => created_at ?? 0))

async function readWindow(database: Database, contact: ContactKey, { from, since, rows, limit }: Window) {
  const window = database
    .selectFrom('audit_entries')
    .where('entity_id', '=', contact.entityId)
    .where((eb) => eb(eb.refTuple('at', 'entry_id'), '<', eb.tuple(...from)))
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .orderBy('entry_id', 'desc')
  const named = await database
    .selectFrom(window.selectAll().limit(sql.lit(rows)).as('entries'))
    .selectAll()
    .where(namesContact(contact))
    .orderBy('at', 'desc')
    .orderBy('entry_id', 'desc')
    .limit(sql.lit(limit))
    .execute()
  const last =
    named.length === limit
      ? named.at(-1)
      : await window
          .select(['at', 'entry_id'])
          .limit(sql.lit(1))
          .offset(sql.lit(rows - 1))
          .executeTakeFirst()
  return { entries: named.map(readEntry), next: last && ([last.at, last.entry_id] satisfies Position) }
}

/** An id in JSON has quotes. Ids of history can have `_`, a wildcard of `like`. */
const namesContact = ({ entityId, externalId }: ContactKey) => sql<SqlBool>`exists (
  select 1 from notifications
  where notifications.entity_id = ${entityId} and contact_external_id = ${externalId}
    and entries.notification_ids like '%"' || replace(notification_id, '_', '\\_') || '"%' escape '\\'
)`
