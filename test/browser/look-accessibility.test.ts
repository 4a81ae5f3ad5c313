import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { describe, expect, onTestFinished } from 'vitest'
import { temporaryFolder } from '../rollcall.ts'
import { tooWideInAnyLanguage, violationsByDayAndNight } from './accessibility.ts'
import { browserTest, takeComputer } from './chromium.ts'

describe('the specimens of the look', () => {
  browserTest('have no accessibility violation, and fit every screen in every language', async () => {
    const page = await takeComputer()
    await page.goto(`${await serveSources()}shared/look/specimens.html`)
    await page.getByRole('heading', { name: 'States' }).waitFor()
    expect(await violationsByDayAndNight(page, 'specimens')).toEqual([])
    expect(await tooWideInAnyLanguage(page, 'specimens')).toEqual([])
  })
})

/** Serves web/ as during development. Returns the address. */
async function serveSources(): Promise<string> {
  const root = fileURLToPath(new URL('../../web/', import.meta.url))
  const server = await createServer({
    root,
    configFile: `${root}vite.config.ts`,
    logLevel: 'warn',
    cacheDir: temporaryFolder(),
    server: { host: '127.0.0.1', port: 0 },
  })
  onTestFinished(() => server.close())
  await server.listen()
  return server.resolvedUrls!.local[0]!
}
