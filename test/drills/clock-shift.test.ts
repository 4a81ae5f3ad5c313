import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { hours, type Instant, minutes } from '../../src/platform/time/instant.ts'
import type { Moment } from './expected-after-stop.ts'
import { agree, report } from './fates-of-messages.ts'
import { type Friday, killOnFriday } from './killed-on-friday.ts'
import { hasFaketime } from './shifted-clock.ts'
import type { ShiftedEngine } from './shifted-databases.ts'
import { arrivesAfter, monday, named, newcomer, stop, stops } from './stopped-contacts.ts'

const isLong = process.env.LONG_DRILLS !== undefined
const engines: ShiftedEngine[] = ['sqlite', 'postgres']
/** How far the clock of the service is from the time when it starts again. */
const wrongClocks = {
  '4 days ahead': hours(96),
  ...(isLong && { 'a day ahead': hours(24) }),
  'a day behind': hours(-24),
}
// Without a message to wait for: three polls of the workers.
const aWhileMs = 3_000

describe.skipIf(!hasFaketime)('after a service was killed on Friday evening', () => {
  test.each(engines)(
    'each contact gets the messages that are still true, and nobody is marked, on %s',
    async (engine) => {
      const differences: string[] = []
      for (let round = 0; round < (isLong ? 5 : 1); round++) {
        const friday = await killOnFriday(engine)
        differences.push(...friday.differences)
        for (const [name, length] of Object.entries(stops))
          differences.push(...(await startLater(friday, name, length)))
        for (const [name, shift] of Object.entries(wrongClocks))
          differences.push(...(await startWrong(friday, name, shift)))
      }
      expect(differences).toEqual([])
    },
  )
})

/** The service starts some time after it was killed, with the right clock. */
async function startLater(friday: Friday, name: string, length: Instant) {
  const { engine, setClocks, serve, openSequel } = friday
  const start = stop + length
  setClocks(start)
  const sequel = await openSequel()
  const { observed, all, url } = sequel
  const service = await serve(url)
  const first: Moment = { at: start, clock: 'trusted', hasServedAnHour: false }
  const differences = await agree(observed, all, first)
  const [came, withdrawn] = [arrivesAfter(all, name), named(all, 'is told later that the clinic withdraws the visit')]
  for (const contact of came) await service.act(contact, { act: 'arrive' }, start - minutes(140))
  for (const contact of withdrawn) await service.act(contact, { act: 'withdraw' })
  await delay(aWhileMs)
  differences.push(...(await agree(observed, all, first)))
  report(`${engine}, ${name} later`, all, differences)
  await service.stop()
  return [...differences, ...(await workOn(friday, sequel, `${engine}, ${name}`, start))]
}

/** An hour of service passes, and the weekend. */
async function workOn(
  { workAt }: Friday,
  { observed, all }: Awaited<ReturnType<Friday['openSequel']>>,
  name: string,
  start: Instant,
) {
  const differences: string[] = []
  for (const [at, hasServedAnHour] of [
    [start + minutes(5), false],
    [start + minutes(75), true],
    [Math.max(monday, start + hours(12)), true],
  ] as const) {
    const more = await workAt(observed, all, { at, clock: 'trusted', hasServedAnHour })
    report(`${name} and then ${Math.round((at - start) / minutes(1))} minutes later`, all, more)
    differences.push(...more)
  }
  return differences
}

/** The service starts an hour after it was killed, with a wrong clock, and starts again with the right one. PostgreSQL has a right
 *  clock. With SQLite, a service believes its clock, and takes back what it did with a later one. */
async function startWrong(friday: Friday, name: string, shift: Instant) {
  const { engine, clock, setClocks, serve, openSequel, workAt } = friday
  const [start, right] = [stop + hours(1), stop + hours(3)]
  const isBelieved = engine === 'sqlite' && shift > 0
  setClocks(start)
  clock.set(start + shift)
  const sequel = await openSequel()
  const { observed, all, url } = sequel
  const service = await serve(url)
  const believed = shift > 0 ? 'trusted' : 'set back'
  const wrong: Moment = {
    at: start + shift,
    clock: engine === 'sqlite' ? believed : 'doubted',
    hasServedAnHour: false,
  }
  const differences = await agree(observed, all, wrong)
  all.push(newcomer())
  await service.act(all.at(-1)!, all.at(-1)!.last[0]!)
  for (const contact of named(all, 'was told of a visit in April')) await service.act(contact, { act: 'confirm' })
  await delay(aWhileMs)
  differences.push(...(await agree(observed, all, wrong)))
  report(`${engine}, with a clock ${name}`, all, differences)
  await service.stop()
  if (isBelieved) differences.push(...(await believeForAnHour()))

  setClocks(right)
  const corrected = await serve(url)
  const first: Moment = { at: right, clock: isBelieved ? 'set back' : 'trusted', hasServedAnHour: false }
  const after = await agree(observed, all, first)
  for (const contact of named(all, 'was told of a visit on Wednesday')) await corrected.act(contact, { act: 'confirm' })
  await delay(aWhileMs)
  after.push(...(await agree(observed, all, first)))
  report(`${engine}, with the right clock after one that was ${name}`, all, after)
  await corrected.stop()
  return [...differences, ...after, ...(await workOn(friday, sequel, `${engine}, after a clock ${name}`, right))]

  async function believeForAnHour() {
    const hour: string[] = []
    for (const [at, hasServedAnHour] of [[minutes(5), false] as const, [minutes(75), true] as const])
      hour.push(...(await workAt(observed, all, { ...wrong, at: wrong.at + at, hasServedAnHour })))
    report(`${engine}, an hour later with a clock ${name}`, all, hour)
    return hour
  }
}
