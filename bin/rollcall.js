#!/usr/bin/env node
// In plain JavaScript, so that all TypeScript comes out of the cache of compiled code, which it is the first to enable:
// a start that has to strip types takes 50 ms and 18 MiB more.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const [major] = process.versions.node.split('.')
if (Number(major) < 26) {
  process.stderr.write(
    `Rollcall runs on Node 26, which comes with its packages; this is ${process.version}. Start it by "npm start" or "npx rollcall", or with node_modules/.bin first in PATH.\n`,
  )
  process.exit(1)
}
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/rollcall', import.meta.url)))
await import('../src/main.ts')
