import type { Command } from 'commander'
import type { ActionFilters } from '../actions/filters.ts'
import { onOneLine, printArray } from './console.ts'
import { requireDays } from './day-argument.ts'
import { filterOptions, filtersOf } from './filter-options.ts'
import { onService, withClient } from './service-client.ts'

// The schema of the filters would load TypeBox and Kysely, two thirds of the command's start.
const filters = Object.keys({
  action: true,
  channel: true,
  category: true,
  target: true,
  task_id: true,
  notification_id: true,
  external_id: true,
} satisfies Record<keyof ActionFilters, true>) as (keyof ActionFilters)[]

export function actionsCommand(command: Command) {
  requireDays(command)
  onService(command)
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
