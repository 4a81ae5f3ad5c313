import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { startDemo } from '../start-demo.ts'
import { hasWebKit } from './find-webkit.ts'
import { installed } from './installed.ts'
import { sayPlaces } from './places.ts'
import { button, link, openWebKit, type WebKitPage, withText } from './webkit.ts'

const { answerPage: toAnswer, console: toConsole, desk: toDesk } = wordsOf('first-page', 'en').demo.steps
const pictures = process.env.SCREENSHOTS

// Many desks have an iPad, all of whose browsers have Safari's engine.
describe.skipIf(!hasWebKit)('in WebKit, a newcomer', () => {
  let demo: Awaited<ReturnType<typeof startDemo>>
  let page: WebKitPage
  beforeAll(async () => {
    demo = await startDemo()
    page = await openWebKit()
  })
  afterAll(async () => {
    await page?.[Symbol.asyncDispose]()
    await demo?.stop()
  })

  /** Returns the address to which a step of the first page leads. */
  async function addressOf({ name }: { name: string }): Promise<string> {
    await page.open(demo.address)
    return page.property(link(name), 'href')
  }

  const photograph = (name: string) => pictures && page.screenshot(join(pictures, `webkit-${name}.png`))

  test('confirms with one tap and gets the QR code', async () => {
    const say = wordsOf('answer-page', 'en')
    await page.open(await addressOf(toAnswer!))
    await photograph('answer-open')
    await page.click(button(say.confirm))
    await page.text(withText(say.states.confirmed))
    expect((await page.text('//code')).replaceAll(/\s/g, '')).toMatch(/^[0-9A-Z]{26}$/)
    const qrCode = `//*[@role="img"][@aria-label="${say.qrCode}"]`
    expect(Number(await page.property(qrCode, 'clientWidth'))).toBeGreaterThan(150)
    await photograph('answer-confirmed')
  })

  test('signs in to the desk, finds the visit by name, and marks the arrival', async () => {
    const say = wordsOf('desk', 'en')
    const token = new URL(await addressOf(toDesk!)).hash.replace('#token=', '')
    await page.open(`${demo.address}/desk`)
    await photograph('desk-sign-in')
    await page.type('//input[@name="token"]', token)
    await page.click(button(wordsOf('pages', 'en').access.signIn))
    await page.type('//input[@type="search"]', 'maria santos')
    await page.click(withText('Maria Santos', 'button'))
    await page.text(button(say.markArrived))
    await photograph('desk-chosen')
    await page.click(button(say.markArrived))
    await page.text(withText(say.outcomes.arrived.title, 'h2'))
    await photograph('desk-arrived')
  })

  test('signs in to the console, and sees figures and worklists', async () => {
    await page.open(await addressOf(toConsole!))
    // The page asks whether the link may sign in.
    await page.click(button(wordsOf('pages', 'en').access.signIn))
    await page.text(withText(wordsOf('console', 'en').console.connection.live))
    await page.text(withText(wordsOf('console', 'en').rates.over.title))
    expect(await page.text(withText('%', 'dd'))).toMatch(/^\d+%/)
    await photograph('figures')
    await page.click(link(sayPlaces.work))
    // The names of the contacts who want another time.
    expect(await page.text('//li[@class="entry"]//strong')).toMatch(/\S/)
    await photograph('work')
  })

  test('opens an appointment of tomorrow, confirms it for the contact, cancels it, and takes that back', async () => {
    const { work, console: say } = wordsOf('console', 'en')
    const { next } = wordsOf('visits', 'en')
    await page.open(await addressOf(toConsole!))
    await page.click(link(sayPlaces.visits))
    await page.click(`//a[@aria-label="${next.day}"]`)
    // In the evening, the first one is imported history, which accepts no answer.
    await page.click(`(${withText(wordsOf('pages', 'en').states.expected, 'li//button')})[last()]`)
    expect(await page.text('//dialog//*[contains(@class, "timeline")]//li')).toMatch(/\S/)
    await photograph('visit')
    await page.click(button(work.comes))
    await page.text(withText(say.states.confirmed, 'dialog//*'))
    await page.click(button(work.cannotCome))
    await page.click(button(work.answers.cancel))
    await page.text(withText(say.states.cancelled, 'dialog//*'))
    await page.click(button(work.undo))
    await page.text(withText(work.undone, 'dialog//*'))
    await photograph('visit-undone')
  })
})

// Its engine stores no `Secure` cookie at any http: address (measured with WebKitGTK).
test.skipIf(!hasWebKit)('in WebKit, the link of the first start stays unused at an http: address', async () => {
  const { listen, newLink, accounts } = await installed()
  await using page = await openWebKit()
  await page.open((await listen()) + (await newLink()))
  expect(await page.text(withText(wordsOf('first-start', 'en').elsewhere))).toContain('https')
  expect(await page.property('//form', 'hidden')).toBe('true')
  expect(await accounts()).toEqual([])
})
