import type { Command } from 'commander'
import { print, table } from './console.ts'
import { requireDays } from './day-argument.ts'
import { onService, withClient } from './service-client.ts'

export function repliesCommand(command: Command) {
  requireDays(command)
  onService(command).action(
    async (entity: string, start: string, end: string | undefined, _options: object, command: Command) => {
      const replies = await withClient(command, (client) =>
        Array.fromAsync(client.replies(entity, start, end ?? start)),
      )
      const rows = replies.map(({ received_at, uid, read_as, text }) => [received_at, uid, read_as, text])
      print(command, replies, table(rows))
    },
  )
}
