import { type Selectable, sql, type Transaction } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Instant } from '../../instant.ts'
import { startOfVisit } from '../../plugins/registry.ts'
import type { Contact } from '../../visits/notification.ts'
import type { State } from '../../visits/state.ts'
import type { Comparable } from './submission-outcome.ts'

const keysAtOnce = 500

/** A notification of a submitted visit. */
export interface StoredVisit extends Comparable {
  id: string
  state: State
  latest_submission: string | null
  revision: number
}

/** Selects the plugin. */
interface Pair {
  category: string
  target: string
}

/** Selects the notifications of visits by their keys in the clinic's own system, oldest first. Superseded ones are
 *  absent. */
export async function storedVisits(
  trx: Transaction<Schema>,
  { entityId, category, target }: Pair & { entityId: string },
  externalIds: string[],
): Promise<Map<string, StoredVisit[]>> {
  const found: [externalId: string, visit: StoredVisit][] = []
  for (let from = 0; from < externalIds.length; from += keysAtOnce) {
    const rows = await trx
      .selectFrom('notifications')
      .select(['notification_id', 'external_id', 'state', 'starts_at', 'contact', 'digest', 'latest_submission'])
      .select(['version', 'revision'])
      // Only an upgrade that is still running leaves rows without a start.
      .select(sql<string | null>`case when starts_at is null then params end`.as('params'))
      .where('entity_id', '=', entityId)
      .where('external_id', 'in', externalIds.slice(from, from + keysAtOnce))
      .where('category', '=', category)
      .where('target', '=', target)
      .where('state', '!=', 'superseded')
      // Ordered by the id alone, SQLite reads all notifications of the entity: 1 ms for each 1,000 of them.
      .orderBy('external_id')
      .orderBy('notification_id')
      .execute()
    for (const row of rows) found.push([row.external_id, visitOf(row, { category, target })])
  }
  return new Map(
    [...Map.groupBy(found, ([externalId]) => externalId)].map(([key, pairs]) => [key, pairs.map(([, visit]) => visit)]),
  )
}

type Row = Pick<
  Selectable<Schema['notifications']>,
  'notification_id' | 'state' | 'starts_at' | 'contact' | 'digest' | 'latest_submission' | 'version' | 'revision'
> & { params: string | null }

const visitOf = (row: Row, pair: Pair): StoredVisit => ({
  id: row.notification_id,
  state: row.state,
  startsAt: row.params === null ? row.starts_at : startOf(row.params, pair),
  contactId: (JSON.parse(row.contact) as Contact).external_id,
  digest: row.digest,
  latest_submission: row.latest_submission,
  version: row.version,
  revision: row.revision,
})

const startOf = (params: string, pair: Pair): Instant | null =>
  startOfVisit({ ...pair, params: JSON.parse(params) }) ?? null

/** Returns the notification that stands for a visit: the contact's one with this start, or else the contact's latest, or
 *  else the latest. History may contain several. A withdrawn one stands for the visit only if it has no other. */
export function currentVisit(
  visits: StoredVisit[],
  { contactId, startsAt }: Pick<StoredVisit, 'contactId' | 'startsAt'>,
): StoredVisit | undefined {
  const live = visits.filter(({ state }) => state !== 'withdrawn')
  const ofContact = live.filter((visit) => visit.contactId === contactId)
  return ofContact.findLast((visit) => visit.startsAt === startsAt) ?? ofContact.at(-1) ?? live.at(-1) ?? visits.at(-1)
}
