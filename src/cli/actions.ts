import type { Command } from 'commander'
import { ActionFilters } from '../actions/filters.ts'
import { onOneLine, printArray } from './console.ts'
import { firstDay, lastDay } from './day-argument.ts'
import { filterOptions, filtersOf } from './filter-options.ts'
import { onService, withClient } from './service-client.ts'

const filters = Object.keys(ActionFilters.properties) as (keyof ActionFilters)[]

export function actionsCommand(program: Command) {
  const command = onService(program.command('actions <entity>'))
    .description('list the actions of an entity by date, as a client of a running service')
    .addArgument(firstDay())
    .addArgument(lastDay())
  filterOptions(command, filters)
  command.action((entity: string, start: string, end: string | undefined) =>
    withClient(command, async (client) => {
      const records = client.actions(entity, start, end ?? start, filtersOf(command, filters))
      if (command.optsWithGlobals().json) return printArray(records)
      for await (const { date, action, channel, external_id, contact } of records) {
        process.stdout.write(`${[date, action, channel, external_id, contact.name].map(onOneLine).join('  ')}\n`)
      }
    }),
  )
}
