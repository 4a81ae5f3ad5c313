import { firstDay } from './appointments.ts'
import type { Client } from './dataset.ts'
import { checkIn, listActions, type Question } from './questions.ts'

export interface Workload {
  name: string
  work: string
  status: 200 | 304
  /** In each answer. */
  records: number | { least: number; most: number }
  floors: { ceiling: number; peer?: number }
  questions: Question[]
}

// Enough that neither side answers the same question twice within a second or so of one core's work.
const spread = 2_000
const everyDay = 14

const ask = (question: (index: number) => Question) => Array.from({ length: spread }, (_, index) => question(index))
const pick = (clinics: Client[], index: number) => clinics[index % clinics.length]!

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
  floors: { ceiling: 0.25, peer: 4 },
  questions: ask((index) => askDay(clinics, index)),
})

/** What is asked, spread over clinics, days and tokens. */
export function workloads(clinics: Client[]): Workload[] {
  return [
    {
      name: 'checkin',
      work: 'check-in by token, authenticated',
      status: 200,
      records: 1,
      floors: { ceiling: 0.35, peer: 4 },
      questions: clinics.flatMap((client) => client.checkinTokens.map((token) => checkIn(client, token))),
    },
    dayWorkload(clinics),
    {
      name: 'month',
      work: 'one month of one clinic (425 records)',
      status: 200,
      records: { least: 28 * everyDay, most: 31 * everyDay },
      floors: { ceiling: 0.2, peer: 6 },
      questions: ask((index) => askMonth(clinics, index)),
    },
    {
      name: 'unchanged',
      work: 'a poll that finds nothing new (304)',
      status: 304,
      records: 0,
      floors: { ceiling: 0.4 },
      questions: ask((index) => askDay(clinics, index)),
    },
  ]
}
