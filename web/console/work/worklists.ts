import type { ReplyFilters, VisitFilters } from '../../../client/client.ts'
import { addDays } from '../../shared/time/clinic-time.ts'
import type { Period } from '../../shared/time/period.ts'
import type { NextDay } from './use-next-day.ts'

export const worklistNames = [
  'rescheduling',
  'unanswered',
  'unreached',
  'no-show',
  'texts',
  'not-applied',
  'clock-changed',
] as const
export type WorklistName = (typeof worklistNames)[number]

/** The parts of the lists. A list shows its first part by default. */
export const partsOf = {
  rescheduling: ['todo', 'done'],
  unanswered: ['next-day', 'week'],
  unreached: ['todo'],
  'no-show': ['todo', 'done'],
  texts: ['todo', 'done'],
  'not-applied': ['todo', 'resent'],
  'clock-changed': ['todo'],
} as const satisfies Record<WorklistName, readonly string[]>
/** The part whose count is the count of the list. */
export const countedPart = {
  rescheduling: 'todo',
  unanswered: 'week',
  unreached: 'todo',
  'no-show': 'todo',
  texts: 'todo',
  'not-applied': 'todo',
  'clock-changed': 'todo',
} as const satisfies Record<WorklistName, string>
export type Part = (typeof partsOf)[WorklistName][number]

/** A part of a list. */
export interface Worklist {
  name: WorklistName
  part: Part
  /** The next day with appointments, if the page knows it. */
  nextDay?: string | undefined
}

export function worklistOf(wantedName: string | undefined, wantedPart: string | undefined): Worklist {
  const name = worklistNames.find((one) => one === wantedName) ?? 'rescheduling'
  const parts: readonly Part[] = partsOf[name]
  return { name, part: parts.find((one) => one === wantedPart) ?? parts[0]! }
}

/** Whether staff have dealt with the entries of the part. */
export const isDealtWith = (part: Part) => part === 'done' || part === 'resent'

/** Whether the page counts the entries of the part. An event that was sent again still waits for the clinic's system. */
export const hasCount = (part: Part) => part !== 'done'

/** The worklists of a period that have a count. */
export const counted: Worklist[] = worklistNames
  .filter((name) => name !== 'not-applied')
  .flatMap((name) => partsOf[name].filter((part) => !isDealtWith(part)).map((part) => ({ name, part })))

export const keyOf = ({ name, part }: Worklist) => `${name}/${part}`

/** The name of a part. The next day with appointments has its own. */
export function nameOfPart(
  words: Record<Exclude<Part, 'next-day'> | 'read' | 'tomorrow', string>,
  { name, part }: Worklist,
  next: NextDay | undefined,
) {
  if (part === 'next-day') return next?.name ?? words.tomorrow
  return words[name === 'texts' && part === 'done' ? 'read' : part]
}

/** The days that the list covers: of the visits, or of the receipt of the texts. The service reads all visits of these days
 *  to find those of the list. So the range is as short as it can be without hiding urgent work. */
export function daysOf({ name, part, nextDay }: Worklist, today: string): Period {
  // A request that staff overlooked does not vanish when its visit begins.
  if (name === 'rescheduling') return { from: addDays(today, -7), to: addDays(today, 365) }
  if (name === 'clock-changed') return { from: today, to: addDays(today, 365) }
  const tomorrow = addDays(today, 1)
  if (name === 'unanswered' && part === 'next-day') return { from: nextDay ?? tomorrow, to: nextDay ?? tomorrow }
  if (name === 'unanswered') return { from: tomorrow, to: addDays(today, 7) }
  if (name === 'no-show') return { from: addDays(today, -7), to: today }
  if (name === 'unreached') return { from: today, to: addDays(today, 14) }
  return { from: addDays(today, part === 'done' ? -30 : -365), to: today }
}

/** Whether visits leave the list when staff mark them as done. From *Could not be reached*, only visits that the clinic withdrew or
 *  moved do. */
export const isMarkedDone = (name: WorklistName) =>
  name === 'rescheduling' || name === 'no-show' || name === 'unreached'

/** The lists whose contacts staff call. */
export const isCalled = ({ name, part }: Worklist) => name !== 'texts' && name !== 'not-applied' && !isDealtWith(part)

/** The lists whose contacts staff can remind all at once. */
export const isReminded = (name: WorklistName) => name === 'unanswered'

/** The filters of a list of visits. */
export function filtersOf({ name, part }: Worklist): VisitFilters {
  const real = { test: 'false' } as const
  if (name === 'rescheduling' || name === 'no-show')
    return { ...real, state: [name], done: part === 'done' ? 'true' : 'false' }
  if (name === 'clock-changed') return { ...real, clock_changed: 'true' }
  // Also contacts who do not know that the clinic withdrew or moved their visit.
  if (name === 'unreached') return { ...real, reached: 'false' }
  return { ...real, state: ['open'] }
}

/** The filter of the list of texts. */
export const readFilterOf = ({ part }: Worklist): ReplyFilters => ({ read: part === 'done' ? 'true' : 'false' })
