import type { ReplyFilters, VisitFilters } from '../../../client/client.ts'
import { addDays } from '../../shared/time/clinic-time.ts'
import type { Period } from '../../shared/time/period.ts'
import type { NextDay } from './next-day.ts'

const real = { test: 'false' } as const

const daysFrom = (before: number, after: number) => (today: string) => ({
  from: addDays(today, -before),
  to: addDays(today, after),
})

export type Part = 'todo' | 'done' | 'next-day' | 'week' | 'resent'

interface Row {
  /** A list shows its first part by default. */
  parts: readonly Part[]
  /** The part whose count is the count of the list. */
  counted: Part
  /** The days that the list covers: of the visits, or of the receipt of the texts. The service reads all visits of these days to
   *  find those of the list. So the range is as short as it can be without hiding urgent work. */
  days: (today: string, list: Worklist) => Period
  /** The filters of a list of visits. */
  filters?: (part: Part) => VisitFilters
  /** Whether visits leave the list when staff mark them as done. From *Could not be reached*, only visits that the clinic withdrew or
   *  moved do. */
  isMarkedDone?: true
}

/** The worklists, in their order. */
export const worklists = {
  rescheduling: {
    parts: ['todo', 'done'],
    counted: 'todo',
    // A request that staff overlooked does not vanish when its visit begins.
    days: daysFrom(7, 365),
    filters: (part) => ({ ...real, state: ['rescheduling'], done: part === 'done' ? 'true' : 'false' }),
    isMarkedDone: true,
  },
  unanswered: {
    parts: ['next-day', 'week'],
    counted: 'week',
    days(today, { part, nextDay = addDays(today, 1) }) {
      return part === 'next-day' ? { from: nextDay, to: nextDay } : daysFrom(-1, 7)(today)
    },
    // Contacts whom no message has reached are in the next list, and only there.
    filters: () => ({ ...real, state: ['open'], reached: 'true' }),
  },
  unreached: {
    parts: ['todo'],
    counted: 'todo',
    days: daysFrom(0, 14),
    // Also contacts who do not know that the clinic withdrew or moved their visit.
    filters: () => ({ ...real, reached: 'false' }),
    isMarkedDone: true,
  },
  'no-show': {
    parts: ['todo', 'done'],
    counted: 'todo',
    days: daysFrom(7, 0),
    filters: (part) => ({ ...real, state: ['no-show'], done: part === 'done' ? 'true' : 'false' }),
    isMarkedDone: true,
  },
  texts: {
    parts: ['todo', 'done'],
    counted: 'todo',
    days: (today, { part }) => daysFrom(part === 'done' ? 30 : 365, 0)(today),
  },
  'not-applied': { parts: ['todo', 'resent'], counted: 'todo', days: daysFrom(365, 0) },
  'clock-changed': {
    parts: ['todo'],
    counted: 'todo',
    days: daysFrom(0, 365),
    filters: () => ({ ...real, clock_changed: 'true' }),
  },
} as const satisfies Record<string, Row>

export type WorklistName = keyof typeof worklists
export const worklistNames = Object.keys(worklists) as WorklistName[]

const rowOf = (name: WorklistName): Row => worklists[name]
export const partsOf = (name: WorklistName): readonly Part[] => worklists[name].parts

/** A part of a list. */
export interface Worklist {
  name: WorklistName
  part: Part
  /** The next working day, or an earlier one with appointments, if the page knows it. */
  nextDay?: string | undefined
}

export function worklistOf(wantedName: string | undefined, wantedPart: string | undefined): Worklist {
  const name = worklistNames.find((one) => one === wantedName) ?? 'rescheduling'
  const parts = partsOf(name)
  return { name, part: parts.find((one) => one === wantedPart) ?? parts[0]! }
}

/** Whether staff have dealt with the entries of the part. */
export const isDealtWith = (part: Part) => part === 'done' || part === 'resent'

/** Whether the page counts the entries of the part. An event that was sent again still waits for the clinic's system. */
export const hasCount = (part: Part) => part !== 'done'

/** The worklists of a period that have a count. */
export const counted: Worklist[] = worklistNames
  .filter((name) => name !== 'not-applied')
  .flatMap((name) =>
    partsOf(name)
      .filter((part) => !isDealtWith(part))
      .map((part) => ({ name, part })),
  )

export const keyOf = ({ name, part }: Worklist) => `${name}/${part}`

/** The name of a part. A next day that is not tomorrow has its own. */
export function nameOfPart(
  words: Record<Exclude<Part, 'next-day'> | 'read' | 'tomorrow', string>,
  { name, part }: Worklist,
  next: NextDay | undefined,
) {
  if (part === 'next-day') return next?.shown && !next.shown.isTomorrow ? next.shown.name : words.tomorrow
  return words[name === 'texts' && part === 'done' ? 'read' : part]
}

/** The days that the list covers. */
export const daysOf = (list: Worklist, today: string): Period => rowOf(list.name).days(today, list)

export const isMarkedDone = (name: WorklistName) => rowOf(name).isMarkedDone === true

/** The lists whose contacts staff call. */
export const isCalled = ({ name, part }: Worklist) => name !== 'texts' && name !== 'not-applied' && !isDealtWith(part)

/** The lists whose contacts staff can remind all at once. */
export const isReminded = (name: WorklistName) => name === 'unanswered'

/** The filters of a list of visits. */
export const filtersOf = ({ name, part }: Worklist): VisitFilters => rowOf(name).filters?.(part) ?? real

/** The filter of the list of texts. */
export const readFilterOf = ({ part }: Worklist): ReplyFilters => ({ read: part === 'done' ? 'true' : 'false' })
