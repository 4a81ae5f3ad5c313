import type { Reminders, Step } from '../../../client/client.ts'
import { minutesOf } from '../time/duration.ts'

export type Sequence = Reminders['sequences'][number]

/** The units in which the page edits the time before a visit. */
export const units = { W: 7 * 24 * 60, D: 24 * 60, H: 60, M: 1 } as const
export type Unit = keyof typeof units

/** Returns the time of a step as a number of one unit: the one it is written in, or the largest in which it is whole. */
export function amountOf({ before }: Step): { amount: number; unit: Unit } {
  const minutes = minutesOf(before)
  const written = (Object.keys(units) as Unit[]).filter((unit) => before === durationOf(minutes / units[unit], unit))
  const unit = written[0] ?? (Object.keys(units) as Unit[]).find((one) => minutes % units[one] === 0)!
  return { amount: minutes / units[unit], unit }
}

/** Returns the ISO 8601 duration: P7D, PT3H. */
export const durationOf = (amount: number, unit: Unit) =>
  unit === 'W' || unit === 'D' ? `P${amount}${unit}` : `PT${amount}${unit}`

const [least, most] = [15, 90 * units.D]

/** Returns what the service would refuse about the sequences. */
export function faultOfSequences(sequences: Sequence[]): 'amount' | 'states' | 'channels' | undefined {
  const steps = sequences.flatMap((one) => one.steps)
  if (steps.some(({ before }) => !isAllowed(before))) return 'amount'
  if (steps.some(({ states }) => states.length === 0)) return 'states'
  return steps.some(({ channels }) => channels?.length === 0) ? 'channels' : undefined
}

function isAllowed(before: string) {
  const minutes = minutesOf(before)
  return minutes >= least && minutes <= most
}

/** The steps in the order in which contacts get them. */
export const inOrder = (steps: Step[]) =>
  steps.toSorted((one, other) => minutesOf(other.before) - minutesOf(one.before))

/** A further step: a day before the visit, for contacts who have not answered. */
export const newStep = (): Step => ({ before: 'P1D', states: ['open', 'rescheduling'] })

/** Adds or removes a value, in the order of all values. */
export const toggled = <Value>(all: readonly Value[], values: readonly Value[], value: Value): Value[] =>
  all.filter((one) => (one === value ? !values.includes(one) : values.includes(one)))
