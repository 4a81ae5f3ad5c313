import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { afterAll, onTestFinished, test } from 'vitest'
import { chromiumPath } from './find-chromium.ts'

/** A test that needs Chromium, and is skipped where there is none. */
export const browserTest = test.skipIf(chromiumPath === undefined)

const args = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync']

let launched: Promise<Browser> | undefined
afterAll(async () => (await launched)?.close())

/** An empty page in the browser of a phone, which forgets everything when the test ends. */
export async function takePhone(options: BrowserContextOptions = {}) {
  launched ??= chromium.launch({ executablePath: chromiumPath!, args })
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
  const context = await (await launched).newContext({ ...phone, ...options })
  onTestFinished(() => context.close())
  return context.newPage()
}
