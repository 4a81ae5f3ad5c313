import { join } from 'node:path'
import { retentionWork } from '../src/administration/retention/worker.ts'
import { steadyClock } from '../src/platform/scheduling/steady-clock.ts'
import { hours, parseInstant } from '../src/platform/time/instant.ts'
import type { Rollcall } from './rollcall.ts'

/** Runs the worker of the retention at a time, until nothing is due or after `most` batches. Returns the number of batches.
 *  @param sinceStart how long the service has run, in microseconds */
export async function deleteAt(
  { database, audit, clock, metrics, folder }: Rollcall,
  time: string,
  most = Infinity,
  sinceStart = hours(2),
) {
  clock.time = parseInstant(time)! - sinceStart
  const { startDue } = retentionWork({
    database,
    audit,
    metrics,
    steadyClock: steadyClock(clock),
    outbox: join(folder, 'outbox'),
  })
  clock.time += sinceStart
  const { signal } = new AbortController()
  const slots = { free: 1, start() {}, pause() {}, signal, abortSignal: signal }
  let batches = 0
  while (batches < most && (await startDue(slots)) > 0) batches++
  return batches
}
