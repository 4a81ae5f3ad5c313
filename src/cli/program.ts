import { Command, CommanderError, Help } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { addCommands } from './commands.ts'
import { readEnvFile } from './env-file.ts'
import { CommandFailure, fileFault, printNote, UsageFailure } from './terminal.ts'

/** Runs the command that the words name. Sets the exit code of the process if it fails.
 *  @param words the arguments of the process, from the path of Node on */
export async function runProgram(words: string[]) {
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
  try {
    await addCommands(program, words)
    await program.parseAsync(words)
  } catch (error) {
    process.exitCode = reportError(error as Error)
    if (!(error instanceof CommandFailure)) await reportUnreadVariables(program)
  }
}

/** Lists the variables of --env-file that nothing reads: a misspelt name can cause the error. */
async function reportUnreadVariables(program: Command) {
  if (program.opts().envFile === undefined) return
  const { unreadVariables } = await import('./unread-variables.ts')
  for (const words of unreadVariables(program)) printNote(words)
}

/** Prints the error. Returns the exit code: 1 for a failure, 2 for wrong usage. */
export function reportError(error: Error): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  printNote(
    fileFault(error) ?? (error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message),
  )
  if (error instanceof UsageFailure) return 2
  if (!(error instanceof CommandFailure) && process.env.LOG_LEVEL === 'debug') printNote(String(error.stack))
  return 1
}
