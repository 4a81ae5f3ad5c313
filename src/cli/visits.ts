import type { Command } from 'commander'
import type { VisitFilters } from '../notifications/lists/visit-filters.ts'
import { onOneLine, printArray } from './console.ts'
import { requireDays } from './day-argument.ts'
import { filterOptions, filtersOf } from './filter-options.ts'
import { onService, withClient } from './service-client.ts'

type Repeatable = Exclude<keyof VisitFilters, 'q' | 'done' | 'reached'>

// Without their schema, for the same reason as in actions.ts.
const filters = Object.keys({
  state: true,
  category: true,
  target: true,
  external_id: true,
  delivery: true,
} satisfies Record<Repeatable, true>) as Repeatable[]

export function visitsCommand(command: Command) {
  requireDays(command)
  onService(command).option('--q <words>', "only with these words in the contact's name or keys")
  command.option('--done <true|false>', 'only with, or without, the mark that a request for another time is done')
  command.option('--reached <true|false>', 'only with, or without, a message about the visit that was sent')
  filterOptions(command, filters)
  command.action((entity: string, start: string, end: string | undefined) =>
    withClient(command, async (client) => {
      const { q, done, reached } = command.opts<Pick<VisitFilters, 'q' | 'done' | 'reached'>>()
      const visits = client.visits(entity, start, end ?? start, {
        ...filtersOf(command, filters),
        ...(q && { q }),
        ...(done && { done }),
        ...(reached && { reached }),
      })
      if (command.optsWithGlobals().json) return printArray(visits)
      for await (const { id, starts_at = '', state, external_id, contact } of visits) {
        process.stdout.write(`${[id, starts_at, state, external_id, contact.name].map(onOneLine).join('  ')}\n`)
      }
    }),
  )
}
