import { floors } from './floors.ts'
import type { Request } from './questions.ts'
import { atMost, type Figure } from './report.ts'
import { inRounds, medianOf } from './rounds.ts'
import { type Databases, startRollcall } from './servers/contestants.ts'

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
  const milliseconds = medianOf(measured, 'milliseconds')
  const write = (value: number) => `${value.toFixed(0)} ms`
  const max = floors[engine.name].start
  return {
    work: 'start to first response',
    rollcall: write(milliseconds),
    absolute: [atMost(milliseconds, max, write)],
  }
}
