// The service with a clock that each request moves on by 30 seconds, as for a clinic that polls every 30 seconds.
import { subscribe } from 'node:diagnostics_channel'
import { readConfig } from '../../src/channels/configuration.ts'
import { seconds, systemClock } from '../../src/platform/time/instant.ts'
import { startService } from '../../src/service.ts'

const { now, monotonic } = systemClock
let moved = 0
subscribe('http.server.request.start', () => {
  moved += seconds(30)
})
systemClock.now = () => now() + moved
systemClock.monotonic = () => monotonic() + moved

await startService(readConfig(process.env))
