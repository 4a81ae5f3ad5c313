import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { enterBy } from '../test/browser/sign-in-link.ts'
import { root } from './servers/start.ts'

const uncached = 'service_workers,cache_storage,indexeddb'

/** Opens a page on a slower processor, and waits until it can be used.
 *  @param content a selector of what the page shows then */
export async function openMeasured(browser: Browser, url: string, content: string, slowdown: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  if (/token=/.test(url)) {
    // The page asks before it signs in, and a person takes time to answer. It is measured without a cache, as at a first visit.
    await enterBy(page, url)
    await page.locator(content).first().waitFor()
    await page.goto('about:blank')
    await session.send('Network.clearBrowserCache')
    await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: uncached })
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript({ content: `globalThis.content = ${JSON.stringify(content)}` })
  await page.addInitScript({ path: join(root, 'bench/in-page.js') })
  await page.goto(url)
  // As a function, because the pages do not permit the evaluation of strings.
  await page.waitForFunction(() => (globalThis as unknown as { measured: Measured }).measured.usableAt !== undefined)
  return page
}

interface Measured {
  usableAt: number
  /** Since the last call. */
  longestTask: number
  /** From an event of the keyboard until the next frame, since the last call. */
  slowestResponse: number
}

/** Returns what the page has measured, in milliseconds. */
export async function measuredOn(page: Page): Promise<Measured> {
  const since = '[{ ...measured }, Object.assign(measured, { longestTask: 0, slowestResponse: 0 })][0]'
  return (await page.evaluate(since)) as Measured
}
