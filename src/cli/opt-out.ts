import { Argument, type Command } from 'commander'
import { channelNames } from '../channels/registry.ts'
import type { OptOutChange } from '../opt-outs/opt-outs.ts'
import { print, say, table } from './console.ts'
import { onService, withClient } from './service-client.ts'

export function optOutCommand(optOut: Command) {
  onService(optOut.command('list <entity>'))
    .description('list the addresses that receive no messages from an entity')
    .action(async (entity: string, _options: object, command: Command) => {
      const optOuts = await withClient(command, (client) => Array.fromAsync(client.optOuts(entity)))
      const rows = optOuts.map(({ channel, uid, reason, opted_out_at }) => [channel, uid, reason, opted_out_at])
      print(command, optOuts, table(rows))
    })

  onAddress(optOut.command('add'))
    .description('stop messages from an entity to an address, also the pending ones')
    .action(setting(true, 'receives no more messages'))

  onAddress(optOut.command('lift'))
    .description('allow messages from an entity to an address again')
    .action(setting(false, 'receives messages again'))
}

const onAddress = (command: Command) =>
  onService(command)
    .argument('<entity>')
    .addArgument(new Argument('<channel>').choices(channelNames))
    .argument('<uid>', "an e-mail address, or a telephone number with its country's code")

const setting =
  (opted_out: boolean, outcome: string) =>
  async (entity: string, channel: OptOutChange['channel'], uid: string, _options: object, command: Command) => {
    const set = await withClient(command, (client) => client.setOptOut(entity, { channel, uid, opted_out }))
    say(`${set.uid} ${outcome}.`)
    print(command, set, '')
  }
