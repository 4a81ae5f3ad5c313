import { type Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../config.ts'
import { startService, stopOnSignal } from '../service.ts'

const maxWorkers = 64

export function serveCommand(program: Command) {
  program
    .command('serve')
    .description('serve the API; stops on SIGTERM or SIGINT within 10 s, after what it has begun')
    .option('--workers <number>', 'so many processes on one port', numberOfWorkers, 1)
    .action(async ({ workers }: { workers: number }) => {
      const config = readConfig(process.env)
      if (workers > 1) {
        const { superviseWorkers } = await import('../workers.ts')
        process.exitCode = await superviseWorkers(workers, config)
        // What they have written goes out first, if anybody reads it.
        setTimeout(() => process.exit(), 2_000).unref()
        return
      }
      try {
        stopOnSignal(await startService(config))
        process.send?.('serving')
      } catch (error) {
        // Nothing else keeps one of several alive that cannot start.
        process.channel?.unref()
        throw error
      }
    })
}

function numberOfWorkers(text: string): number {
  if (/^[1-9]\d?$/.test(text) && Number(text) <= maxWorkers) return Number(text)
  throw new InvalidArgumentError(`It must be a whole number, 1 to ${maxWorkers}.`)
}
