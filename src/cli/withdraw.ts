import type { Command } from 'commander'
import type { Client } from '../../client/client.ts'
import { addServiceOptions, withClient } from './service-client.ts'
import { CommandFailure, print, UsageFailure } from './terminal.ts'

export function withdrawCommand(command: Command) {
  addServiceOptions(command)
    .option('--external-id <id>', "the visit's key in the clinic's own system, instead of the notification")
    .action(
      async (
        entity: string,
        notification: string | undefined,
        { externalId }: { externalId?: string },
        command: Command,
      ) => {
        if ((notification === undefined) === (externalId === undefined)) {
          throw new UsageFailure('Pass either a notification or --external-id ID.')
        }
        const status = await withClient(command, async (client) =>
          client.withdraw(entity, notification ?? (await latestNotification(client, entity, externalId!))),
        )
        print(command, status, `${status.state}  ${status.external_id}  ${status.contact.name}`)
      },
    )
}

/** @throws CommandFailure unless the key identifies one visit */
async function latestNotification(client: Client, entity: string, externalId: string): Promise<string> {
  const found = await Array.fromAsync(client.notificationsByKey(entity, [externalId]))
  const pairs = new Set(found.map(({ category, target }) => `${category}/${target}`))
  if (pairs.size > 1) {
    throw new CommandFailure(
      `Several visits have the external id ${externalId}: ${[...pairs].join(', ')}. Pass the id of a notification, which "rollcall visits" prints.`,
    )
  }
  if (found.length === 0) {
    throw new CommandFailure(`No visit has the external id ${externalId}. "rollcall visits" lists the visits of a day.`)
  }
  return found[0]!.id
}
