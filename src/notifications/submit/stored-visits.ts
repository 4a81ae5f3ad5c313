import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { replacedOrWithdrawnStates, type State, states } from '../../visits/state.ts'
import { transitions } from '../lifecycle/transitions.ts'
import type { Comparable } from './submission-outcome.ts'

const keysAtOnce = 500

/** A notification of a submitted visit. */
export interface StoredVisit extends Comparable {
  id: string
  state: State
  latest_submission: string | null
  revision: number
}

/** The visits of a task, by the plugin and their keys in the clinic's own system. */
interface VisitKeys {
  entityId: string
  category: string
  target: string
  visits: { external_id: string }[]
  /** A test visit and a real visit of the same key are two visits. */
  isTest: boolean
}

/** Selects the notifications of visits, oldest first. Superseded ones are absent. */
export async function storedVisits(database: Kysely<Schema>, keys: VisitKeys): Promise<Map<string, StoredVisit[]>> {
  const visits = new Map<string, StoredVisit[]>()
  for (const notifications of notificationsOf(database, keys)) {
    const rows = await notifications
      .select(['notification_id', 'external_id', 'state', 'starts_at', 'contact_external_id', 'digest'])
      .select(['latest_submission', 'version', 'revision', 'recorded_time'])
      .where('state', '!=', transitions.supersede.to)
      // Ordered only by the id, SQLite reads all notifications of the entity: 1 ms for each 1,000 of them.
      .orderBy('external_id')
      .orderBy('notification_id')
      .execute()
    for (const { external_id, notification_id, starts_at, contact_external_id, recorded_time, ...row } of rows) {
      const keys = { id: notification_id, contactId: contact_external_id }
      const stored = { ...keys, startsAt: starts_at, recordedTime: recorded_time, ...row }
      visits.getOrInsertComputed(external_id, () => []).push(stored)
    }
  }
  return visits
}

/** Selects the digests of the visits as they were submitted last, by their keys. Leaves out keys with several notifications,
 *  which only history has. */
export async function storedDigests(database: Kysely<Schema>, keys: VisitKeys): Promise<Map<string, string>> {
  const digests = new Map<string, string>()
  for (const notifications of notificationsOf(database, keys)) {
    const rows = await notifications
      .select(({ fn }) => ['external_id', fn.min('latest_submission').as('latest_submission')])
      .where('state', 'not in', replacedOrWithdrawnStates)
      .groupBy('external_id')
      .having(({ fn }) => fn.countAll(), '=', 1)
      .execute()
    for (const { external_id, latest_submission } of rows)
      if (latest_submission !== null) digests.set(external_id, latest_submission)
  }
  return digests
}

function* notificationsOf(database: Kysely<Schema>, { entityId, category, target, visits, isTest }: VisitKeys) {
  const externalIds = visits.map(({ external_id }) => external_id)
  for (let from = 0; from < externalIds.length; from += keysAtOnce)
    yield database
      .selectFrom('notifications')
      .where('entity_id', '=', entityId)
      .where('external_id', 'in', externalIds.slice(from, from + keysAtOnce))
      .where('category', '=', category)
      .where('target', '=', target)
      .where('test', '=', isTest ? 1 : 0)
}

/** Returns the current notification of a visit: the contact's one with this start, or else the contact's latest, or
 *  else the latest. History may contain several. A withdrawn one stands for the visit only if it has no other. */
export function currentVisit(
  visits: StoredVisit[],
  { contactId, startsAt }: Pick<StoredVisit, 'contactId' | 'startsAt'>,
): StoredVisit | undefined {
  const current = visits.filter(({ state }) => states[state].isCurrent)
  const ofContact = current.filter((visit) => visit.contactId === contactId)
  return (
    ofContact.findLast((visit) => visit.startsAt === startsAt) ?? ofContact.at(-1) ?? current.at(-1) ?? visits.at(-1)
  )
}
