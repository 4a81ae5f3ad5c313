import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Client, Erasure } from '../../client/client.ts'
import { addServiceOptions, withClient } from './service-client.ts'
import { CommandFailure, print, printNote, table, UsageFailure } from './terminal.ts'

const pollEveryMs = 500

interface EraseOptions {
  reason?: string
  lift?: string
}

export function eraseCommand(command: Command) {
  addServiceOptions(command)
    .option('--reason <text>', 'why, such as the file number of the request; it stays: do not name the contact')
    .option('--lift <erasure>', 'allow new data of the contact of an earlier erasure, instead of a key')
    .action(async (entity: string, key: string | undefined, { reason, lift }: EraseOptions, command: Command) => {
      if ((key === undefined) === (lift === undefined)) throw new UsageFailure('Pass either a key or --lift ERASURE.')
      if (lift !== undefined) {
        print(command, await withClient(command, (client) => client.liftErasure(entity, lift)), '')
        printNote('The service accepts new data of the contact.')
        return
      }
      const erasure = { contact_external_id: key!, ...(reason !== undefined && { reason }) }
      const ended = await withClient(command, async (client) => {
        const { id } = await client.eraseContact(entity, erasure)
        printNote(`Erasure ${id} has begun.`)
        return untilEnded(client, entity, id)
      })
      print(command, ended, table(ended.data.map((one) => [one.kind, outcomeOf(one)])))
      if (ended.state === 'rewriting')
        printNote('The service rewrites the files of the database, a large one in the next night.')
      if (ended.state === 'kept') throw new CommandFailure('A hold keeps the data. Nothing was erased.')
    })
}

async function untilEnded(client: Client, entity: string, id: string): Promise<Erasure> {
  for (;;) {
    const erasure = await client.erasure(entity, id)
    if (erasure.state !== 'waiting') return erasure
    await delay(pollEveryMs)
  }
}

function outcomeOf({ erased, kept, reason }: Erasure['data'][number]): string {
  if (kept !== undefined) return `${kept} kept: ${reason}`
  return erased === undefined ? 'not found' : `${erased} erased`
}
