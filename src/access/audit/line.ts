import type { NotedContacts } from '../../platform/privacy/noted-contacts.ts'
import type { AuditRow } from './store-entries.ts'

/** Returns the members of the log line of an entry. Operators find these lines by `audit`. */
export const lineOf = (
  { entity_id, at, entry_id, who, who_id, who_name, operation, outcome }: AuditRow,
  { ids, count }: NotedContacts,
) => ({
  audit: true,
  entity: entity_id,
  at,
  entry: entry_id,
  who,
  who_id,
  who_name,
  operation,
  notifications: ids,
  contacts: count,
  outcome,
})
