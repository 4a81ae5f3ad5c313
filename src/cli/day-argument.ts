import { Argument } from 'commander'
import { UsageFailure } from './console.ts'

export const firstDay = () => dayArgument('<start_date>', 'the first day, such as 2026-11-24')

export const lastDay = () => dayArgument('[end_date]', 'the last day (default: the first)')

/** @throws UsageFailure while the command line is parsed */
function dayArgument(usage: string, description: string) {
  const argument = new Argument(usage, description)
  return argument.argParser((text: string) => {
    if (isDay(text)) return text
    throw new UsageFailure(`${argument.name()}: must be a date such as 2026-11-24 (got ${text})`)
  })
}

function isDay(text: string): boolean {
  try {
    // Temporal also reads 20261124 and times, which the service rejects.
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}
