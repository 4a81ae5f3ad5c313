import { timesOfVisit } from '../plugins/registry.ts'
import type { Notification } from './notification.ts'
import { searchText } from './search-text.ts'

/** Returns the columns by which a notification's visit is listed and found. They derive from its other columns. */
export function visitIndex(visit: Pick<Notification, 'external_id' | 'category' | 'target' | 'contact' | 'params'>) {
  const times = timesOfVisit(visit)
  return {
    starts_at: times?.startsAt ?? null,
    ends_at: times?.endsAt ?? null,
    search: searchText(visit.contact.name, visit.contact.external_id, visit.external_id),
  }
}
