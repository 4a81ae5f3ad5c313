import type { Command } from 'commander'
import { VisitFilters } from '../visits/visit-filters.ts'
import { onOneLine, printArray } from './console.ts'
import { firstDay, lastDay } from './day-argument.ts'
import { filterOptions, filtersOf } from './filter-options.ts'
import { onService, withClient } from './service-client.ts'

const { q: _, ...repeatable } = VisitFilters.properties
const filters = Object.keys(repeatable) as (keyof typeof repeatable)[]

export function visitsCommand(program: Command) {
  const command = onService(program.command('visits <entity>'))
    .description('list the visits of an entity by date, as a client of a running service')
    .addArgument(firstDay())
    .addArgument(lastDay())
    .option('--q <words>', "only with these words in the contact's name or keys")
  filterOptions(command, filters)
  command.action((entity: string, start: string, end: string | undefined) =>
    withClient(command, async (client) => {
      const { q } = command.opts<{ q?: string }>()
      const visits = client.visits(entity, start, end ?? start, { ...filtersOf(command, filters), ...(q && { q }) })
      if (command.optsWithGlobals().json) return printArray(visits)
      for await (const { id, starts_at = '', state, external_id, contact } of visits) {
        process.stdout.write(`${[id, starts_at, state, external_id, contact.name].map(onOneLine).join('  ')}\n`)
      }
    }),
  )
}
