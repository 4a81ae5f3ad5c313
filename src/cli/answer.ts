import type { Command } from 'commander'
import { type AnswerName, answerNames } from '../visits/plugins/plugin.ts'
import { addServiceOptions, withClient } from './service-client.ts'
import { print } from './terminal.ts'

interface Given {
  wish?: string
  slot?: string
}

export function answerCommand(command: Command) {
  const action = command.registeredArguments.at(-1)!.choices(answerNames)
  action.description = 'the answer'
  addServiceOptions(command)
    .option('--wish <text>', 'with reschedule: what the contact said about another time')
    .option('--slot <instant>', 'with reschedule: the offered time that the contact takes')
    .action(async (entity: string, id: string, action: AnswerName, given: Given, command: Command) => {
      const { wish, slot } = given
      const answer = { action, ...(wish !== undefined && { wish }), ...(slot !== undefined && { slot }) }
      const status = await withClient(command, (client) => client.answer(entity, id, answer))
      print(command, status, `${status.state}  ${status.external_id}  ${status.contact.name}`)
    })
}
