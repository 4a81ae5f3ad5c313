import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished } from 'vitest'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { worklistNames } from '../../web/console/work/worklists.ts'
import { temporaryFolder } from '../rollcall.ts'
import { startDemo } from '../start-demo.ts'
import { browserTest, takeComputer, takeComputerWithCamera } from './chromium.ts'
import { rate, sayFigures, sayRates } from './console.ts'
import { heldUp, shoot } from './film.ts'
import { sayPlaces } from './places.ts'
import { agree, enterBy } from './sign-in-link.ts'

const [sayConsole, sayWork, sayDesk] = [
  wordsOf('console', 'en').console,
  wordsOf('console', 'en').work,
  wordsOf('desk', 'en'),
]
const { tiles } = wordsOf('first-page', 'en')
const { mail: toMail, answerPage: toAnswer, console: toConsole, desk: toDesk } = wordsOf('first-page', 'en').demo.steps

/** Starts the demo until the end of the test. Returns its address. */
async function openDemo(): Promise<string> {
  const { address, stop } = await startDemo()
  onTestFinished(stop)
  return address
}

/** The tab that a step of the first page opens. */
async function follow(page: Page, step: { name: string }): Promise<Page> {
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: step.name }).click(),
  ])
  return tab
}

/** The tab that a step opens and signs in. */
async function enter(page: Page, step: { name: string }): Promise<Page> {
  const tab = await follow(page, step)
  await agree(tab)
  return tab
}

type Step = 'answer' | 'console' | 'desk'

// The first test takes them in the order of the page. Together, each step comes first once, and before and after each other one.
const orders: Step[][] = [
  ['answer', 'console', 'desk'],
  ['console', 'desk', 'answer'],
  ['desk', 'answer', 'console'],
]

/** Each step of the first page, after the steps that were done before it. */
const steps: Record<Step, (first: Page, done: Step[]) => Promise<void>> = {
  async answer(first, done) {
    const page = await follow(first, toAnswer!)
    if (done.includes('desk')) return page.getByText(wordsOf('answer-page', 'en').states.arrived).waitFor()
    await page.getByRole('button', { name: wordsOf('answer-page', 'en').confirm }).click()
    await page.getByText(wordsOf('answer-page', 'en').states.confirmed).waitFor()
    await page.getByRole('img', { name: wordsOf('answer-page', 'en').qrCode }).waitFor()
  },
  async console(first, done) {
    const page = await enter(first, toConsole!)
    const live = page.getByRole('region', { name: sayConsole.live, exact: true })
    await live.getByRole('listitem').first().waitFor()
    const maria = live.getByRole('listitem').filter({ hasText: 'Maria Santos' })
    // After the arrival, the page of answers only shows it.
    if (done[0] === 'answer') await maria.filter({ hasText: sayConsole.actions.confirm }).waitFor()
    if (done.includes('desk')) await maria.filter({ hasText: sayConsole.actions.arrive }).waitFor()
  },
  async desk(first) {
    const page = await enter(first, toDesk!)
    await page.getByRole('searchbox').fill('maria santos')
    await page.getByRole('button', { name: /Maria Santos/ }).click()
    await page.getByRole('button', { name: sayDesk.markArrived, exact: true }).click()
    await page.getByRole('heading', { name: sayDesk.outcomes.arrived.title, exact: true }).waitFor()
  },
}

describe('a newcomer with only a browser', () => {
  browserTest('sees the figures, answers as the contact, checks in by the QR code, and watches it live', async () => {
    const address = await openDemo()
    const first = await takeComputer()
    await first.goto(address)

    const console = await enter(first, toConsole!)
    await console.getByText(sayConsole.connection.live).waitFor()
    await expect.poll(() => rate(console, sayRates.over.names.arrived).locator('.figure').innerText()).not.toBe('–')
    const live = console.getByRole('region', { name: sayConsole.live, exact: true })

    const answerPage = await follow(first, toAnswer!)
    await answerPage.getByRole('button', { name: wordsOf('answer-page', 'en').confirm }).click()
    await answerPage.getByText(wordsOf('answer-page', 'en').states.confirmed).waitFor()
    const maria = live.getByRole('listitem').filter({ hasText: 'Maria Santos' })
    await maria.filter({ hasText: sayConsole.actions.confirm }).waitFor()
    const picture = await answerPage
      .getByRole('link', { name: wordsOf('answer-page', 'en').savePicture })
      .getAttribute('href')
    const png = await (await first.request.get(new URL(picture!, answerPage.url()).href)).body()

    // First, from the saved picture.
    const desk = await enter(first, toDesk!)
    await desk.getByLabel(sayDesk.fromPicture).setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer: png })
    await desk.getByRole('region', { name: sayDesk.verdict }).getByText('Maria Santos').waitFor()

    // Then by camera, from a telephone's screen, as at a desk.
    const film = join(temporaryFolder(), 'telephone.y4m')
    shoot(film, { shows: await heldUp(first, png), seconds: 1 })
    const counter = await takeComputerWithCamera(film)
    await counter.goto(address)
    const deskLink = await counter.getByRole('link', { name: toDesk!.name }).getAttribute('href')
    await enterBy(counter, new URL(deskLink!, address).href)
    await counter.getByRole('button', { name: sayDesk.startCamera }).click()
    await counter.getByRole('button', { name: sayDesk.markArrived, exact: true }).click()
    await counter.getByRole('heading', { name: sayDesk.outcomes.arrived.title, exact: true }).waitFor()

    await maria.filter({ hasText: sayConsole.actions.arrive }).waitFor()
    await desk.getByRole('region', { name: sayDesk.arrivals }).getByText('Maria Santos').waitFor()
  })

  browserTest('finds the list that answers each question of a manager', async () => {
    const first = await takeComputer()
    await first.goto(await openDemo())
    const { unanswered, unreached, reminders } = wordsOf('first-page', 'en').demo.questions
    for (const [question, name] of [
      [unanswered, 'unanswered'],
      [unreached, 'unreached'],
    ] as const) {
      const page = await enter(first, question)
      await page.getByRole('heading', { name: sayWork.lists[name], exact: true }).waitFor()
      await page.locator('.entry').first().waitFor()
    }
    const figures = await enter(first, reminders)
    const answer = figures.getByRole('region', { name: sayFigures.title })
    await answer.getByRole('rowheader', { name: sayFigures.reminders['answered-after'] }).waitFor()
    await expect.poll(() => answer.evaluate((one) => one.getBoundingClientRect().top / innerHeight)).toBeLessThan(0.3)
    await first.getByRole('link', { name: wordsOf('first-page', 'en').admin.name, exact: true }).click()
    await agree(first)
    await first.getByRole('navigation', { name: wordsOf('admin', 'en').sections }).waitFor()
  })

  for (const order of process.env.LONG_DRILLS ? orders : orders.slice(2))
    browserTest(`takes the steps in the order ${order.join(', ')}`, async () => {
      const first = await takeComputer()
      await first.goto(await openDemo())
      const done: Step[] = []
      for (const step of order) {
        await steps[step](first, done)
        done.push(step)
      }
    })

  browserTest('reads the mail as the contact receives it, and answers from it', async () => {
    const first = await takeComputer()
    await first.goto(await openDemo())
    const mails = await follow(first, toMail!)
    // While the test runs, reminders of other contacts fall due, too.
    const toMaria = mails.locator('article').filter({ hasText: 'maria.santos@example.org' })
    const mail = toMaria.first()
    await mail.waitFor()
    const content = mail.frameLocator('iframe')
    await content.getByText('Ana Reis').first().waitFor()
    const logo = content.locator('img').first()
    expect(await logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    const [answerPage] = await Promise.all([
      mails.context().waitForEvent('page'),
      content.getByRole('link').first().click(),
    ])
    await answerPage.getByRole('button', { name: wordsOf('answer-page', 'pt').confirm }).click()
    await answerPage.getByText(wordsOf('answer-page', 'pt').states.confirmed).waitFor()
    // The confirmation follows.
    await expect
      .poll(async () => {
        await mails.reload()
        return toMaria.count()
      })
      .toBe(2)
    await mail.frameLocator('iframe').getByRole('img').first().waitFor()
  })

  browserTest('opens a demo clinic from the tiles, with work in its lists and visits in several states', async () => {
    const first = await takeComputer()
    await first.goto(await openDemo())
    await first.getByRole('link', { name: tiles.console.name, exact: true }).click()
    await agree(first)
    await expect.poll(() => rate(first, sayRates.over.names.arrived).locator('.figure').innerText()).not.toBe('–')
    await first.getByRole('link', { name: sayPlaces.work, exact: true }).click()
    await first.locator('.entry').first().waitFor()
    const counts = first.getByRole('navigation', { name: sayPlaces.work }).locator('.count')
    const filled = async () => (await counts.allInnerTexts()).filter((count) => Number(count) > 0).length
    // Whether a contact has not come yet depends on the hour. No rules of zones have changed the visits of the demo.
    await expect.poll(filled).toBeGreaterThanOrEqual(worklistNames.length - 2)
    await first.goto(new URL('/', first.url()).href)
    await first.getByRole('link', { name: tiles.desk.name, exact: true }).click()
    const states = first.getByRole('region', { name: sayDesk.today }).locator('.state')
    // After 20:00, all visits have ended, and three states are left.
    await expect.poll(async () => new Set(await states.allInnerTexts()).size).toBeGreaterThanOrEqual(3)
  })
})
