import { expect } from 'vitest'
import type { Instant } from '../../src/platform/time/instant.ts'
import { entity } from '../history.ts'
import { bootRollcall, type Rollcall, temporaryFolder } from '../rollcall.ts'
import type { Moment } from './expected-after-stop.ts'
import { agree, arrivedBefore, type Observations, report } from './fates-of-messages.ts'
import { shiftedClock } from './shifted-clock.ts'
import { type ShiftedEngine, shiftedEngines } from './shifted-databases.ts'
import { serveShifted } from './shifted-service.ts'
import { afternoon, type Contact, clinics, contacts, evening, noon, stop, timeZone } from './stopped-contacts.ts'
import { telephonesAndMailboxes } from './telephones-and-mailboxes.ts'

export type Friday = Awaited<ReturnType<typeof killOnFriday>>

/** Runs the service on a Friday, and kills it in the evening, at once after it has accepted many requests. The contacts whose
 *  messages differ from their stories are in `differences`, and no more among the contacts. */
export async function killOnFriday(engine: ShiftedEngine) {
  const [clock, databaseClock] = [shiftedClock(), shiftedClock()]
  /** Sets the clocks of the machine and of the database. */
  const setClocks = (at: Instant) => {
    clock.set(at)
    databaseClock.set(at)
  }
  setClocks(noon)
  const databases = await shiftedEngines[engine](databaseClock)
  const { env, senders, arrived, keep } = await telephonesAndMailboxes()
  const url = await databases.create()
  const rollcall = await bootRollcall({ url })
  await openClinics(rollcall)
  const serve = (url: string) => serveShifted(clock, temporaryFolder(), rollcall.token, { DATABASE_URL: url, ...env })
  const all = contacts()
  const observed: Observations = { rollcall, arrived, inFlight: new Set() }
  const differences: string[] = []
  const pass = async (moment: Moment) => void differences.push(...(await agree(observed, all, moment)))

  const first = await serve(url)
  for (const place of [0, 1]) {
    const acting = all.filter(({ noon }) => noon[place])
    for (const contact of acting) await first.act(contact, contact.noon[place]!)
    await pass({ at: noon, clock: 'trusted', hasServedAnHour: false })
  }
  await first.stop()

  /** Lets the service work in this process, for which an hour passes at once. */
  const workAt = async ({ rollcall, ...rest }: Observations, all: Contact[], moment: Moment) => {
    setClocks(moment.at)
    rollcall.clock.time = moment.at
    if (!moment.hasServedAnHour) rollcall.restart()
    while ((await rollcall.remind()) + (await rollcall.deliver(senders)) > 0);
    return agree({ rollcall, ...rest }, all, moment)
  }
  for (const [at, hasServedAnHour] of [[afternoon, false] as const, [evening, true] as const])
    differences.push(...(await workAt(observed, all, { at, clock: 'trusted', hasServedAnHour })))

  setClocks(stop)
  const last = await serve(url)
  await Promise.all(all.map((contact) => actInOrder(last, contact)))
  await last.kill()
  const { didArrive, inFlight } = await arrivedBefore(observed)
  observed.inFlight = inFlight
  await pass({ at: stop, clock: 'trusted', hasServedAnHour: false, didArrive })
  report(`${engine}, until the service is killed, with ${inFlight.size} messages in flight`, all, differences)
  const startSequel = keep()
  await rollcall.app.close()
  await rollcall.database.destroy()

  return {
    engine,
    clock,
    setClocks,
    serve,
    workAt,
    differences,
    /** Opens a copy of the database, for one of several sequels. */
    async openSequel() {
      const copy = await databases.copy(url)
      const observed: Observations = { rollcall: await bootRollcall({ url: copy }), arrived: startSequel(), inFlight }
      return { url: copy, observed, all: structuredClone(all) }
    },
  }
}

async function openClinics({ clock, given, put }: Rollcall) {
  clock.time = noon
  await given(...Object.keys(clinics).map((id) => entity({ id, time_zone: timeZone, language: 'en-GB' })))
  for (const [id, quietHours] of Object.entries(clinics)) {
    expect((await put(`/v1/entities/${id}/quiet-hours`, quietHours)).statusCode).toBe(200)
    expect((await put(`/v1/entities/${id}/settings`, { no_show_message: true })).statusCode).toBe(200)
  }
}

async function actInOrder({ act }: Awaited<ReturnType<typeof serveShifted>>, contact: Contact) {
  for (const one of contact.last) await act(contact, one)
}
