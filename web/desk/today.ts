import type { NotificationStatus } from '../../client/client.ts'
import { searchedWords, searchText } from '../../client/words.ts'
import { type ShownState, shownStates } from '../look/shown-state.ts'
import { endOfDate, joinDate } from './birth-date.ts'

/** The part of a visit that the desk shows. */
export type DeskVisit = Pick<
  NotificationStatus,
  | ('id' | 'external_id' | 'category' | 'target' | 'contact' | 'params')
  | ('state' | 'arrived_at' | 'supersedes' | 'checkin_code_sha256')
> & { starts_at: string }

/** Whether the visit is of a contact, and not of a test token. The desk lists no others. */
export const isReal = ({ test }: NotificationStatus) => !test

/** Leaves out the rest of a listed visit, such as the addresses of the contact: this device keeps the day. */
export const deskVisit = (visit: NotificationStatus): DeskVisit => ({
  ...{ id: visit.id, external_id: visit.external_id, category: visit.category, target: visit.target },
  ...{ contact: visit.contact, params: visit.params, state: visit.state, starts_at: visit.starts_at! },
  ...(visit.arrived_at !== undefined && { arrived_at: visit.arrived_at }),
  ...(visit.supersedes !== undefined && { supersedes: visit.supersedes }),
  ...(visit.checkin_code_sha256 !== undefined && { checkin_code_sha256: visit.checkin_code_sha256 }),
})

/** A visit of the list, with the words by which the receptionist finds it. `name` has those of the contact's name. */
export interface ListedVisit {
  visit: DeskVisit
  name: string
  search: string
}

export function listed(visit: DeskVisit): ListedVisit {
  const name = searchText(visit.contact.name)
  return { visit, name, search: name + searchText(visit.contact.external_id, visit.external_id) }
}

/** Whether the list shows the visit. A visit that was moved has a successor. */
export const isListed = ({ state }: Pick<DeskVisit, 'state'>) => shownStates[state] !== undefined

/** Orders the visits of the list by start. */
export const inOrder = (visits: Iterable<ListedVisit>): ListedVisit[] =>
  [...visits]
    .filter(({ visit }) => isListed(visit))
    .sort((one, other) => compare(one.visit.starts_at, other.visit.starts_at) || compare(one.visit.id, other.visit.id))

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Returns the visits that match each of the typed words: a word of theirs begins with it, or it is the birth date. */
export function find(visits: ListedVisit[], typed: string, isMonthFirst: boolean): ListedVisit[] {
  const words = joinDate(typed)
    .split(/\s+/)
    .map((word) => ({ beginnings: searchedWords(word), born: endOfDate(word, isMonthFirst) }))
  return visits.filter(({ search, visit: { contact } }) =>
    words.every(
      ({ beginnings, born }) =>
        beginnings.every((beginning) => search.includes(beginning)) ||
        (born !== undefined && contact.birth_date?.endsWith(born)),
    ),
  )
}

/** Returns the names of several contacts. */
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

// Many contacts come some minutes late.
const overdueAfterMs = 10 * 60_000

/** Returns the shown state of a listed visit. */
export function stateOf({ state, arrived_at, starts_at }: DeskVisit, now: number): ShownState {
  if (arrived_at !== undefined) return 'arrived'
  const shown = shownStates[state]!
  const isAwaited = shown === 'expected' || shown === 'confirmed'
  return isAwaited && Date.parse(starts_at) + overdueAfterMs <= now ? 'overdue' : shown
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
