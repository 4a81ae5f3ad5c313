import { createServer } from 'vite'
import { expect, onTestFinished } from 'vitest'
import { expectAccessible, tooWide } from './accessibility.ts'
import { browserTest, takeComputer } from './chromium.ts'

/** Serves the pages as `npx vite web` does. */
async function startVite(): Promise<string> {
  const configFile = new URL('../../web/vite.config.ts', import.meta.url).pathname
  const server = await createServer({ configFile, server: { host: '127.0.0.1', port: 0, ws: false, watch: null } })
  await server.listen()
  onTestFinished(() => server.close())
  return server.resolvedUrls!.local[0]!
}

browserTest('the page of specimens has no accessibility violation, and its menu works with the keyboard', async () => {
  const page = await takeComputer()
  await page.goto(`${await startVite()}specimens.html`)
  await page.getByRole('heading', { name: 'Verdicts of the desk' }).waitFor()
  await expectAccessible(page, 'specimens')
  expect(await tooWide(page, 'specimens')).toEqual([])

  const menu = page.getByRole('button', { name: 'More actions' })
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await menu.press('Enter')
  await expect.poll(focused).toBe('Note …')
  expect(await menu.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('ArrowUp')
  expect(await focused()).toBe('Cancel for the clinic …')
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe('Note …')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'hidden' })
  expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true)
})
