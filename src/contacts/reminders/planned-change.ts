import type { Instant } from '../../platform/time/instant.ts'

/** How a change of the settings moves planned reminders. */
export interface ChangeCounts {
  earlier: number
  later: number
  added: number
  removed: number
  unchanged: number
  at_once: number
}

export const noChange = (): ChangeCounts => ({ earlier: 0, later: 0, added: 0, removed: 0, unchanged: 0, at_once: 0 })

/** Compares the times of a visit's reminders before and after a change, and adds them to the counts. A reminder that is at no
 *  time of the other side is the one with the least distance there. */
export function countChange(counts: ChangeCounts, before: Instant[], after: Instant[], now: Instant) {
  counts.at_once += after.filter((at) => at <= now).length
  const rest = { before: [...before], after: [...after] }
  while (rest.before.length > 0 && rest.after.length > 0) {
    const [from, to] = nearestPair(rest.before, rest.after)
    counts[to < from ? 'earlier' : to > from ? 'later' : 'unchanged']++
    rest.before.splice(rest.before.indexOf(from), 1)
    rest.after.splice(rest.after.indexOf(to), 1)
  }
  counts.removed += rest.before.length
  counts.added += rest.after.length
}

/** A sequence has at most ten steps. */
function nearestPair(before: Instant[], after: Instant[]): [Instant, Instant] {
  const pairs = before.flatMap((from) => after.map((to) => [from, to] as [Instant, Instant]))
  return pairs.reduce((best, pair) => (distance(pair) < distance(best) ? pair : best))
}

const distance = ([from, to]: [Instant, Instant]) => Math.abs(to - from)
