import { retentionWork } from '../../src/administration/retention/worker.ts'
import { connectForCommand } from '../../src/platform/database/connect.ts'
import { createMetrics } from '../../src/platform/http/metrics.ts'
import { steadyClock } from '../../src/platform/scheduling/steady-clock.ts'
import { hours } from '../../src/platform/time/instant.ts'

// A process that does the work of a night, and prints a line after each batch. The drill kills it.
const [url, now] = process.argv.slice(2) as [string, string]
const clock = { time: Number(now) - hours(2), now: () => clock.time, monotonic: () => clock.time }
await using database = await connectForCommand(url)
const { startDue } = retentionWork({
  database,
  audit: { record() {}, async flush() {} },
  metrics: createMetrics(),
  steadyClock: steadyClock(clock),
  outbox: '/nonexistent',
})
clock.time += hours(2)
const { signal } = new AbortController()
while ((await startDue({ free: 1, start() {}, pause() {}, signal, abortSignal: signal })) > 0) console.log('batch')
