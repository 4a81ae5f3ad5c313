import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { onTestFinished, test } from 'vitest'
import { chromiumPath, chromiumWithWindowsPath } from './find-chromium.ts'

/** Defines a test that needs Chromium. Without Chromium, it is skipped. */
export const browserTest = test.skipIf(chromiumPath === undefined)

const args = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync']

/** On a busy machine, a step can take ten times as long. */
const maxStepMs = 120_000

/** One for all tests of a worker. It ends with its process. */
let launched: Promise<Browser> | undefined

/** Opens an empty page in a phone's browser. The profile is deleted at the end of the test. */
export const takePhone = (options: BrowserContextOptions = {}) =>
  openPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, ...options })

/** Opens an empty page in a computer's browser. */
export const takeComputer = (options: BrowserContextOptions = {}) =>
  openPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', ...options })

async function openPage(options: BrowserContextOptions) {
  launched ??= chromium.launch({ executablePath: chromiumPath!, args })
  const context = await (await launched).newContext(options)
  onTestFinished(() => context.close())
  context.setDefaultTimeout(maxStepMs)
  return context.newPage()
}

/** Opens an empty page in a computer's browser. Its fake camera plays a film in a loop. */
export const takeComputerWithCamera = (film: string) =>
  takeComputerWithDevices('--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`)

/** Opens an empty page in a computer's browser. Its two fake cameras show a pattern. */
export const takeComputerWithTwoCameras = () =>
  takeComputerWithDevices('--use-fake-device-for-media-stream=device-count=2')

async function takeComputerWithDevices(...devices: string[]) {
  const browser = await chromium.launch({ executablePath: chromiumWithWindowsPath!, args: [...args, ...devices] })
  onTestFinished(() => browser.close())
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    permissions: ['camera'],
  })
  context.setDefaultTimeout(maxStepMs)
  return context.newPage()
}
