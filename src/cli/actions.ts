import type { Command } from 'commander'
import type { ActionFilters } from '../log/actions/filters.ts'
import { filterOptions, listDays } from './list-options.ts'

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
  filterOptions(command, filters)
  listDays(command, {
    filters,
    list: (client, days, given) => client.actions(...days, given),
    cells: ({ date, action, channel, external_id, contact }) => [date, action, channel, external_id, contact.name],
  })
}
