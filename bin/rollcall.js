// Plain JavaScript: it enables the compile cache before any TypeScript is loaded. Without the cache, the type stripper
// takes memory and time at every start (docs/decisions/0051).
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const [major] = process.versions.node.split('.')
if (Number(major) < 26) {
  process.stderr.write(
    `Rollcall needs Node 26, which its packages contain. This is ${process.version}. Run "npm ci" once. Then use "npm start", "npx rollcall" or bin/rollcall.\n`,
  )
  process.exit(1)
}
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/rollcall', import.meta.url)))
await import(isBundleCurrent() ? './dist/main.js' : '../src/main.ts')

/** Whether `npm run build` made the bundle from the present sources and packages (docs/decisions/0051-start.md). */
function isBundleCurrent() {
  const paths = new URL('dist/origin.json', import.meta.url)
  if (!existsSync(paths)) return false
  const files = JSON.parse(readFileSync(paths, 'utf8')).map((path) => new URL(`../${path}`, import.meta.url))
  if (!files.every((file) => existsSync(file))) return false
  const origin = readFileSync(new URL('dist/origin.txt', import.meta.url))
  return Buffer.concat(files.map((file) => readFileSync(file))).equals(origin)
}
