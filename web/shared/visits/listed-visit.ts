import type { NotificationStatus } from '../../../client/client.ts'
import { visitSearchText } from '../../../client/words.ts'
import { type ShownState, shownStates } from '../look/shown-state.ts'

/** The part of a visit that a list shows. */
export type ListVisit = Pick<
  NotificationStatus,
  'id' | 'external_id' | 'category' | 'target' | 'contact' | 'params' | 'state' | 'arrived_at'
> & { starts_at: string }

/** A visit of a list, with the words by which staff find it. */
export interface ListedVisit<Visit extends ListVisit = ListVisit> {
  visit: Visit
  search: string
}

/** @param addresses those by which a search finds the visit */
export const listedVisit = <Visit extends ListVisit>(
  visit: Visit,
  addresses: { uid: string }[],
): ListedVisit<Visit> => ({
  visit,
  search: visitSearchText(visit.contact, visit.external_id, addresses),
})

/** Whether the list shows the visit. A visit that was moved has a successor. */
export const isListed = ({ state }: Pick<ListVisit, 'state'>) => shownStates[state] !== undefined

/** Orders the visits of the list by start. */
export const inOrder = <Listed extends ListedVisit>(visits: Iterable<Listed>): Listed[] =>
  [...visits]
    .filter(({ visit }) => isListed(visit))
    .sort((one, other) => compare(one.visit.starts_at, other.visit.starts_at) || compare(one.visit.id, other.visit.id))

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

// Many contacts come some minutes late.
const overdueAfterMs = 10 * 60_000

/** Returns the shown state of a listed visit. */
export function stateOf({ state, arrived_at, starts_at }: ListVisit, now: number): ShownState {
  if (arrived_at !== undefined) return 'arrived'
  const shown = shownStates[state]!
  const isAwaited = shown === 'expected' || shown === 'confirmed'
  return isAwaited && Date.parse(starts_at) + overdueAfterMs <= now ? 'overdue' : shown
}
