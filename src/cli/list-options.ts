import type { Argument, Command } from 'commander'
import type { Client } from '../../client/client.ts'
import { addServiceOptions, withClient } from './service-client.ts'
import { printArray, printLine, UsageFailure } from './terminal.ts'

/** A list of the items of days, with filters that the command line sets. The service checks their values. */
interface DayList<Name extends string, Item> {
  filters: readonly Name[]
  list(
    client: Client,
    days: [entity: string, start: string, end: string],
    filters: Partial<Record<Name, never>>,
  ): AsyncIterable<Item>
  /** Returns the cells of an item's line. */
  cells(item: Item): string[]
}

/** Completes a command that lists the items of days. */
export function listDays<Name extends string, Item>(command: Command, { filters, list, cells }: DayList<Name, Item>) {
  requireDays(command)
  addServiceOptions(command)
  command.action((entity: string, start: string, end: string | undefined) =>
    withClient(command, async (client) => {
      const items = list(client, [entity, start, end ?? start], filtersOf(command, filters))
      if (command.optsWithGlobals().json) return printArray(items)
      for await (const item of items) printLine(cells(item))
    }),
  )
}

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

function filtersOf<Name extends string>(command: Command, names: readonly Name[]) {
  const given = command.opts<Record<string, never>>()
  const camel = (name: string) => name.replace(/_(.)/, (_, letter: string) => letter.toUpperCase())
  const pairs = names.flatMap((name) => (given[camel(name)] ? [[name, given[camel(name)]!]] : []))
  return Object.fromEntries(pairs) as Partial<Record<Name, never>>
}
