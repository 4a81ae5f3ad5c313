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
}

// Enough queries that no server receives one twice within about a second.
const spread = 2_000
const checkins = 5_000
const everyDay = 14

const ask = (question: (index: number) => Question) => Array.from({ length: spread }, (_, index) => question(index))
const pick = (clinics: Client[], index: number) => clinics[index % clinics.length]!

function askCheckin(clinics: Client[], index: number): Question {
  const clinic = pick(clinics, index)
  const tokens = clinic.checkinTokens
  return checkIn(clinic, tokens[Math.floor(index / clinics.length) % tokens.length]!)
}

function askDay(clinics: Client[], index: number): Question {
  const clinic = pick(clinics, index)
  const day = firstDay.add({ days: (index * 101) % clinic.days })
  return listActions(clinic, day, day)
}

function askMonth(clinics: Client[], index: number): Question {
  const start = firstDay.add({ months: (index * 5) % 13 })
  return listActions(pick(clinics, index), start, start.add({ months: 1 }).subtract({ days: 1 }))
}

export const dayWorkload = (clinics: Client[]): Workload => ({
  name: 'day',
  work: `one day of one clinic (${everyDay} records)`,
  status: 200,
  records: everyDay,
  questions: ask((index) => askDay(clinics, index)),
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
  return [
    checkinWorkload(clinics),
    dayWorkload(clinics),
    {
      name: 'month',
      work: 'one month of one clinic (425 records)',
      status: 200,
      records: { min: 28 * everyDay, max: 31 * everyDay },
      questions: ask((index) => askMonth(clinics, index)),
    },
    {
      name: 'unchanged',
      work: 'a poll that finds nothing new (304)',
      status: 304,
      records: 0,
      questions: ask((index) => askDay(clinics, index)),
    },
  ]
}
