// Takes the pictures of the README, docs/administration.md, docs/whatsapp.md and docs/integrate/spreadsheet.md, and those of the first page, of the demo: npm run pictures

import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import type { TileName } from '../../src/administration/pages/first-page.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { chromiumPath } from '../../test/browser/find-chromium.ts'
import { agree } from '../../test/browser/sign-in-link.ts'
import { startDemo } from '../../test/start-demo.ts'
import { takeFirstStart } from './first-start.ts'
import { takeUpload } from './upload.ts'
import { takeWhatsAppExample } from './whatsapp.ts'

if (!chromiumPath) throw new Error('No Chromium was found. Install it, or set CHROMIUM to its path.')

const ofReadme = new URL('./', import.meta.url)
const ofFirstPage = new URL('../../src/administration/pages/pictures/', import.meta.url)
mkdirSync(ofFirstPage, { recursive: true })

const demo = await startDemo()
const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
try {
  await takeFirstStart(browser)
  await takeWhatsAppExample(browser, fileURLToPath(new URL('whatsapp.png', ofReadme)))

  const page = await browser.newPage({ viewport: { width: 1280, height: 960 }, locale: 'en-GB' })
  await page.goto(demo.address)
  const {
    mail: toMail,
    answerPage: toAnswer,
    console: toConsole,
    desk: toDesk,
  } = wordsOf('first-page', 'en').demo.steps

  const console = await follow(page, toConsole!.name)
  await agree(console)
  await console.getByText(wordsOf('console', 'en').console.connection.live).waitFor()

  const mail = await follow(page, toMail!.name)
  await mail.frameLocator('iframe').locator('a').first().waitFor()
  await mail
    .locator('article')
    .first()
    .evaluate((article) => article.scrollIntoView())
  await takeTile(mail, 'mail', 760)

  const answerPage = await follow(page, toAnswer!.name)
  await takeTile(answerPage, 'answerPage', 1200)
  await answerPage.getByRole('button', { name: wordsOf('answer-page', 'en').confirm }).click()
  const token = (await answerPage.locator('data').getAttribute('value'))!

  const desk = await follow(page, toDesk!.name)
  await agree(desk)
  await desk.setViewportSize({ width: 1280, height: 720 })
  await desk.getByLabel(wordsOf('desk', 'en').code).fill(token)
  await desk.getByRole('button', { name: wordsOf('desk', 'en').look, exact: true }).click()
  const arrived = desk.getByRole('button', { name: wordsOf('desk', 'en').markArrived, exact: true })
  await arrived.waitFor()
  await desk.evaluate(() => window.scrollTo(0, 0))
  await desk.screenshot({ path: fileURLToPath(new URL('desk.png', ofReadme)) })
  await takeTile(desk, 'desk', 1280)

  await arrived.click()
  const live = console.getByRole('region', { name: wordsOf('console', 'en').console.live, exact: true })
  await live.getByText(wordsOf('console', 'en').console.actions.arrive).first().waitFor()
  await console.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
  await console.screenshot({ path: fileURLToPath(new URL('console.png', ofReadme)) })
  await takeTile(console, 'console', 1280)
  await console.getByRole('link', { name: wordsOf('pages', 'en').frame.places.work, exact: true }).click()
  await console.locator('.entry q').first().waitFor()
  await console.waitForFunction(() => [...document.querySelectorAll('.count')].every((one) => one.textContent !== ''))
  await console.setViewportSize({ width: 1280, height: 640 })
  await console.screenshot({ path: fileURLToPath(new URL('work.png', ofReadme)) })
  await takeUpload(console)

  await page.goto(`${demo.address}/docs`)
  await page.locator('.opblock').first().waitFor()
  await takeTile(page, 'reference', 1120)
  await page.goto(`${demo.address}/health`)
  await takeTile(page, 'health', 760)
} finally {
  await browser.close()
  await demo.stop()
}

/** Returns the tab that the link opens. */
async function follow(page: Page, name: string): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name }).click()])
  return tab
}

/** Takes the first page's picture of a page, in both colour schemes: 560 × 350, of a window that is `width` wide, from the
 *  top of the element `top`. */
async function takeTile(page: Page, name: TileName, width: number, top = 'body') {
  const size = page.viewportSize()!
  const height = (width * 350) / 560
  await page.setViewportSize({ width, height })
  const session = await page.context().newCDPSession(page)
  for (const [scheme, suffix] of [
    ['dark', '-dark'],
    ['light', ''],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    const y = await page
      .locator(top)
      .first()
      .evaluate((element) => {
        window.scrollBy(0, element.getBoundingClientRect().top - 16)
        return window.scrollY
      })
    const clip = { x: 0, y, width, height, scale: 560 / width }
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 34, clip })
    writeFileSync(new URL(`${name}${suffix}.webp`, ofFirstPage), Buffer.from(data, 'base64'))
  }
  await page.setViewportSize(size)
}
