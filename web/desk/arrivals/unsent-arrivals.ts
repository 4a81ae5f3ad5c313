import type { Session } from '../../shared/access/session.ts'
import { deviceDatabase, type UnsentArrival } from '../device-database.ts'
import type { Outcome } from '../verdict/verdict.ts'

// Other tabs of this device show the same arrivals.
const changes = new BroadcastChannel('rollcall.desk.arrivals')

/** The service refuses older arrivals. */
export const forgetAfterMs = 7 * 24 * 60 * 60_000

/** Stores an arrival on this device, if the session is the device's own. Other tabs show it after `announce`. Returns whether the
 *  arrival is stored: a device with a full disk cannot store it, but can send it. */
export async function store({ isOfTab }: Session, arrival: UnsentArrival): Promise<boolean> {
  if (isOfTab) return false
  try {
    await (await deviceDatabase()).put('arrivals', arrival)
    return true
  } catch {
    return false
  }
}

/** Tells other tabs that the arrivals have changed. */
export const announce = () => changes.postMessage(undefined)

/** Whether no tab has sent or discarded the arrival meanwhile. */
export async function isStored(key: string): Promise<boolean> {
  return (await (await deviceDatabase()).getKey('arrivals', key)) !== undefined
}

export async function drop(...keys: string[]) {
  if (keys.length === 0) return
  const dropping = (await deviceDatabase()).transaction('arrivals', 'readwrite')
  for (const key of keys) await dropping.store.delete(key)
  await dropping.done
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

/** Returns the arrivals at the clinics that the device's token can access, in the order in which they were marked. */
export async function unsentArrivals({ entity, entities }: Session): Promise<UnsentArrival[]> {
  const ids = new Set([entity, ...entities].map(({ id }) => id))
  const all = await (await deviceDatabase()).getAll('arrivals')
  return all.filter(({ entityId }) => ids.has(entityId)).sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** Deletes the arrivals at the clinics that the device's token can access. Those of other clinics wait for a sign-in there. */
export async function forgetArrivals(session: Session) {
  await drop(...(await unsentArrivals(session)).map(({ key }) => key))
}

/** Deletes the old arrivals of all clinics, also on a device that nobody signs in again. */
export async function forgetOldArrivals() {
  const all = await (await deviceDatabase()).getAll('arrivals')
  await drop(...all.filter(({ at }) => Date.now() - Date.parse(at) >= forgetAfterMs).map(({ key }) => key))
}

/** Forgets whom the arrivals of erased contacts name. One that waits is still sent. */
export async function forgetErased(entityId: string, erasedIds: ReadonlySet<string>) {
  if (erasedIds.size === 0) return
  const forgetting = (await deviceDatabase()).transaction('arrivals', 'readwrite')
  const all = await forgetting.store.getAll()
  for (const arrival of all.filter((one) => one.entityId === entityId && erasedIds.has(one.id))) {
    if (arrival.refusal !== undefined) await forgetting.store.delete(arrival.key)
    else if (arrival.name !== '') await forgetting.store.put({ ...arrival, name: '' })
  }
  await forgetting.done
  announce()
}

/** Calls `look` after each change in another tab. Returns a function that stops this. */
export function watchArrivals(look: () => void): () => void {
  changes.addEventListener('message', look)
  return () => changes.removeEventListener('message', look)
}
