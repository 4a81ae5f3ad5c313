// Loaded into a server with --import. On SIGUSR2, it writes the longest block of the event loop and of the garbage
// collector since the previous signal to EVENT_LOOP_FILE, in milliseconds.
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
