import type { NotedContacts } from '../../platform/privacy/noted-contacts.ts'
import type { AuditRow } from './store-entries.ts'

/** Returns the members of the log line of an entry. Operators find these lines by `audit`. The line of a request also has its id
 *  and its credential. */
export const lineOf = ({ entity_id, who, who_name, operation, outcome }: AuditRow, { ids, count }: NotedContacts) => ({
  audit: true,
  entity: entity_id,
  who,
  who_name,
  operation,
  notifications: ids,
  contacts: count,
  outcome,
})
