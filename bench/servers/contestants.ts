import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../engines/engine.ts'
import type { Product, Request } from '../questions.ts'
import { start } from './start.ts'

/** The addresses of one engine's databases, and a folder for temporary files. */
export interface Databases {
  engine: Engine
  folder: string
  rollcall: string
  plain: string
}

export const secretKey = 'the key of the benchmark which is no secret'

/** Starts Rollcall as `npm start` does, with everything enabled that is enabled by default. The rate limit is active
 *  but out of reach. The log goes to /dev/null.
 *  @param checkout the folder of another version */
export const startRollcall = (
  database: string,
  first: Request,
  env: Record<string, string> = {},
  cores?: string,
  checkout?: string,
) =>
  start(
    'rollcall',
    ['bin/rollcall.js', 'serve'],
    { DATABASE_URL: database, SECRET_KEY: secretKey, RATE_LIMIT: '1000000000', ...env },
    first,
    cores,
    checkout,
  )

export function startProduct(product: Product, { rollcall, plain }: Databases, first: Request, isPolled = false) {
  // In 1 MB, no list is found again.
  if (product === 'rollcall') return startRollcall(rollcall, first, { LIST_CACHE_MB: isPolled ? '64' : '1' })
  const env = { PLAIN_DATABASE: plain, ...(isPolled && { LIST_CACHE_MB: '64' }) }
  return start(product, [`bench/servers/${product}.ts`], env, first)
}

/** @param body the response to every request; empty for a 304 */
export function startCeiling({ folder }: Databases, body: Buffer) {
  const file = join(folder, 'ceiling-body')
  writeFileSync(file, body)
  const env = body.length > 0 ? { BODY: file } : {}
  return start('ceiling', ['bench/servers/ceiling.ts'], env, { path: '/', headers: {} })
}
