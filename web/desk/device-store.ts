import { type DBSchema, openDB } from 'idb'
import type { NotificationStatus } from '../../client/client.ts'
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

interface KeptDay {
  entityId: string
  day: string
  visits: NotificationStatus[]
}

interface Kept extends DBSchema {
  arrivals: { key: string; value: KeptArrival; indexes: { entity: string } }
  /** The latest day of each clinic, for a page that loads without a connection. */
  days: { key: string; value: KeptDay }
}

const open = () =>
  openDB<Kept>('rollcall.desk', 1, {
    upgrade(database) {
      database.createObjectStore('arrivals', { keyPath: 'key' }).createIndex('entity', 'entityId')
      database.createObjectStore('days', { keyPath: 'entityId' })
    },
  })

// Other tabs of this device show the same arrivals.
const changes = new BroadcastChannel('rollcall.desk.arrivals')

/** Stores an arrival on this device, where it survives the browser. */
export async function keep(arrival: KeptArrival) {
  await (await open()).put('arrivals', arrival)
  changes.postMessage(undefined)
}

export async function drop(key: string) {
  await (await open()).delete('arrivals', key)
  changes.postMessage(undefined)
}

/** Returns the arrivals of a clinic, in the order in which they were marked. */
export async function keptArrivals(entityId: string): Promise<KeptArrival[]> {
  const kept = await (await open()).getAllFromIndex('arrivals', 'entity', entityId)
  return kept.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

export const keepDay = async (day: KeptDay) => (await open()).put('days', day)

/** Returns the visits of the day, if this device has them. */
export async function keptDay(entityId: string, day: string): Promise<NotificationStatus[] | undefined> {
  const kept = await (await open()).get('days', entityId)
  return kept?.day === day ? kept.visits : undefined
}

/** Deletes all data of contacts from this device. */
export async function forgetDevice() {
  const database = await open()
  await database.clear('arrivals')
  await database.clear('days')
  changes.postMessage(undefined)
}

/** Calls `look` after each change in another tab. Returns a function that stops this. */
export function watchArrivals(look: () => void): () => void {
  changes.addEventListener('message', look)
  return () => changes.removeEventListener('message', look)
}
