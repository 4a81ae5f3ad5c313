import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { DeskVisit } from './today.ts'
import type { Appointment, Outcome, Subject } from './verdict.ts'

/** An arrival that the service has not recorded yet. */
export interface KeptArrival {
  /** The Idempotency-Key of all its requests, so that the service records it once. */
  key: string
  entityId: string
  subject: Subject
  record: Appointment
  /** When the receptionist marked it. RFC 3339. */
  at: string
  /** Why the service refused it. Without a refusal, it waits for a connection. */
  refusal?: Outcome
}

/** The latest day of a clinic, for a page that loads without a connection. */
export interface KeptDay {
  entityId: string
  day: string
  /** The load that brought its pages. */
  load: string
  pages: number
}

/** Some visits of a day. Storing a whole large day at once would block the page. */
interface KeptPage {
  load: string
  index: number
  visits: DeskVisit[]
}

interface Kept extends DBSchema {
  arrivals: { key: string; value: KeptArrival }
  days: { key: string; value: KeptDay }
  pages: { key: [load: string, index: number]; value: KeptPage }
}

let connection: Promise<IDBPDatabase<Kept>> | undefined

/** Returns the device's database, which survives the browser. */
export function deviceDatabase(): Promise<IDBPDatabase<Kept>> {
  connection ??= openDB<Kept>('rollcall.desk', 2, {
    upgrade(database, from) {
      if (from === 0) database.createObjectStore('arrivals', { keyPath: 'key' })
      if (from === 1) database.deleteObjectStore('days')
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
