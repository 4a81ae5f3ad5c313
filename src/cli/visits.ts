import type { Command } from 'commander'
import type { VisitFilters } from '../notifications/lists/visit-filters.ts'
import { filterOptions, filtersOf, requireDays } from './list-options.ts'
import { addServiceOptions, withClient } from './service-client.ts'
import { printArray, printLine } from './terminal.ts'

type Repeatable = Exclude<keyof VisitFilters, 'q' | 'done' | 'reached' | 'test'>

// Without their schema, for the same reason as in actions.ts.
const filters = Object.keys({
  state: true,
  category: true,
  target: true,
  external_id: true,
  doctor: true,
  place: true,
  delivery: true,
} satisfies Record<Repeatable, true>) as Repeatable[]

export function visitsCommand(command: Command) {
  requireDays(command)
  addServiceOptions(command).option('--q <words>', 'only with these words: names, keys, telephones, birth dates')
  command.option('--done <true|false>', 'only with, or without, the mark that a request for another time is done')
  command.option(
    '--reached <true|false>',
    'only contacts whom a message has reached, or only those whom staff have to call',
  )
  command.option('--test <true|false>', 'only visits of test tokens, or only the others')
  filterOptions(command, filters)
  command.action((entity: string, start: string, end: string | undefined) =>
    withClient(command, async (client) => {
      const visits = client.visits(
        entity,
        start,
        end ?? start,
        filtersOf(command, [...filters, 'q', 'done', 'reached', 'test']),
      )
      if (command.optsWithGlobals().json) return printArray(visits)
      for await (const { id, starts_at = '', state, external_id, contact } of visits) {
        printLine([id, starts_at, state, external_id, contact.name])
      }
    }),
  )
}
