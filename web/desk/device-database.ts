import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb'
import type { DeskVisit } from './today.ts'
import type { Outcome } from './verdict.ts'

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

/** An arrival as the second version of the database stored it. */
type EarlierArrival = Pick<UnsentArrival, 'key' | 'entityId' | 'at' | 'refusal'> & {
  record: { id: string; contact: { name: string } }
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
    async upgrade(database, from, _to, transaction) {
      if (from === 0) database.createObjectStore('arrivals', { keyPath: 'key' })
      if (from === 1) database.deleteObjectStore('days')
      if (from < 2) {
        database.createObjectStore('days', { keyPath: 'entityId' })
        database.createObjectStore('pages', { keyPath: ['load', 'index'] })
      }
      if (from === 1 || from === 2) await shortenArrivals(transaction)
      // Days of earlier versions have citizen numbers, and all params. The next load stores the day again.
      if (from === 2 || from === 3) for (const name of ['days', 'pages'] as const) transaction.objectStore(name).clear()
    },
    // A newer page in another tab waits until the older ones close the database.
    blocking: disconnect,
    terminated: disconnect,
  })
  connection.catch(disconnect)
  return connection
}

async function shortenArrivals(upgrade: IDBPTransaction<DeskSchema, StoreNames<DeskSchema>[], 'versionchange'>) {
  const arrivals = upgrade.objectStore('arrivals')
  for (const arrival of (await arrivals.getAll()) as unknown as EarlierArrival[]) {
    const { record, key, entityId, at, refusal } = arrival
    await arrivals.put({
      key,
      entityId,
      at,
      id: record.id,
      name: record.contact.name,
      ...(refusal !== undefined && { refusal }),
    })
  }
}

async function disconnect() {
  const closing = connection
  connection = undefined
  await closing?.then(
    (database) => database.close(),
    () => {},
  )
}
