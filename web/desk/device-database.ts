import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { KeptArrival } from './kept-arrivals.ts'
import type { KeptDay, KeptPage } from './kept-day.ts'

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
