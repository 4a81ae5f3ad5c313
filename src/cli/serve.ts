import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { startService, stopOnSignal } from '../service.ts'

export function serveCommand(program: Command) {
  program
    .command('serve')
    .description('serve the API; stops on SIGTERM or SIGINT within 10 s, after what it has begun')
    .action(async () => stopOnSignal(await startService(readConfig(process.env))))
}
