import type { Command } from 'commander'
import { requireDays } from './list-options.ts'
import { addServiceOptions, withClient } from './service-client.ts'
import { print, table } from './terminal.ts'

export function repliesCommand(command: Command) {
  requireDays(command)
  addServiceOptions(command).action(
    async (entity: string, start: string, end: string | undefined, _options: object, command: Command) => {
      const replies = await withClient(command, (client) =>
        Array.fromAsync(client.replies(entity, start, end ?? start)),
      )
      const rows = replies.map(({ received_at, uid, read_as, text }) => [received_at, uid, read_as, text])
      print(command, replies, table(rows))
    },
  )
}
