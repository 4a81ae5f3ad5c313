import type { NotificationStatus } from '../../../client/client.ts'
import { searchText } from '../../../client/words.ts'
import { type ListedVisit as Listed, listedVisit } from '../../shared/visits/listed-visit.ts'
import { type Plugins, usedParams } from '../../shared/visits/visit.ts'

/** The part of a visit that the desk uses. */
export type DeskVisit = Pick<
  NotificationStatus,
  | ('id' | 'external_id' | 'category' | 'target' | 'contact' | 'params')
  | ('state' | 'arrived_at' | 'supersedes' | 'checkin_code_sha256')
> & { starts_at: string }

/** Whether the visit is of a contact, and not of a test token. The desk lists no others. */
export const isReal = ({ test }: NotificationStatus) => !test

/** Leaves out the rest of a listed visit, such as the addresses of the contact. */
export const deskVisit = (visit: NotificationStatus): DeskVisit => ({
  id: visit.id,
  external_id: visit.external_id,
  category: visit.category,
  target: visit.target,
  contact: visit.contact,
  params: visit.params,
  state: visit.state,
  starts_at: visit.starts_at!,
  ...(visit.arrived_at !== undefined && { arrived_at: visit.arrived_at }),
  ...(visit.supersedes !== undefined && { supersedes: visit.supersedes }),
  ...(visit.checkin_code_sha256 !== undefined && { checkin_code_sha256: visit.checkin_code_sha256 }),
})

/** Returns the part of a visit that a device stores: what the list shows, and what finds and judges a visit. A stolen device has
 *  no citizen number. */
export function keptVisit(visit: DeskVisit, plugins: Plugins): DeskVisit {
  const { external_id, name, birth_date } = visit.contact
  return {
    ...visit,
    contact: { external_id, name, ...(birth_date !== undefined && { birth_date }) },
    params: usedParams(visit, plugins),
  }
}

/** A visit of the list. `name` has the words of the contact's name. */
export type ListedVisit = Listed<DeskVisit> & { name: string }

/** Returns a row of the list, without addresses, which the device does not keep. */
export const listedDeskVisit = (visit: DeskVisit): ListedVisit => ({
  ...listedVisit(visit, []),
  name: searchText(visit.contact.name),
})

/** Returns the names that more than one contact has. */
export function sharedNames(visits: ListedVisit[]): Set<string> {
  const keys = new Map<string, string>()
  const shared = new Set<string>()
  for (const { name, visit } of visits) {
    const { external_id } = visit.contact
    if ((keys.get(name) ?? external_id) !== external_id) shared.add(name)
    keys.set(name, external_id)
  }
  return shared
}

// Rendering all rows of a large hospital would block a slow device for seconds.
export const rowsAtOnce = 25
const recentMs = 30 * 60_000
// In the evening, at least these rows stay in sight.
const rowsAtEnd = 8

/** Returns the first row to show and the one after the last: from half an hour ago on, with `earlier` and `later` steps. */
export function rowsNear(visits: ListedVisit[], now: number, earlier: number, later: number): [number, number] {
  const next = visits.findIndex(({ visit }) => Date.parse(visit.starts_at) >= now - recentMs)
  const last = Math.max(0, visits.length - rowsAtEnd)
  const first = next === -1 ? last : Math.min(next, last)
  const begin = Math.max(0, first - earlier * rowsAtOnce)
  return [begin, begin + (earlier + later) * rowsAtOnce]
}
