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
