/** Microseconds since the Unix epoch, as an integer that a double holds exactly (years 1684 to 2255). */
export type Instant = number

export interface Clock {
  /** The wall clock: for instants that are stored or shown. It may jump, forwards and backwards. */
  now(): Instant
  /** Whole microseconds since some fixed moment, never set back: for caches, budgets and leases within this process. */
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

// RFC 3339 with at most nine fractional digits; Temporal alone would also take other ISO 8601 forms.
const rfc3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/

/** An RFC 3339 instant, cut to microseconds; undefined when it is not one or lies outside what `Instant` holds. */
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

const toTemporal = (instant: Instant) => Temporal.Instant.fromEpochNanoseconds(BigInt(instant) * 1000n)

/** The instant on the clocks and calendars of a time zone. */
export const inZone = (instant: Instant, timeZone: string) => toTemporal(instant).toZonedDateTimeISO(timeZone)

/** The one way `date` is written (spec 2.1): six fractional digits and `+00:00`. */
export const formatInstant = (instant: Instant) =>
  toTemporal(instant).toString({ timeZone: 'UTC', fractionalSecondDigits: 6 })
