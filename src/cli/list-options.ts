import type { Argument, Command } from 'commander'
import { UsageFailure } from './terminal.ts'

/** Requires days as the arguments `start_date` and `end_date`. */
export function requireDays(command: Command) {
  const [first, last] = command.registeredArguments.slice(-2) as [Argument, Argument]
  first.description = 'the first day, such as 2026-11-24'
  last.description = 'the last day (default: the first)'
  for (const argument of [first, last]) argument.argParser((text: string) => requireDay(argument.name(), text))
}

/** @throws UsageFailure while the command line is parsed */
function requireDay(name: string, text: string): string {
  if (isDay(text)) return text
  throw new UsageFailure(`${name}: must be a date such as 2026-11-24 (got ${text})`)
}

function isDay(text: string): boolean {
  try {
    // Temporal also reads 20261124 and times, which the service rejects.
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}

/** Adds an option for each filter, which takes several values. */
export function filterOptions(command: Command, names: readonly string[]) {
  for (const name of names) command.option(`--${name.replace('_', '-')} <value...>`, `only with this ${name}`)
}

/** Returns the filters that the command line sets. The service checks their values. */
export function filtersOf<Name extends string>(command: Command, names: readonly Name[]) {
  const given = command.opts<Record<string, never>>()
  const camel = (name: string) => name.replace(/_(.)/, (_, letter: string) => letter.toUpperCase())
  const pairs = names.flatMap((name) => (given[camel(name)] ? [[name, given[camel(name)]!]] : []))
  return Object.fromEntries(pairs) as Partial<Record<Name, never>>
}
