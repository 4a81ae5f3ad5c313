import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { DeskVisit } from './day/desk-visit.ts'
import type { Outcome } from './verdict/verdict.ts'

/** An arrival that the service has not recorded yet. It has only what the requests and the page need: a device without a token
 *  keeps it, too. */
export interface UnsentArrival {
  /** The Idempotency-Key of all its requests, so that the service records it once. */
  key: string
  entityId: string
  /** The id of the notification. */
  id: string
  /** The scanned code, on a tablet that may mark arrivals only by code. */
  code?: string
  /** The name of the contact. */
  name: string
  /** When the receptionist marked it. RFC 3339. */
  at: string
  /** Why the receptionist marked it anyway. */
  reason?: string
  /** Why the service refused it. Without a refusal, it waits for a connection. */
  refusal?: Outcome
}

/** The latest day of a clinic, for a page that loads without a connection. */
export interface StoredDay {
  entityId: string
  day: string
  /** The load that brought its pages. */
  load: string
  pages: number
}

/** Some visits of a day. Storing a whole large day at once would block the page. */
interface StoredPage {
  load: string
  index: number
  visits: DeskVisit[]
}

interface DeskSchema extends DBSchema {
  arrivals: { key: string; value: UnsentArrival }
  days: { key: string; value: StoredDay }
  pages: { key: [load: string, index: number]; value: StoredPage }
}

let connection: Promise<IDBPDatabase<DeskSchema>> | undefined

/** Returns the device's database, which survives the browser. */
export function deviceDatabase(): Promise<IDBPDatabase<DeskSchema>> {
  connection ??= openDB<DeskSchema>('rollcall.desk', 4, {
    upgrade(database) {
      // Versions before the first release stored other forms.
      for (const name of database.objectStoreNames) database.deleteObjectStore(name)
      database.createObjectStore('arrivals', { keyPath: 'key' })
      database.createObjectStore('days', { keyPath: 'entityId' })
      database.createObjectStore('pages', { keyPath: ['load', 'index'] })
    },
    // A newer page in another tab waits until the older ones close the database.
    blocking: disconnect,
    terminated: disconnect,
  })
  connection.catch(disconnect)
  return connection
}

async function disconnect() {
  const closing = connection
  connection = undefined
  await closing?.then(
    (database) => database.close(),
    () => {},
  )
}
