import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { Submission } from '../notifications/submission.ts'
import { CommandFailure, print, say } from './console.ts'
import { onService, withClient } from './service-client.ts'

export function notifyCommand(program: Command) {
  onService(program.command('notify <entity> <file>'))
    .description('create the notifications of a JSON file (- for standard input), as a client of a running service')
    .action(async (entity: string, file: string, _options: object, command: Command) => {
      const submission = parse(file === '-' ? await text(process.stdin) : readFileSync(file, 'utf8'))
      const task = await withClient(command, (client) => client.notify(entity, submission))
      say(`Task ${task.task_id} was taken.`)
      print(command, task, task.notifications.map(({ id, external_id }) => `${id}  ${external_id}`).join('\n'))
    })
}

function parse(json: string): Submission {
  try {
    return JSON.parse(json) as Submission
  } catch {
    throw new CommandFailure('The file is not JSON. The reference at /docs shows the body that it takes.')
  }
}
