import { collectRules, lastYear, type RulesSource, type ZoneRules } from './zone-rules.ts'

/** The rules of Node's ICU. */
export const nodeRules: RulesSource = { name: 'node', version: process.versions.tz!, read }

/** Reading a zone with daylight saving time takes 2 ms. */
function read(zone: string): ZoneRules | undefined {
  const start = startIn(zone)
  if (!start) return undefined
  const { add, ...rules } = collectRules(offsetOf(start))
  let change = start.getTimeZoneTransition('next')
  for (; change && change.year <= lastYear; change = change.getTimeZoneTransition('next'))
    add(change.epochMilliseconds, offsetOf(change))
  return rules
}

const offsetOf = ({ offsetNanoseconds }: Temporal.ZonedDateTime) => offsetNanoseconds / 1_000_000

function startIn(zone: string): Temporal.ZonedDateTime | undefined {
  try {
    return Temporal.Instant.from('1800-01-01T00:00:00Z').toZonedDateTimeISO(zone)
  } catch {
    return undefined
  }
}
