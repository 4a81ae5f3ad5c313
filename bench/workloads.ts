import { firstDay } from './appointments.ts'
import type { Client } from './dataset.ts'
import { checkIn, listActions, type Question } from './questions.ts'

export interface Workload {
  name: string
  work: string
  status: 200 | 304
  /** The number of records in each answer. */
  records: number | { min: number; max: number }
  questions: Question[]
  /** Whether the same lists are asked for again and again. Then the peers cache them too. */
  isPolled?: true
}

const checkins = 5_000
const everyDay = 14
const pollsOfTodayPerPollOfYesterday = 60

const pick = (clinics: Client[], index: number) => clinics[index % clinics.length]!

function askCheckin(clinics: Client[], index: number): Question {
  const clinic = pick(clinics, index)
  const tokens = clinic.checkinTokens
  return checkIn(clinic, tokens[Math.floor(index / clinics.length) % tokens.length]!)
}

const askDay = (clinic: Client, index: number) => {
  const day = firstDay.add({ days: index })
  return listActions(clinic, day, day)
}

function askMonth(clinic: Client, index: number): Question {
  const start = firstDay.add({ days: index })
  return listActions(clinic, start, start.add({ months: 1 }).subtract({ days: 1 }))
}

/** Returns all days of all clinics, or the months that begin on these days. */
const eachOnce = (clinics: Client[], count: number, ask: (clinic: Client, index: number) => Question) =>
  Array.from({ length: count }, (_, index) => clinics.map((clinic) => ask(clinic, index))).flat()

/** Each clinic polls today every minute, and yesterday each hour. */
const polledDays = (clinics: Client[]) =>
  Array.from({ length: pollsOfTodayPerPollOfYesterday + 1 }, (_, minute) =>
    clinics.map((clinic) => askDay(clinic, clinic.days - (minute === 0 ? 2 : 1))),
  ).flat()

const oneDay = `one day of one clinic (${everyDay} records)`
const oneMonth = 'one month of one clinic (425 records)'
const inDay = { status: 200, records: everyDay } as const
const inMonth = { status: 200, records: { min: 28 * everyDay, max: 31 * everyDay } } as const

export const dayWorkload = (clinics: Client[]): Workload => ({
  ...inDay,
  name: 'day-once',
  work: `${oneDay}, each asked for once`,
  questions: eachOnce(clinics, clinics[0]!.days, askDay),
})

export const checkinWorkload = (clinics: Client[]): Workload => ({
  name: 'checkin',
  work: 'check-in by token, authenticated',
  status: 200,
  records: 1,
  questions: Array.from({ length: checkins }, (_, index) => askCheckin(clinics, index)),
})

/** Returns the queries, spread over clinics, days and tokens. */
export function workloads(clinics: Client[]): Workload[] {
  const polled = polledDays(clinics)
  return [
    checkinWorkload(clinics),
    { ...inDay, name: 'day', work: `${oneDay}, polled`, isPolled: true, questions: polled },
    dayWorkload(clinics),
    {
      ...inMonth,
      name: 'month',
      work: `${oneMonth}, polled`,
      isPolled: true,
      questions: eachOnce(clinics, 1, askMonth),
    },
    {
      ...inMonth,
      name: 'month-once',
      work: `${oneMonth}, each asked for once`,
      questions: eachOnce(clinics, clinics[0]!.days - 31, askMonth),
    },
    {
      name: 'unchanged',
      work: 'a poll that finds nothing new (304)',
      status: 304,
      records: 0,
      questions: polled,
    },
  ]
}
