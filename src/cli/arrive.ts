import type { Command } from 'commander'
import type { ActionRecord } from '../../client/client.ts'
import type { VisitReference } from '../messages/check-in/find-checkin.ts'
import { addServiceOptions, withClient } from './service-client.ts'
import { print, UsageFailure } from './terminal.ts'

export function arriveCommand(command: Command) {
  addArrivalOptions(command)
    .option('--force', 'mark it also outside of its window, or with a code that is no longer valid; needs --reason')
    .option('--reason <text>', 'why it is marked all the same')
    .action(async (entity: string, token: string | undefined, options: MarkedArrival, command: Command) => {
      const visit = visitOf(token, options)
      const attempt = attemptOf(options)
      const record = await withClient(command, (client) => client.arrive(entity, visit, attempt))
      printAction(command, record)
    })
}

export function annulCommand(command: Command) {
  addArrivalOptions(command)
    .requiredOption('--reason <text>', 'why the arrival is wrong')
    .action(
      async (
        entity: string,
        token: string | undefined,
        { reason, ...options }: Arrival & { reason: string },
        command: Command,
      ) => {
        const visit = visitOf(token, options)
        const record = await withClient(command, (client) => client.annul(entity, visit, reason))
        printAction(command, record)
      },
    )
}

interface Arrival {
  notification?: string
}

interface MarkedArrival extends Arrival {
  force?: true
  reason?: string
}

function attemptOf({ force, reason }: MarkedArrival) {
  if (Boolean(force) !== (reason !== undefined)) throw new UsageFailure('Pass --force and --reason TEXT together.')
  return reason === undefined ? {} : { reason }
}

const addArrivalOptions = (command: Command) =>
  addServiceOptions(command).option('--notification <id>', 'the notification of a contact without a check-in token')

function visitOf(token: string | undefined, { notification }: Arrival): VisitReference {
  if (token !== undefined && notification === undefined) return { token }
  if (token === undefined && notification !== undefined) return { id: notification }
  throw new UsageFailure('Pass either a check-in token or --notification ID.')
}

const printAction = (command: Command, record: ActionRecord) =>
  print(command, record, `${record.date}  ${record.external_id}  ${record.contact.name}`)
