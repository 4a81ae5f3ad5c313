import { idempotencyKey } from '../../../client/request.ts'
import { addDays } from '../../shared/time/clinic-time.ts'
import type { Plugins } from '../../shared/visits/visit.ts'
import { deviceDatabase, type StoredDay } from '../device-database.ts'
import { type DeskVisit, keptVisit } from './desk-visit.ts'

// No id of an entity contains a space.
const markerOf = (entityId: string) => `${entityId} loading`

/** Stores a day of a clinic. */
export type KeepDay = (entityId: string, day: string, pages: DeskVisit[][]) => Promise<void>

/** Replaces the stored day of the clinic, page by page. Stops if the device forgets its days meanwhile, or if another tab
 *  begins later. */
export async function storeDay(plugins: Plugins, ...[entityId, day, pages]: Parameters<KeepDay>) {
  const database = await deviceDatabase()
  const load = idempotencyKey()
  const marker = markerOf(entityId)
  await database.put('days', { entityId: marker, day, load, pages: 0 })
  const writing = async () => {
    const transaction = database.transaction(['days', 'pages'], 'readwrite')
    const days = transaction.objectStore('days')
    const isCurrent = (await days.get(marker))?.load === load
    return { transaction, days, storedPages: transaction.objectStore('pages'), isCurrent }
  }
  for (const [index, visits] of pages.entries()) {
    const { storedPages, isCurrent } = await writing()
    if (!isCurrent) return
    await storedPages.put({ load, index, visits: visits.map((visit) => keptVisit(visit, plugins)) })
  }
  const { transaction, days, storedPages, isCurrent } = await writing()
  if (!isCurrent) return
  await days.delete(marker)
  await days.put({ entityId, day, load, pages: pages.length })
  // In the time zone of another clinic, it may still be yesterday.
  const isOld = (one: StoredDay) => one.day < addDays(day, -1)
  const all = await days.getAll()
  for (const one of all.filter(isOld)) await days.delete(one.entityId)
  const loads = all.filter((one) => !isOld(one)).map((one) => one.load)
  for (const key of await storedPages.getAllKeys()) if (!loads.includes(key[0])) await storedPages.delete(key)
  await transaction.done
}

/** For a session that is not the device's: keeps nothing. */
export const keepNoDay: KeepDay = async () => {}

/** Returns the visits of the day, if this device has all of them. */
export async function storedDay(entityId: string, day: string): Promise<DeskVisit[] | undefined> {
  const database = await deviceDatabase()
  const stored = await database.get('days', entityId)
  if (stored?.day !== day) return undefined
  const pages = await database.getAll('pages', IDBKeyRange.bound([stored.load, 0], [stored.load, stored.pages]))
  // Another tab may have replaced the pages meanwhile.
  return pages.length === stored.pages ? pages.flatMap(({ visits }) => visits) : undefined
}

/** Deletes the days of all clinics. */
export async function forgetDays() {
  const clearing = (await deviceDatabase()).transaction(['days', 'pages'], 'readwrite')
  await clearing.objectStore('days').clear()
  await clearing.objectStore('pages').clear()
  await clearing.done
}
