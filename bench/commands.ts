import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { floors } from './floors.ts'
import { loadCore } from './load.ts'
import type { Request } from './questions.ts'
import { atMost, type Figure } from './report.ts'
import { inRounds, medianOf } from './rounds.ts'
import { type Databases, startRollcall } from './servers/contestants.ts'
import { root, serverCore } from './servers/start.ts'

/** Measures commands from the start of their process to its exit, alone on the servers' core: the list of commands, the
 *  check of an empty database, and the list of one day from a service on the other core. */
export async function measureCommands(
  { engine, rollcall }: Databases,
  day: Request,
  rounds: number,
): Promise<Figure[]> {
  const DATABASE_URL = await engine.create('commands')
  await timeOf(['migrate'], { DATABASE_URL })
  const service = await startRollcall(rollcall, day, {}, loadCore)
  const [entity, date] = /actions\/(.+)\/bydate\/(.+)\//.exec(day.path)!.slice(1) as [string, string]
  const client = { ROLLCALL_URL: service.origin, ROLLCALL_TOKEN: day.headers.Authorization!.replace('Bearer ', '') }
  const measured = await inRounds(rounds, {
    '--help': () => timeOf(['--help'], {}),
    check: () => timeOf(['check'], { DATABASE_URL }),
    actions: () => timeOf(['actions', entity, date], client),
  })
  await service.stop()
  const write = (value: number) => `${value.toFixed(0)} ms`
  return (['--help', 'check', 'actions'] as const).map((command) => {
    const milliseconds = medianOf(measured, command)
    const max = command === '--help' ? floors[engine.name].help : undefined
    return {
      work: `rollcall ${command}`,
      rollcall: write(milliseconds),
      absolute: [atMost(milliseconds, max, write)],
    }
  })
}

async function timeOf(args: string[], env: Record<string, string>) {
  const started = performance.now()
  const command = spawn('taskset', ['-c', serverCore, process.execPath, 'bin/rollcall.js', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: 'ignore',
  })
  const [code] = await once(command, 'exit')
  if (code !== 0) throw new Error(`rollcall ${args.join(' ')} failed with exit code ${code}`)
  return performance.now() - started
}
