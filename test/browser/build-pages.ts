import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Builds the pages, so that the tests use the current source. */
export default async () => {
  const root = fileURLToPath(new URL('../../web/', import.meta.url))
  await build({ root, configFile: `${root}vite.config.ts`, logLevel: 'warn' })
}
