import type { Command } from 'commander'
import { print } from './console.ts'
import { onService, withClient } from './service-client.ts'

export function arriveCommand(program: Command) {
  onService(program.command('arrive <entity> <token>'))
    .description('mark the arrival of the contact behind a check-in token, as a client of a running service')
    .action(async (entity: string, token: string, _options: object, command: Command) => {
      const record = await withClient(command, (client) => client.arrive(entity, token))
      print(command, record, `${record.date}  ${record.external_id}  ${record.contact.name}`)
    })
}
