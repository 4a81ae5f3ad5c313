import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { floors } from './floors.ts'
import type { Request } from './questions.ts'
import { atMost, type Figure } from './report.ts'
import { inRounds, medianOf } from './rounds.ts'
import { type Databases, startRollcall } from './servers/contestants.ts'
import { root, serverCore } from './servers/start.ts'

/** Measures the time from the start of the process to its first list, on an existing database. */
export async function measureFirstResponse(
  { engine, rollcall }: Databases,
  day: Request,
  rounds: number,
): Promise<Figure> {
  const measured = await inRounds(rounds, {
    async milliseconds() {
      const started = performance.now()
      const server = await startRollcall(rollcall, day)
      const elapsed = performance.now() - started
      await server.stop()
      return elapsed
    },
  })
  return figureOf('start to first response', medianOf(measured, 'milliseconds'), floors[engine.name].start)
}

/** Measures the list of commands from the start of its process to its exit, alone on the servers' core. */
export async function measureHelp({ engine }: Databases, rounds: number): Promise<Figure> {
  const measured = await inRounds(rounds, {
    async milliseconds() {
      const started = performance.now()
      const args = ['-c', serverCore, process.execPath, 'bin/rollcall.js', '--help']
      const env = { PATH: process.env.PATH, NODE_ENV: 'production' }
      const [code] = await once(spawn('taskset', args, { cwd: root, env, stdio: 'ignore' }), 'exit')
      if (code !== 0) throw new Error(`rollcall --help failed with exit code ${code}`)
      return performance.now() - started
    },
  })
  return figureOf('rollcall --help', medianOf(measured, 'milliseconds'), floors[engine.name].help)
}

function figureOf(work: string, milliseconds: number, max: number | undefined): Figure {
  const write = (value: number) => `${value.toFixed(0)} ms`
  return { work, rollcall: write(milliseconds), absolute: [atMost(milliseconds, max, write)] }
}
