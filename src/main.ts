import { Command, CommanderError, Help } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { addCommands } from './cli/commands.ts'
import { CommandFailure, say, UsageFailure } from './cli/console.ts'
import { readEnvFile } from './cli/env-file.ts'
import { fileFault } from './cli/file-fault.ts'

const program = new Command('rollcall')
  .description('Notifications that get answered.')
  .version(packageJson.version)
  .option('--json', 'print data as JSON')
  // Read during option parsing: the defaults of the commands' own options come from the environment.
  .option('--env-file <file>', 'read environment variables from a file; those already set win', readEnvFile)
  .exitOverride()
  .configureHelp({
    showGlobalOptions: true,
    optionDescription: (option) => `${new Help().optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
  })

// EPIPE: the reader of the output, such as `head`, has closed the pipe. This is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? 0 : reportError(error)),
)

try {
  await addCommands(program, process.argv)
  await program.parseAsync()
} catch (error) {
  process.exitCode = reportError(error as Error)
  if (!(error instanceof CommandFailure)) await reportUnreadVariables()
}

/** Lists the variables of --env-file that nothing reads: a misspelt name can cause the error. */
async function reportUnreadVariables() {
  if (program.opts().envFile === undefined) return
  const { unreadVariables } = await import('./cli/unread-variables.ts')
  for (const words of unreadVariables(program)) say(words)
}

/** Prints the error. Returns the exit code: 1 for a failure, 2 for wrong usage. */
function reportError(error: Error): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  say(fileFault(error) ?? (error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message))
  if (error instanceof UsageFailure) return 2
  if (!(error instanceof CommandFailure) && process.env.LOG_LEVEL === 'debug') say(String(error.stack))
  return 1
}
