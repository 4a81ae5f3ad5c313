import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { idempotencyKey } from '../../client/request.ts'
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
interface KeptDay {
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
  arrivals: { key: string; value: KeptArrival; indexes: { entity: string } }
  days: { key: string; value: KeptDay }
  pages: { key: [load: string, index: number]; value: KeptPage }
}

let connection: Promise<IDBPDatabase<Kept>> | undefined

const open = () => {
  connection ??= openDB<Kept>('rollcall.desk', 2, {
    upgrade(database, from) {
      if (from === 0) database.createObjectStore('arrivals', { keyPath: 'key' }).createIndex('entity', 'entityId')
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

// Other tabs of this device show the same arrivals.
const changes = new BroadcastChannel('rollcall.desk.arrivals')

/** Stores an arrival on this device, where it survives the browser. Other tabs show it after `announce`. */
export async function store(arrival: KeptArrival) {
  await (await open()).put('arrivals', arrival)
}

/** Tells other tabs that the arrivals have changed. */
export const announce = () => changes.postMessage(undefined)

export async function drop(key: string) {
  await (await open()).delete('arrivals', key)
  announce()
}

/** Notes the refusal of an arrival, unless the device has forgotten it meanwhile. */
export async function noteRefusal(key: string, refusal: Outcome) {
  const noting = (await open()).transaction('arrivals', 'readwrite')
  const arrival = await noting.store.get(key)
  if (arrival) await noting.store.put({ ...arrival, refusal })
  await noting.done
  announce()
}

/** Returns the arrivals of a clinic, in the order in which they were marked. */
export async function keptArrivals(entityId: string): Promise<KeptArrival[]> {
  const kept = await (await open()).getAllFromIndex('arrivals', 'entity', entityId)
  return kept.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** Replaces the kept day of the clinic. */
export async function keepDay(entityId: string, day: string, pages: DeskVisit[][]) {
  const database = await open()
  const load = idempotencyKey()
  for (const [index, visits] of pages.entries()) await database.put('pages', { load, index, visits })
  const replacing = database.transaction(['days', 'pages'], 'readwrite')
  await replacing.objectStore('days').put({ entityId, day, load, pages: pages.length })
  const current = (await replacing.objectStore('days').getAll()).map((kept) => kept.load)
  for (const key of await replacing.objectStore('pages').getAllKeys()) {
    if (!current.includes(key[0])) await replacing.objectStore('pages').delete(key)
  }
  await replacing.done
}

/** Returns the visits of the day, if this device has all of them. */
export async function keptDay(entityId: string, day: string): Promise<DeskVisit[] | undefined> {
  const database = await open()
  const kept = await database.get('days', entityId)
  if (kept?.day !== day) return undefined
  const pages = await database.getAll('pages', IDBKeyRange.bound([kept.load, 0], [kept.load, kept.pages]))
  // Another tab may have replaced the pages meanwhile.
  return pages.length === kept.pages ? pages.flatMap(({ visits }) => visits) : undefined
}

/** Deletes all data of contacts from this device. */
export async function forgetDevice() {
  const database = await open()
  await database.clear('arrivals')
  await database.clear('days')
  await database.clear('pages')
  announce()
}

/** Calls `look` after each change in another tab. Returns a function that stops this. */
export function watchArrivals(look: () => void): () => void {
  changes.addEventListener('message', look)
  return () => changes.removeEventListener('message', look)
}
