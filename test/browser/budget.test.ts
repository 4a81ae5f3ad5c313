import { gzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import type { Config } from '../../src/platform/config/config.ts'
import { formatInstant } from '../../src/platform/time/instant.ts'
import { action, history } from '../history.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { browserTest, takeComputer, takePhone } from './chromium.ts'
import { bootWithExamples } from './console.ts'
import { bootWithVisits } from './console-visits.ts'
import { signInBeside } from './front-desk.ts'
import { enterBy } from './sign-in-link.ts'
import { bootWithWork } from './work.ts'

const max = 60 * 1024

const period = 'from=2026-03-01&to=2026-04-30'

const bootDeskWithPerson = () => bootDesk({ deskPerson: 'required' })

/** Each page with a part of its address, and an element that it shows when it has loaded. */
const cases: Record<string, { boot: () => Promise<Rollcall>; path: string; loaded: string }> = {
  'desk with a person': { boot: bootDeskWithPerson, path: `desk#${period}`, loaded: '.person button' },
  desk: { boot: bootDesk, path: `desk#${period}`, loaded: '.connection.live' },
  'console with figures': { boot: bootWithExamples, path: `console#${period}`, loaded: '.connection.live' },
  'console with visits': { boot: bootWithVisits, path: 'console#tab=visits', loaded: '.rows .visit' },
  'console with work': { boot: bootWithWork, path: 'console#tab=work', loaded: '.entry' },
  'administration with the guide': { boot: bootDesk, path: 'admin#section=start', loaded: '.guide' },
  'administration with a clinic': { boot: bootDesk, path: 'admin#section=clinic', loaded: '.fields' },
  'administration with access tokens': { boot: bootDesk, path: 'admin#section=access-tokens', loaded: '.grants' },
  'administration with people': { boot: bootDesk, path: 'admin#section=people', loaded: '.setting summary' },
  'administration with webhooks': { boot: bootDesk, path: 'admin#section=webhooks', loaded: '.setting button' },
}

async function bootDesk(config: Partial<Config> = {}): Promise<Rollcall> {
  const rollcall = await bootRollcall({ config })
  const today = new Date().toISOString()
  await rollcall.given(...history(), action({ id: 'a-2', action: 'arrive', channel: 'desk', date: today }))
  return rollcall
}

describe('a page', () => {
  for (const [name, { boot, path, loaded }] of Object.entries(cases)) {
    browserTest(`${name} loads at most 60 kB of script, and nothing of it moves while it loads`, async () => {
      const rollcall = await boot()
      const origin = await rollcall.listen()
      const { token } = await rollcall.tokenFor()
      for (const page of [await takeComputer(), await takePhone()]) {
        if (boot === bootDeskWithPerson) await signInBeside(rollcall, page, origin, ['checkin:write'], 'Ana Reis')
        // The worklists and the visits begin today.
        if (boot === bootWithWork || boot === bootWithVisits)
          await page.clock.setFixedTime(formatInstant(rollcall.clock.time))
        await enterBy(page, `${origin}/${path}&token=${token}`)
        await page.locator(loaded).first().waitFor()
        await page.goto('about:blank')
        const scripts: Promise<Buffer>[] = []
        const complaints: string[] = []
        page.on('response', (response) => {
          if (response.request().resourceType() === 'script') scripts.push(response.body())
        })
        page.on('console', (message) => complaints.push(message.text()))
        page.on('pageerror', (error) => complaints.push(error.message))
        await page.addInitScript(noteShifts)
        // Each response arrives after the page has painted without it, even on a fast machine.
        await page.route('**/v1/**', async (route) => {
          await page.evaluate(painted)
          await route.continue()
        })
        await page.goto(`${origin}/${path}`, { waitUntil: 'load' })
        await page.locator(loaded).first().waitFor()
        // Later content, such as the list of the console.
        await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
        await page.evaluate(painted)
        expect(await page.evaluate('window.shifted')).toEqual([])
        expect(complaints).toEqual([])
        const sizes = (await Promise.all(scripts)).map((script) => gzipSync(script).length)
        expect(Math.max(...sizes)).toBeGreaterThan(10_000)
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(max)
        // The page keeps asking for news until it closes.
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }
    })
  }
})

const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Records in `window.shifted` the parts of the page that move. */
function noteShifts() {
  interface Shift extends PerformanceEntry {
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
  }
  const shifted: string[] = []
  Object.assign(window, { shifted })
  const observer = new PerformanceObserver((list) => {
    // Chromium sets hadRecentInput for half a second after it sizes the viewport, too. Here, there is no input.
    for (const { sources } of list.getEntries() as Shift[]) {
      for (const { node, previousRect, currentRect } of sources) {
        shifted.push(`${node?.textContent} from ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`)
      }
    }
  })
  observer.observe({ type: 'layout-shift', buffered: true })
}
