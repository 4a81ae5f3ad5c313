// Takes the README's pictures of the demo: npm run pictures
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { words as answerWords } from '../../src/answers/words.ts'
import { words as firstWords } from '../../src/pages/words.ts'
import { chromiumPath } from '../../test/browser/find-chromium.ts'
import { startDemo } from '../../test/start-demo.ts'
import { words as consoleWords } from '../../web/console/words.ts'
import { workWords } from '../../web/console/work-words.ts'
import { words as deskWords } from '../../web/desk/words.ts'

if (!chromiumPath) throw new Error('No Chromium was found. Install it, or set CHROMIUM to its path.')

const demo = await startDemo()
const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 960 }, locale: 'en-GB' })
  await page.goto(demo.address)
  const [toAnswer, toConsole, toDesk] = firstWords.en.demo.steps

  const console = await follow(page, toConsole!.name)
  await console.getByText(consoleWords.en.connection.live).waitFor()

  const answerPage = await follow(page, toAnswer!.name)
  await answerPage.getByRole('button', { name: answerWords.en.confirm }).click()
  const token = await answerPage.locator('code').innerText()

  const desk = await follow(page, toDesk!.name)
  await desk.setViewportSize({ width: 1280, height: 720 })
  await desk.getByLabel(deskWords.en.code).fill(token)
  await desk.getByRole('button', { name: deskWords.en.look }).click()
  const arrived = desk.getByRole('button', { name: deskWords.en.markArrived, exact: true })
  await arrived.waitFor()
  await desk.evaluate(() => window.scrollTo(0, 0))
  await desk.screenshot({ path: pathOf('desk.png') })

  await arrived.click()
  const live = console.getByRole('region', { name: consoleWords.en.live, exact: true })
  await live.getByText(consoleWords.en.actions.arrive).first().waitFor()
  await console.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
  await console.screenshot({ path: pathOf('console.png') })
  await console.getByRole('link', { name: workWords.en.work, exact: true }).click()
  await console.locator('.wish').first().waitFor()
  await console.setViewportSize({ width: 1280, height: 640 })
  await console.screenshot({ path: pathOf('work.png') })
} finally {
  await browser.close()
  await demo.stop()
}

/** Returns the tab that the link opens. */
async function follow(page: Page, name: string): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name }).click()])
  return tab
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}
