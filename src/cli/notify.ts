import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import type { Command } from 'commander'
import { jsonLimits as bodyLimits } from '../http/limits.ts'
import type { Submission } from '../notifications/submission.ts'
import { readJson } from '../read-json.ts'
import { CommandFailure, print, say } from './console.ts'
import { onService, withClient } from './service-client.ts'

export function notifyCommand(program: Command) {
  onService(program.command('notify <entity> <file>'))
    .description('create the notifications of a JSON file (- for standard input), as a client of a running service')
    .action(async (entity: string, file: string, _options: object, command: Command) => {
      const submission = await parse(file === '-' ? await buffer(process.stdin) : readFileSync(file))
      const task = await withClient(command, (client) => client.notify(entity, submission))
      say(`Task ${task.task_id} was taken.`)
      print(command, task, task.notifications.map(({ id, external_id }) => `${id}  ${external_id}`).join('\n'))
    })
}

/** The file's JSON, read as strictly as the service reads a body. Parsed more leniently, faults would be sent as data. */
async function parse(bytes: Buffer): Promise<Submission> {
  const { value, faults } = await readText(bytes)
    .then((text) => readJson(text, bodyLimits))
    .catch((error: Error) => {
      throw error instanceof SyntaxError
        ? new CommandFailure('The file is not JSON. The reference at /docs shows the body that it takes.')
        : error
    })
  if (faults.length === 0) return value as Submission
  throw new CommandFailure(
    `The file has faults:\n${faults.map(({ pointer, reason }) => `  ${pointer} ${reason}`).join('\n')}`,
  )
}

async function readText(bytes: Buffer): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandFailure('The file is not UTF-8. Save it as UTF-8, and run the command again.')
  }
}
