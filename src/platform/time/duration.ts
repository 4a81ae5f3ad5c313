import { Type } from 'typebox'

/** An ISO 8601 duration of weeks, days, hours and minutes, such as P7D or PT3H, from `min` to `max`. */
export const Duration = (min: string, max: string, description: string) =>
  Type.Refine(
    Type.String({ maxLength: 32, description }),
    (text) => isDuration(text) && minutesOf(text) >= minutesOf(min) && minutesOf(text) <= minutesOf(max),
    () => `must be a duration from ${min} to ${max}, such as P7D or PT3H`,
  )

const isDuration = (text: string) =>
  /^P(?=.*\d[WDHM])(\d{1,4}W)?(\d{1,4}D)?(T(?=\d)(\d{1,4}H)?(\d{1,4}M)?)?$/.test(text)

const minutesOf = (text: string) => Temporal.Duration.from(text).total({ unit: 'minutes', relativeTo: '2026-01-01' })

/** An ISO 8601 duration of years, months, weeks and days, such as P400D or P1Y6M, from `min` to `max`. */
export const Period = (min: string, max: string, description: string) =>
  Type.Refine(
    Type.String({ maxLength: 32, description }),
    (text) => isPeriod(text) && comparePeriods(text, min) >= 0 && comparePeriods(text, max) <= 0,
    () => `must be a period from ${min} to ${max}, such as P400D, P6M or P1Y`,
  )

const isPeriod = (text: string) => /^P(?=\d)(\d{1,4}Y)?(\d{1,4}M)?(\d{1,4}W)?(\d{1,4}D)?$/.test(text)

/** Compares two periods by their length from the start of 2026. */
export const comparePeriods = (one: string, other: string) =>
  Temporal.Duration.compare(one, other, { relativeTo: '2026-01-01' })
