import type { Command } from 'commander'
import type { ActionFilters } from '../log/actions/filters.ts'
import { filterOptions, filtersOf, requireDays } from './list-options.ts'
import { addServiceOptions, withClient } from './service-client.ts'
import { printArray, printLine } from './terminal.ts'

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
  addServiceOptions(command)
  filterOptions(command, filters)
  command.action((entity: string, start: string, end: string | undefined) =>
    withClient(command, async (client) => {
      const records = client.actions(entity, start, end ?? start, filtersOf(command, filters))
      if (command.optsWithGlobals().json) return printArray(records)
      for await (const { date, action, channel, external_id, contact } of records) {
        printLine([date, action, channel, external_id, contact.name])
      }
    }),
  )
}
