import type { NotedContacts } from './noted-contacts.ts'

/** What a worker or a provider did with the data of contacts. */
export interface Act {
  entityId: string
  who: { kind: 'worker' } | { kind: 'provider'; name: string }
  /** The name of the worker, or of what the provider reported. */
  operation: string
  contacts: NotedContacts
  /** A word of the code, never of a contact or a provider. */
  outcome: string
}

/** Records who used the data of contacts. `src/access/audit` implements it. */
export interface Audit {
  record(act: Act): void
  /** Stores what has been recorded so far, unless the database is unavailable. */
  flush(): Promise<void>
}
