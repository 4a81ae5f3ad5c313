import type { Command } from 'commander'

/** Adds an option for each filter, which takes several values. */
export function filterOptions(command: Command, names: readonly string[]) {
  for (const name of names) command.option(`--${name.replace('_', '-')} <value...>`, `only with this ${name}`)
}

/** Returns the filters that the command line sets. The service checks their values. */
export function filtersOf<Name extends string>(command: Command, names: readonly Name[]) {
  const given = command.opts<Record<string, never[]>>()
  const camel = (name: string) => name.replace(/_(.)/, (_, letter: string) => letter.toUpperCase())
  const pairs = names.flatMap((name) => (given[camel(name)] ? [[name, given[camel(name)]!]] : []))
  return Object.fromEntries(pairs) as Partial<Record<Name, never[]>>
}
