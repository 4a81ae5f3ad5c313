// Loaded into a server with --import. On SIGUSR2, it writes to EVENT_LOOP_FILE how long the event loop and the garbage collector blocked at most,
// in milliseconds, since the signal before.
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
let longestCollection = 0
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longestCollection = Math.max(longestCollection, duration)
}).observe({ entryTypes: ['gc'] })

process.on('SIGUSR2', () => {
  writeFileSync(process.env.EVENT_LOOP_FILE!, JSON.stringify({ block: delay.max / 1e6, collection: longestCollection }))
  delay.reset()
  longestCollection = 0
})
