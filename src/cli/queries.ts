import { type Command, Option } from 'commander'
import { createClient } from '../../client/client.ts'
import { type ActionFilters, ActionFilters as FiltersSchema } from '../actions/list-by-date.ts'
import { CommandFailure, print, table } from './console.ts'

interface ServiceOptions {
  url: string
  token?: string
}

export function queryCommands(program: Command) {
  const actions = onService(program.command('actions <entity> <start_date> [end_date]')).description(
    'list the actions of an entity by date, as a client of a running service',
  )
  for (const name of Object.keys(FiltersSchema.properties)) {
    actions.option(`--${name.replace('_', '-')} <value...>`, `only with this ${name}`)
  }
  actions.action(async (entity: string, start: string, end: string | undefined, _options: object, command: Command) => {
    const records = clientOf(command).actions(entity, start, end ?? start, filtersOf(command))
    if (command.optsWithGlobals().json) return printArray(records)
    for await (const { date, action, channel, external_id, contact } of records) {
      process.stdout.write(`${[date, action, channel, external_id, contact.name].map(onOneLine).join('  ')}\n`)
    }
  })

  onService(program.command('checkin <entity> <token>'))
    .description('show the appointment behind a check-in token, as a client of a running service')
    .action(async (entity: string, token: string, _options: object, command: Command) => {
      const record = await clientOf(command).checkin(entity, token)
      const { contact, params, files, inferred_data, ...rest } = record
      const rows = [
        ...Object.entries(rest),
        ...Object.entries(contact).map(([key, value]) => [`contact.${key}`, value]),
        ...Object.entries(params).map(([key, value]) => [`params.${key}`, value]),
        ['files', String(files.length)],
        ['inferred_data', JSON.stringify(inferred_data)],
      ]
      print(command, record, table(rows.map((row) => row.map(onOneLine))))
    })
}

// What contacts call themselves may hold control characters, which a terminal would obey.
const onOneLine = (text: string) => text.replaceAll(/\p{Cc}|\p{Bidi_Control}/gu, '\ufffd')

const onService = (command: Command) =>
  command
    .addOption(new Option('--url <url>', "the service's address").env('ROLLCALL_URL').default('http://127.0.0.1:8080'))
    .addOption(new Option('--token <token>', 'an access token').env('ROLLCALL_TOKEN'))

function clientOf(command: Command) {
  const { url, token } = command.opts<ServiceOptions>()
  if (!token) throw new CommandFailure('Give an access token by --token or ROLLCALL_TOKEN.')
  return createClient({ url, token })
}

function filtersOf(command: Command): ActionFilters {
  const given = command.opts<Record<string, string[]>>()
  const names = Object.keys(FiltersSchema.properties)
  const camel = (name: string) => name.replace(/_(.)/, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(names.flatMap((name) => (given[camel(name)] ? [[name, given[camel(name)]!]] : [])))
}

async function printArray(records: AsyncIterable<unknown>) {
  let before = '['
  for await (const record of records) {
    process.stdout.write(`${before}${JSON.stringify(record)}`)
    before = ',\n'
  }
  process.stdout.write(before === '[' ? '[]\n' : ']\n')
}
