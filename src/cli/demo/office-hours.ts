type Moment = Temporal.ZonedDateTime

// Every day of the week: a demo on a Sunday shows a day at work, too.
const opens = 8
const closes = 19

const at = (day: Moment, hour: number, minute = 0) =>
  day.toPlainDate().toZonedDateTime({ timeZone: day.timeZoneId, plainTime: { hour, minute } })
const isBefore = (one: Moment, other: Moment) => Temporal.ZonedDateTime.compare(one, other) < 0

const fiveMinutes = { smallestUnit: 'minute', roundingIncrement: 5 } as const

/** Returns the moment of today around which the day's visits are: now, or the nearest moment that has an hour of office
 *  hours before it and two after it. */
export function busiestMoment(now: Moment): Moment {
  const [first, last] = [at(now, opens + 1), at(now, closes - 2)]
  const moment = now.round({ ...fiveMinutes, roundingMode: 'floor' })
  if (isBefore(moment, first)) return first
  return isBefore(last, moment) ? last : moment
}

/** Returns the first moment in office hours that is at least `minutes` ahead: today, or else tomorrow morning. */
export function nextInOfficeHours(now: Moment, minutes: number): Moment {
  const soon = now.add({ minutes }).round({ ...fiveMinutes, roundingMode: 'ceil' })
  const lastToday = at(now, closes - 1, 30)
  if (isBefore(lastToday, soon)) return at(now.add({ days: 1 }), opens + 1)
  const firstToday = at(now, opens + 1)
  return isBefore(soon, firstToday) ? firstToday : soon
}
