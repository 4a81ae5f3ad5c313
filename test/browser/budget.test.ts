import { gzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { history } from '../history.ts'
import { bootRollcall } from '../rollcall.ts'
import { browserTest, takeComputer, takePhone } from './chromium.ts'
import { bootWithExamples } from './console.ts'

const max = 60 * 1024

describe('a page', () => {
  for (const path of ['desk', 'console'] as const) {
    browserTest(`${path} loads at most 60 kB of script, and nothing of it moves while it loads`, async () => {
      const rollcall = path === 'console' ? await bootWithExamples() : await bootRollcall()
      if (path === 'desk') await rollcall.given(...history())
      const origin = await rollcall.listen()
      const { token } = await rollcall.tokenFor()
      for (const page of [await takeComputer(), await takePhone()]) {
        const scripts: Promise<Buffer>[] = []
        const complaints: string[] = []
        page.on('response', (response) => {
          if (response.request().resourceType() === 'script') scripts.push(response.body())
        })
        page.on('console', (message) => complaints.push(message.text()))
        page.on('pageerror', (error) => complaints.push(error.message))
        await page.addInitScript(noteShifts)
        await page.goto(`${origin}/${path}#token=${token}&from=2026-03-01&to=2026-04-30`, { waitUntil: 'load' })
        await page.locator('.connection.live').waitFor()
        // Whatever is still to come, such as the list of the console.
        await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
        await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
        expect(await page.evaluate('window.shifted')).toEqual([])
        expect(complaints).toEqual([])
        const sizes = (await Promise.all(scripts)).map((script) => gzipSync(script).length)
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(max)
      }
    })
  }
})

/** Notes in `window.shifted` what moves without anybody having done something. */
function noteShifts() {
  interface Shift extends PerformanceEntry {
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
  }
  const shifted: string[] = []
  Object.assign(window, { shifted })
  const observer = new PerformanceObserver((list) => {
    for (const { hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue
      for (const { node, previousRect, currentRect } of sources) {
        shifted.push(`${node?.textContent} from ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`)
      }
    }
  })
  observer.observe({ type: 'layout-shift', buffered: true })
}
