import cluster from 'node:cluster'
import { type Command, InvalidArgumentError } from 'commander'
import { pino } from 'pino'
import { createLink, validMinutes } from '../access/first-start/link.ts'
import { findMissingSetup, setUpCommands } from '../administration/pages/next-step.ts'
import { environmentWarnings, readConfig } from '../channels/configuration.ts'
import type { Config } from '../platform/config/config.ts'
import { isSecure } from '../platform/config/sign-in.ts'
import { connectForCommand } from '../platform/database/connect.ts'
import type { Database } from '../platform/database/database.ts'
import { createLog } from '../platform/logging/log.ts'
import { systemClock } from '../platform/time/instant.ts'
import { startService, stopOnSignal } from '../service.ts'
import type { EnvFile } from './env-file.ts'
import { hasAdministrator } from './has-administrator.ts'
import { printNote } from './terminal.ts'
import { unreadVariables } from './unread-variables.ts'

const maxWorkers = 64

export function serveCommand(command: Command) {
  command
    .option('--workers <number>', 'number of processes that share the port', numberOfWorkers, 1)
    .action(async ({ workers }: { workers: number }, command: Command) => {
      const config = readConfig(process.env)
      // Workers inherit the environment, so only the primary logs its warnings.
      if (cluster.isPrimary)
        logWarnings(config.logLevel, [...unreadVariables(command), ...environmentWarnings(process.env)])
      if (workers > 1) {
        const { superviseWorkers } = await import('./supervisor.ts')
        process.exitCode = await superviseWorkers(workers, config, async (address) => {
          await using database = await connectForCommand(config.databaseUrl)
          await sayNextStep(database, config, address, withEnvFile(command))
        })
        // Let pending output of the workers flush, unless the reader is stuck.
        setTimeout(() => process.exit(), 2_000).unref()
        return
      }
      if (cluster.isWorker) endWithSupervisor()
      try {
        const service = await startService(config)
        stopOnSignal(service)
        process.send?.(service.address)
        // Advice must not stop a service whose database is away, or that is stopping already.
        if (cluster.isPrimary)
          await sayNextStep(service.database, config, service.address, withEnvFile(command)).catch(() => {})
      } catch (error) {
        // The IPC channel would keep the failed worker alive.
        process.channel?.unref()
        throw error
      }
    })
}

/** Node ends a worker whose supervisor was killed. But the log's flush at the exit repeats a write to a closed pipe without
 *  end (sonic-boom 4.2), and the worker would keep the port. */
function endWithSupervisor() {
  process.prependOnceListener('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}

function logWarnings(level: string, warnings: string[]) {
  const log = createLog(level, pino.destination({ fd: 1, sync: true }))
  for (const warning of warnings) log.warn(warning)
}

function numberOfWorkers(text: string): number {
  if (/^[1-9]\d?$/.test(text) && Number(text) <= maxWorkers) return Number(text)
  throw new InvalidArgumentError(`It must be a whole number, 1 to ${maxWorkers}.`)
}

/** Returns the options that make another command read the same files of settings. */
function withEnvFile(command: Command): string {
  const { envFile = [] } = command.optsWithGlobals<{ envFile?: EnvFile[] }>()
  return envFile.map(({ file }) => ` --env-file ${file}`).join('')
}

/** On a database without an entity or an access token, prints the link to set it up, and the commands that add them. Without the
 *  link and without an administrator, prints the command that lets one in. */
async function sayNextStep(database: Database, config: Config, address: string, options: string) {
  const missing = await findMissingSetup(database, config)
  const url = config.publicUrl ?? address
  if (!missing?.hasLink && !(await hasAdministrator(database, systemClock.now()))) sayHowToAdminister(url, options)
  if (!missing) return
  const { entity, token, demo } = setUpCommands
  const commands = missing.lacks === 'entity' ? [entity, token] : [token]
  // At another URL, browsers would not keep the session.
  const link = missing.hasLink && (isSecure(url) ? url : address) + (await createLink(database, systemClock))
  printNote(`
This database has no ${missing.lacks === 'entity' ? 'clinic' : 'access token'} yet.
${link ? `\nTo set it up in a browser, open this link within ${validMinutes} minutes. It works once:\n\n  ${link}\n` : ''}
To set it up with commands, run in another terminal, with the same settings:

${commands.map((command) => `  ${command}${options}\n`).join('')}
The last command prints an access token. Sign in with it at ${url}/console.
To see an example first, run: ${demo}
`)
}

function sayHowToAdminister(url: string, options: string) {
  printNote(`
No access token in force permits the administration, and there are no access rules.
To create one for an administrator, run in another terminal, with the same settings:

  ${setUpCommands.administrator}${options}

Sign in with it at ${url}/admin.
`)
}
