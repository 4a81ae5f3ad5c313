import { Command, CommanderError, Help } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { CommandFailure, say, UsageFailure } from './cli/console.ts'
import { readEnvFile } from './cli/env-file.ts'
import { fileFault } from './cli/file-fault.ts'

type AddCommand = (program: Command) => void

/** Each command loads its modules on demand: this keeps `rollcall --help` fast. */
const commands: Record<string, () => Promise<AddCommand>> = {
  serve: async () => (await import('./cli/serve.ts')).serveCommand,
  demo: async () => (await import('./cli/demo.ts')).demoCommand,
  entity: async () => (await import('./cli/entity.ts')).entityCommand,
  token: async () => (await import('./cli/token.ts')).tokenCommand,
  import: async () => (await import('./cli/import.ts')).importCommand,
  actions: async () => (await import('./cli/actions.ts')).actionsCommand,
  checkin: async () => (await import('./cli/checkin.ts')).checkinCommand,
  arrive: async () => (await import('./cli/arrive.ts')).arriveCommand,
  annul: async () => (await import('./cli/arrive.ts')).annulCommand,
  answer: async () => (await import('./cli/answer.ts')).answerCommand,
  withdraw: async () => (await import('./cli/withdraw.ts')).withdrawCommand,
  notify: async () => (await import('./cli/notify.ts')).notifyCommand,
  visits: async () => (await import('./cli/visits.ts')).visitsCommand,
  replies: async () => (await import('./cli/replies.ts')).repliesCommand,
  'opt-out': async () => (await import('./cli/opt-out.ts')).optOutCommand,
  'reply-url': async () => (await import('./cli/reply-url.ts')).replyUrlCommand,
  feed: async () => (await import('./cli/feed.ts')).feedCommand,
  migrate: async () => (await import('./cli/migrate.ts')).migrateCommand,
  backup: async () => (await import('./cli/backup.ts')).backupCommand,
  restore: async () => (await import('./cli/restore.ts')).restoreCommand,
  copy: async () => (await import('./cli/copy.ts')).copyCommand,
  check: async () => (await import('./cli/check.ts')).checkCommand,
}

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
  const requested = Object.keys(commands).filter((name) => process.argv.includes(name))
  for (const name of requested.length > 0 ? requested : Object.keys(commands)) (await commands[name]!())(program)
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
