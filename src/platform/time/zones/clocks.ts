import type { Instant, Microseconds } from '../instant.ts'
import type { ZoneRules } from './zone-rules.ts'

/** The instants at which the clocks of a zone show a date and time: `earlier` and `later` differ where clocks go back (they show it
 *  twice), and where they go forward (they skip it; it is read with the offset after the change, and before it). */
export interface Instants {
  earlier: Instant
  later: Instant
  isSkipped: boolean
}

/** Returns the offset from UTC. */
export const offsetIn = (rules: ZoneRules, at: Instant): Microseconds => rules.offsets[indexAt(rules, at)]! * 1_000

/** Returns the next change of the offset, if any. */
export function nextChangeIn(rules: ZoneRules, at: Instant): Instant | undefined {
  const change = rules.changesAt[indexAt(rules, at)]
  return change === undefined ? undefined : change * 1_000
}

/** Returns the instants of a date and time, as Temporal does. */
export function instantsIn(rules: ZoneRules, local: Temporal.PlainDateTime): Instants {
  const near = periodsNear(rules, wallOf(local))
  const [earlier, later = earlier] = near.filter(({ from, to, at }) => from <= at && at < to).map(({ at }) => at)
  if (earlier !== undefined) return { earlier, later: later!, isSkipped: false }
  const [before, after] = aroundGap(near)
  return { earlier: after.at, later: before.at, isSkipped: true }
}

/** Returns the first instant of a day, also of one without a midnight. */
export function startOfDayIn(rules: ZoneRules, day: Temporal.PlainDate): Instant {
  const midnight = day.toPlainDateTime()
  const { earlier, isSkipped } = instantsIn(rules, midnight)
  return isSkipped ? aroundGap(periodsNear(rules, wallOf(midnight)))[1].from : earlier
}

/** Returns the number of changes until an instant. */
function indexAt({ changesAt }: ZoneRules, at: Instant): number {
  const ms = at / 1_000
  let [low, high] = [0, changesAt.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (changesAt[middle]! <= ms) low = middle + 1
    else high = middle
  }
  return low
}

/** A time between two changes, and the instant that a date and time would be with its offset. */
interface Period {
  from: Instant
  to: Instant
  at: Instant
}

/** Returns the period that contains the date and time as one of UTC, and its neighbours: an offset is shorter than a period. */
function periodsNear(rules: ZoneRules, wall: Instant): Period[] {
  const { changesAt, offsets } = rules
  const index = indexAt(rules, wall)
  return [index - 1, index, index + 1]
    .filter((near) => offsets[near] !== undefined)
    .map((near) => ({
      from: (changesAt[near - 1] ?? Number.NEGATIVE_INFINITY) * 1_000,
      to: (changesAt[near] ?? Number.POSITIVE_INFINITY) * 1_000,
      at: wall - offsets[near]! * 1_000,
    }))
}

/** Returns the periods before and after the change that skips a date and time. */
function aroundGap(periods: Period[]): [Period, Period] {
  const after = periods.findIndex(({ from, at }, index) => index > 0 && at < from && periods[index - 1]!.at >= from)
  return [periods[after - 1]!, periods[after]!]
}

const wallOf = (local: Temporal.PlainDateTime): Instant =>
  local.toZonedDateTime('UTC').epochMilliseconds * 1_000 + local.microsecond
