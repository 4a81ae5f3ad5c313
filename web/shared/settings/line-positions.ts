import { minutesOf } from '../time/duration.ts'

/** A step on the line. */
export interface PlacedLine {
  /** From 0, the message, to 1, the visit. */
  at: number
  /** The row of the label: labels that are close are in different rows. */
  row: number
}

/** The line is at least this long before the visit. */
const weekMinutes = 7 * 24 * 60
// Steps of minutes and steps of weeks are on one line.
const firstMinutes = 60
/** Labels this close would cover each other. */
const gap = 0.12
const [first, last] = [0.08, 0.92]

/** Places durations on a logarithmic line from the message to the visit. */
export function placeOnLine(durations: string[]): PlacedLine[] {
  const minutes = durations.map(minutesOf)
  const longest = Math.max(weekMinutes, ...minutes)
  const scale = (one: number) => Math.log1p(one / firstMinutes) / Math.log1p(longest / firstMinutes)
  const positions = minutes.map((one) => last - (last - first) * scale(one))
  const rows = new Map<number, number>()
  const ends: number[] = []
  for (const [index, at] of [...positions.entries()].sort(([, one], [, other]) => one - other)) {
    const row = ends.findIndex((end) => at - end >= gap)
    const chosen = row === -1 ? ends.length : row
    ends[chosen] = at
    rows.set(index, chosen)
  }
  return positions.map((at, index) => ({ at, row: rows.get(index)! }))
}
