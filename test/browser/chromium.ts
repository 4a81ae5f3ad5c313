import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { afterAll, onTestFinished, test } from 'vitest'
import { chromiumPath } from './find-chromium.ts'

/** A test that needs Chromium, and is skipped where there is none. */
export const browserTest = test.skipIf(chromiumPath === undefined)

const args = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync']

/** On a busy machine, a step can take ten times as long. */
const maxStepMs = 60_000

let launched: Promise<Browser> | undefined
afterAll(async () => (await launched)?.close())

/** An empty page in the browser of a phone, which forgets everything when the test ends. */
export const takePhone = (options: BrowserContextOptions = {}) =>
  openPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, ...options })

/** An empty page in the browser of a computer. */
export const takeComputer = (options: BrowserContextOptions = {}) =>
  openPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', ...options })

async function openPage(options: BrowserContextOptions) {
  launched ??= chromium.launch({ executablePath: chromiumPath!, args })
  const context = await (await launched).newContext(options)
  onTestFinished(() => context.close())
  context.setDefaultTimeout(maxStepMs)
  return context.newPage()
}

/** An empty page in the browser of a computer whose camera sees a film, again and again. */
export async function takeComputerWithCamera(film: string) {
  const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
  const browser = await chromium.launch({ executablePath: chromiumPath!, args: [...args, ...camera] })
  onTestFinished(() => browser.close())
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    permissions: ['camera'],
  })
  context.setDefaultTimeout(maxStepMs)
  return context.newPage()
}
