import type { Command } from 'commander'
import { ActionFilters } from '../actions/filters.ts'
import { onOneLine } from './console.ts'
import { onService, withClient } from './service-client.ts'

const filters = Object.keys(ActionFilters.properties)

export function actionsCommand(program: Command) {
  const command = onService(program.command('actions <entity> <start_date> [end_date]')).description(
    'list the actions of an entity by date, as a client of a running service',
  )
  for (const name of filters) command.option(`--${name.replace('_', '-')} <value...>`, `only with this ${name}`)
  command.action((entity: string, start: string, end: string | undefined) =>
    withClient(command, async (client) => {
      const records = client.actions(entity, start, end ?? start, filtersOf(command))
      if (command.optsWithGlobals().json) return printArray(records)
      for await (const { date, action, channel, external_id, contact } of records) {
        process.stdout.write(`${[date, action, channel, external_id, contact.name].map(onOneLine).join('  ')}\n`)
      }
    }),
  )
}

function filtersOf(command: Command): ActionFilters {
  const given = command.opts<Record<string, string[]>>()
  const camel = (name: string) => name.replace(/_(.)/, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(filters.flatMap((name) => (given[camel(name)] ? [[name, given[camel(name)]!]] : [])))
}

async function printArray(records: AsyncIterable<unknown>) {
  let before = '['
  for await (const record of records) {
    process.stdout.write(`${before}${JSON.stringify(record)}`)
    before = ',\n'
  }
  process.stdout.write(before === '[' ? '[]\n' : ']\n')
}
