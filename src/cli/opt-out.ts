import { Argument, type Command } from 'commander'
import { channelNames, channels } from '../channels/registry.ts'
import type { OptOutChange } from '../messages/opt-outs/opt-outs.ts'
import { addServiceOptions, withClient } from './service-client.ts'
import { print, printNote, table } from './terminal.ts'

export function optOutCommand(optOut: Command) {
  addServiceOptions(optOut.command('list <entity>'))
    .description('list the addresses that receive no messages from an entity')
    .action(async (entity: string, _options: object, command: Command) => {
      const optOuts = await withClient(command, (client) => Array.fromAsync(client.optOuts(entity)))
      const rows = optOuts.map(({ channel, uid, reason, opted_out_at, contact_external_id = '' }) => [
        channel,
        uid,
        reason,
        opted_out_at,
        contact_external_id,
      ])
      print(command, optOuts, table(rows))
    })

  addAddressOptions(optOut.command('add'))
    .description('stop messages from an entity to an address, also the pending ones')
    .action(setting(true, 'receives no more messages'))

  addAddressOptions(optOut.command('lift'))
    .description('allow messages from an entity to an address again')
    .action(setting(false, 'receives messages again'))
}

const addAddressOptions = (command: Command) =>
  addServiceOptions(command)
    .argument('<entity>')
    .addArgument(new Argument('<channel>').choices(channelNames))
    .argument('<uid>', channels.map(({ name, address }) => `${address.kind} for ${name}`).join(', '))

const setting =
  (opted_out: boolean, outcome: string) =>
  async (entity: string, channel: OptOutChange['channel'], uid: string, _options: object, command: Command) => {
    const set = await withClient(command, (client) => client.setOptOut(entity, { channel, uid, opted_out }))
    printNote(`${set.uid} ${outcome}.`)
    print(command, set, '')
  }
