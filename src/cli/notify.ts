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
    .description('submit the notifications in a JSON file to a running service; "-" reads standard input')
    .action(async (entity: string, file: string, _options: object, command: Command) => {
      const submission = await parseSubmission(file === '-' ? await buffer(process.stdin) : readFileSync(file))
      const task = await withClient(command, (client) => client.notify(entity, submission))
      say(`Accepted as task ${task.task_id}.`)
      print(command, task, task.notifications.map(({ id, external_id }) => `${id}  ${external_id}`).join('\n'))
    })
}

/** Parses the file as strictly as the service parses a body: JSON.parse would hide duplicate keys and similar
 *  faults. */
async function parseSubmission(bytes: Buffer): Promise<Submission> {
  const { value, faults } = await readText(bytes)
    .then((text) => readJson(text, bodyLimits))
    .catch((error: Error) => {
      throw error instanceof SyntaxError
        ? new CommandFailure('The file is not JSON. The reference at /docs describes its format.')
        : error
    })
  if (faults.length === 0) return value as Submission
  throw new CommandFailure(
    `The file is invalid:\n${faults.map(({ pointer, reason }) => `  ${pointer} ${reason}`).join('\n')}`,
  )
}

async function readText(bytes: Buffer): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandFailure('The file is not UTF-8. Save it as UTF-8 and run the command again.')
  }
}
