// Starts the service once, with all parts of the bundle, and stops it. The compile cache then has the code of a start, which
// takes a sixth less time (docs/decisions/0051-start.md). The image is built with it.
import { globSync } from 'node:fs'
import { join } from 'node:path'

process.argv.push('serve')
// Sets the exit code if the service does not start.
await import('./rollcall.js')
if (!process.exitCode) {
  for (const file of globSync(join(import.meta.dirname, 'dist/*.js'))) await import(file)
  // The service handles it, and ends the process with 0.
  process.kill(process.pid, 'SIGTERM')
}
