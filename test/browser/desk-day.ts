import type { Page } from 'playwright-core'
import { minutes } from '../../src/platform/time/instant.ts'
import { entity, notification } from '../history.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { takeComputer } from './chromium.ts'
import { openDesk, say } from './front-desk.ts'

export const today = (page: Page) => page.getByRole('region', { name: say.today })
export const rowOf = (page: Page, name: string) => today(page).getByRole('button', { name })
export const find = (page: Page, typed: string) => page.getByRole('searchbox', { name: say.find }).fill(typed)

/** A visit of the day at the desk, which begins some minutes after the clock of the service. */
export const visit = ({ clock }: Rollcall, name: string, inMinutes: number, others: object = {}) => {
  const when = new Date((clock.time + minutes(inMinutes)) / 1_000).toISOString()
  const id = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9 ]/g, '')
    .replaceAll(' ', '-')
  return notification({
    id,
    external_id: `A-${id}`,
    params: { when, event_date: when, doctor: 'Ana Reis' },
    contact: { external_id: `P-${id}`, name, ...others },
  })
}

/** Opens the desk of a clinic with these visits. */
export async function begin(...visits: ((rollcall: Rollcall) => ReturnType<typeof notification>)[]) {
  const rollcall = await bootRollcall()
  await rollcall.given(entity(), ...visits.map((make) => make(rollcall)))
  const page = await takeComputer()
  return { rollcall, page, ...(await openDesk(rollcall, page)) }
}

export const at = (name: string, inMinutes: number, others?: object) => (rollcall: Rollcall) =>
  visit(rollcall, name, inMinutes, others)

export const lastAction = async ({ database }: Rollcall) =>
  (await database.selectFrom('actions').select(['action', 'reason']).execute()).at(-1)

/** Counts the arrivals that the device keeps. */
export const countUnsent = () =>
  new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open('rollcall.desk')
    opening.onerror = reject
    opening.onsuccess = () => {
      const counting = opening.result.transaction('arrivals').objectStore('arrivals').count()
      counting.onsuccess = () => {
        opening.result.close()
        resolve(counting.result)
      }
    }
  })

/** Counts what the device has in its database. */
export const kept = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('rollcall.desk')
        opening.onerror = reject
        opening.onsuccess = () => {
          const database = opening.result
          const names = [...database.objectStoreNames]
          const reading = database.transaction(names)
          const counts = names.map((name) => reading.objectStore(name).count())
          reading.oncomplete = () => {
            database.close()
            resolve(Object.fromEntries(names.map((name, index) => [name, counts[index]!.result])))
          }
        }
      }),
  )

/** Whether the day that the device keeps has the code of a visit. */
export const isCodeStored = () =>
  new Promise<boolean>((resolve, reject) => {
    const opening = indexedDB.open('rollcall.desk')
    opening.onerror = reject
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(['days', 'pages'])
      const days = transaction.objectStore('days').getAll()
      const pages = transaction.objectStore('pages').getAll()
      transaction.oncomplete = () => {
        opening.result.close()
        // The key of a day that is still being loaded contains a space.
        const loads = days.result.filter(({ entityId }) => !entityId.includes(' ')).map(({ load }) => load)
        const stored = pages.result.filter(({ load }) => loads.includes(load))
        resolve(stored.some(({ visits }) => visits.some((visit: object) => 'checkin_code_sha256' in visit)))
      }
    }
  })
