import { deviceDatabase, type KeptArrival } from './device-database.ts'
import type { Outcome } from './verdict.ts'

// Other tabs of this device show the same arrivals.
const changes = new BroadcastChannel('rollcall.desk.arrivals')

/** Stores an arrival on this device. Other tabs show it after `announce`. */
export async function store(arrival: KeptArrival) {
  await (await deviceDatabase()).put('arrivals', arrival)
}

/** Tells other tabs that the arrivals have changed. */
export const announce = () => changes.postMessage(undefined)

/** Whether no tab has sent or discarded the arrival meanwhile. */
export async function isKept(key: string): Promise<boolean> {
  return (await (await deviceDatabase()).getKey('arrivals', key)) !== undefined
}

export async function drop(key: string) {
  await (await deviceDatabase()).delete('arrivals', key)
  announce()
}

/** Notes the refusal of an arrival, unless the device has forgotten it meanwhile. */
export async function noteRefusal(key: string, refusal: Outcome) {
  const noting = (await deviceDatabase()).transaction('arrivals', 'readwrite')
  const arrival = await noting.store.get(key)
  if (arrival) await noting.store.put({ ...arrival, refusal })
  await noting.done
  announce()
}

/** Returns the arrivals of all clinics, in the order in which they were marked. */
export async function keptArrivals(): Promise<KeptArrival[]> {
  const kept = await (await deviceDatabase()).getAll('arrivals')
  return kept.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** Deletes the arrivals of all clinics. */
export async function forgetArrivals() {
  await (await deviceDatabase()).clear('arrivals')
  announce()
}

/** Calls `look` after each change in another tab. Returns a function that stops this. */
export function watchArrivals(look: () => void): () => void {
  changes.addEventListener('message', look)
  return () => changes.removeEventListener('message', look)
}
