#!/usr/bin/env node
import { loadEnvFile } from 'node:process'
import { Command, CommanderError } from 'commander'
import { ProblemError } from '../client/problem-error.ts'
import packageJson from '../package.json' with { type: 'json' }
import { backupCommand } from './cli/backup.ts'
import { checkCommand } from './cli/check.ts'
import { CommandFailure, say } from './cli/console.ts'
import { demoCommand } from './cli/demo.ts'
import { entityCommand } from './cli/entity.ts'
import { importCommand } from './cli/import.ts'
import { migrateCommand } from './cli/migrate.ts'
import { queryCommands } from './cli/queries.ts'
import { serveCommand } from './cli/serve.ts'
import { tokenCommand } from './cli/token.ts'

const commands = [
  serveCommand,
  demoCommand,
  entityCommand,
  tokenCommand,
  importCommand,
  queryCommands,
  migrateCommand,
  backupCommand,
  checkCommand,
]

const program = new Command('rollcall')
  .description('Notifications that get answered.')
  .version(packageJson.version)
  .option('--json', 'print data as JSON')
  .option('--env-file <file>', 'read environment variables from a file; those already set win')
  .hook('preAction', (_program, command) => {
    const { envFile } = command.optsWithGlobals()
    if (envFile) loadEnvFile(envFile)
  })
  .exitOverride()
  .configureHelp({ showGlobalOptions: true })

for (const add of commands) add(program)

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = explain(error)
}

/** Tells what went wrong; 1 for a failure, 2 for wrong usage. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof ProblemError) {
    const faults = error.errors.map(({ parameter, reason }) => `  ${parameter}: ${reason}`)
    say([`${error.message} (${error.code}, request ${error.requestId})`, ...faults].join('\n'))
  } else {
    say((error as Error).message)
    if (!(error instanceof CommandFailure) && process.env.LOG_LEVEL === 'debug') say(String((error as Error).stack))
  }
  return 1
}
