import type { Client } from '../../../client/client.ts'
import { states } from '../../../client/states.ts'
import { normalSpelling } from '../../../client/token-spelling.ts'
import { addDays } from '../../shared/time/clinic-time.ts'
import { type DeskVisit, deskVisit } from './desk-visit.ts'
import type { Visits } from './load-day.ts'

/** The visits of today that this device has, by id; none while they load. */
export interface KnownDay {
  today: string
  visits: Visits
}

type Filters = Parameters<Client['visits']>[3]

/** Finds the visit whose valid code has this text, without the service: by the hash of the text as it was scanned, then of
 *  its normal spelling. Browsers hash only on pages with TLS. */
export async function visitOfCode({ visits }: KnownDay, code: string): Promise<DeskVisit | undefined> {
  if (crypto.subtle === undefined) return undefined
  for (const spelling of [code, normalSpelling(code)].filter((one) => one !== undefined)) {
    const hash = await hexHash(spelling)
    for (const { visit } of visits.values()) if (visit.checkin_code_sha256 === hash) return visit
  }
  return undefined
}

async function hexHash(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Finds a visit by id: on this device, or at the service.
 *  @throws the client's errors */
export const visitById = async (client: Client, entityId: string, day: KnownDay, id: string, filters: Filters) =>
  day.visits.get(id)?.visit ?? visitFromService(client, entityId, day, id, filters)

/** Finds a visit by id at the service, among those from yesterday to tomorrow. The scope of the desk does not reach further.
 *  @throws the client's errors */
export async function visitFromService(
  client: Client,
  entityId: string,
  { today }: KnownDay,
  id: string,
  filters: Filters,
) {
  for await (const visit of nearVisits(client, entityId, today, filters)) if (visit.id === id) return visit
  return undefined
}

/** Finds the visit that took the place of a notification, for the same contact. `old` is the notification itself, if it is
 *  known: its key finds a successor of another day, and the latest of several.
 *  @throws the client's errors */
export async function successorOf(
  client: Client,
  entityId: string,
  { today, visits }: KnownDay,
  id: string,
  old: DeskVisit | undefined,
) {
  if (!old)
    return [...visits.values()].find(({ visit }) => visit.supersedes === id && states[visit.state].isCurrent)?.visit
  for await (const visit of nearVisits(client, entityId, today, {
    external_id: [old.external_id],
    test: 'false',
  })) {
    const isSameVisit = visit.category === old.category && visit.target === old.target && visit.id !== id
    if (isSameVisit && visit.contact.external_id === old.contact.external_id && states[visit.state].isCurrent)
      return visit
  }
  return undefined
}

async function* nearVisits(client: Client, entityId: string, today: string, filters: Filters) {
  const near = client.visits(entityId, addDays(today, -1), addDays(today, 1), filters)
  for await (const visit of near) yield deskVisit(visit)
}
