import type { Command } from 'commander'
import { addServiceOptions, withClient } from './service-client.ts'
import { print, table } from './terminal.ts'

export function checkinCommand(command: Command) {
  addServiceOptions(command).action(async (entity: string, token: string, _options: object, command: Command) => {
    const record = await withClient(command, (client) => client.checkin(entity, token))
    const { contact, params, files, inferred_data, ...rest } = record
    const rows = [
      ...Object.entries(rest),
      ...Object.entries(contact).map(([key, value]) => [`contact.${key}`, value]),
      ...Object.entries(params).map(([key, value]) => [`params.${key}`, value]),
      ['files', String(files.length)],
      ['inferred_data', JSON.stringify(inferred_data)],
    ]
    print(command, record, table(rows))
  })
}
