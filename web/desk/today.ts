import type { NotificationStatus } from '../../client/client.ts'
import { searchText } from '../../client/words.ts'
import type { ShownState } from '../look/state-words.ts'

/** The part of a visit that the desk shows. */
export type DeskVisit = Pick<
  NotificationStatus,
  'id' | 'external_id' | 'category' | 'target' | 'contact' | 'params' | 'state' | 'arrived_at'
> & { starts_at: string }

/** Leaves out the rest of a listed visit, such as the addresses of the contact: this device keeps the day. */
export const deskVisit = (visit: NotificationStatus): DeskVisit => ({
  ...{ id: visit.id, external_id: visit.external_id, category: visit.category, target: visit.target },
  ...{ contact: visit.contact, params: visit.params, state: visit.state, starts_at: visit.starts_at! },
  ...(visit.arrived_at !== undefined && { arrived_at: visit.arrived_at }),
})

/** A visit of the list, with the words by which the receptionist finds it. */
export interface ListedVisit {
  visit: DeskVisit
  search: string
}

export const listed = (visit: DeskVisit): ListedVisit => ({
  visit,
  search: searchText(visit.contact.name, visit.contact.external_id, visit.external_id),
})

/** Orders visits by start. A visit that was moved away has a successor, and is left out. */
export const inOrder = (visits: Iterable<ListedVisit>): ListedVisit[] =>
  [...visits]
    .filter(({ visit }) => visit.state !== 'superseded')
    .sort((one, other) => compare(one.visit.starts_at, other.visit.starts_at) || compare(one.visit.id, other.visit.id))

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Returns the visits that have a word with each of the typed beginnings. */
export function find(visits: ListedVisit[], typed: string): ListedVisit[] {
  const beginnings = wordsOf(typed)
  return visits.filter(({ search }) => beginnings.every((beginning) => search.includes(beginning)))
}

/** The words of a search, each after a space, as `search` has them. */
export const wordsOf = (typed: string) => searchText(typed).match(/ [^ ]+/g) ?? []

export function stateOf({ state, arrived_at, starts_at }: DeskVisit, now: number): ShownState {
  if (arrived_at !== undefined) return 'arrived'
  if (state === 'cancelled' || state === 'withdrawn') return 'cancelled'
  if (state === 'rescheduling') return 'rescheduling'
  if (Date.parse(starts_at) < now) return 'overdue'
  return state === 'confirmed' ? 'confirmed' : 'expected'
}
