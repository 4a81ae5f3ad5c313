/** Microseconds since the Unix epoch: an integer that a double represents exactly (years 1684 to 2255). */
export type Instant = number

export interface Clock {
  /** The wall clock, for instants that are stored or shown. It can jump forwards and backwards. */
  now(): Instant
  /** Whole microseconds since a fixed moment. Never decreases: for caches, budgets and leases within this process. */
  monotonic(): number
}

export const systemClock: Clock = {
  now: () => Date.now() * 1000,
  monotonic: () => Math.round(performance.now() * 1000),
}

/** A duration. */
export type Microseconds = number

export const seconds = (count: number): Microseconds => count * 1_000_000
export const minutes = (count: number): Microseconds => seconds(60 * count)
export const hours = (count: number): Microseconds => minutes(60 * count)

// RFC 3339 with at most nine fractional digits. Temporal alone would also accept other forms of ISO 8601.
const rfc3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/

/** Parses an RFC 3339 instant, truncated to microseconds. Returns undefined for other texts, and outside the range of
 *  `Instant`. */
export function parseInstant(text: string): Instant | undefined {
  if (!rfc3339.test(text)) return undefined
  try {
    const nanoseconds = Temporal.Instant.from(text).epochNanoseconds
    const instant = Number((nanoseconds - (((nanoseconds % 1000n) + 1000n) % 1000n)) / 1000n)
    return Number.isSafeInteger(instant) ? instant : undefined
  } catch {
    return undefined
  }
}

/** Formats an instant as spec 2.1 requires: six fractional digits and `+00:00`. Dates are cached: a list of visits formats six
 *  instants per visit, and `toISOString` takes five times as long as this. */
export function formatInstant(instant: Instant): string {
  const day = Math.floor(instant / dayMicros)
  const micros = instant - day * dayMicros
  const seconds = Math.floor(micros / 1_000_000)
  const minutes = Math.floor(seconds / 60)
  const time = `${digits(Math.floor(minutes / 60), 2)}:${digits(minutes % 60, 2)}:${digits(seconds % 60, 2)}`
  return `${dateOf(day)}T${time}.${digits(micros % 1_000_000, 6)}+00:00`
}

const dayMicros = hours(24)
const digits = (number: number, count: number) => String(number).padStart(count, '0')

const dates = new Map<number, string>()
const maxDates = 1_000

function dateOf(day: number): string {
  if (dates.size > maxDates) dates.clear()
  return dates.getOrInsertComputed(day, () => new Date(day * 86_400_000).toISOString().split('T', 1)[0]!)
}
