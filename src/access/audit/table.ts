import type { TableData } from '../../platform/database/table-data.ts'
import type { Instant } from '../../platform/time/instant.ts'

/** The kinds of those who use the data of contacts. */
export const actorKinds = ['credential', 'person', 'contact', 'worker', 'provider'] as const
export type ActorKind = (typeof actorKinds)[number]

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** Who used the data of contacts. */
    audit_entries: {
      entity_id: string
      at: Instant
      /** The id of the request. An entry of a worker has an id of its own. */
      entry_id: string
      who: ActorKind
      /** The id of the credential, with which a person may also have signed in. */
      who_id: string | null
      /** The name of the credential, the person or the provider. */
      who_name: string | null
      operation: string
      /** JSON: the ids of the notifications. Null: the entry is about more than 100 records. */
      notification_ids: string | null
      /** The number of records about contacts. */
      contacts: number
      /** The status of the response, or a word. */
      outcome: string
    }
  }
}

export const auditEntriesData = {
  foundBy: 'no contact',
  columns: {
    entity_id: 'none',
    at: 'none',
    entry_id: 'none',
    who: 'none',
    who_id: 'none',
    who_name: 'staff',
    operation: 'none',
    notification_ids: 'none',
    contacts: 'none',
    outcome: 'none',
  },
} satisfies TableData<'audit_entries'>
