import { type Command, InvalidArgumentError } from 'commander'
import { addServiceOptions, withClient } from './service-client.ts'
import { onOneLine, print, printNote } from './terminal.ts'

interface FeedOptions {
  since: number
  follow?: boolean
}

export function feedCommand(command: Command) {
  addServiceOptions(command)
    .option('--since <sequence>', 'only actions after this sequence', sequence, 0)
    .option('--follow', 'wait for new actions')
    .action(async (entity: string, { since, follow }: FeedOptions, command: Command) => {
      const saySequence = (sequence: number) => printNote(`To continue after these actions: --since ${sequence}`)
      await withClient(command, async (client) => {
        let latest = since
        for await (const { actions, sequence } of client.feed(entity, since, follow)) {
          latest = sequence
          for (const record of actions) {
            const { date, action, channel, external_id, contact } = record
            print(command, record, [date, action, channel, external_id, contact.name].map(onOneLine).join('  '))
          }
          if (follow) saySequence(latest)
        }
        if (!follow) saySequence(latest)
      })
    })
}

function sequence(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number.')
}
