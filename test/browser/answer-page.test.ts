import { text } from 'node:stream/consumers'
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { format } from '../../src/platform/languages/format.ts'
import { languages } from '../../src/platform/languages/languages.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { type Contact, contact, notifications } from '../contact.ts'
import { entity } from '../history.ts'
import { bootRollcall, byToken } from '../rollcall.ts'
import { item, moved } from '../submission.ts'
import { browserTest, takePhone } from './chromium.ts'
import { type Scene, standings } from './standings.ts'

const say = wordsOf('answer-page', 'pt')
const wish = 'Segundas-feiras,\ndepois das 17h & <b>cedo</b>'

/** The service, a contact with an answer link, and the contact's phone. */
async function begin(options: Parameters<typeof takePhone>[0] = {}): Promise<Scene> {
  const rollcall = await bootRollcall()
  return {
    rollcall,
    one: await contact(rollcall),
    origin: await rollcall.listen(),
    page: await takePhone(options),
  }
}

const actionsOf = async (one: Contact) => (await one.actions()).map(({ action }: { action: string }) => action)

describe('opening a link', () => {
  browserTest('changes nothing when clients and browsers open it first', async () => {
    const { rollcall, one, origin, page } = await begin()
    const stored = async () => [
      (await rollcall.get(`${notifications}/${one.id}`)).json(),
      await rollcall.database.selectFrom('notifications').selectAll().execute(),
      await rollcall.database.selectFrom('deliveries').selectAll().execute(),
    ]
    const before = await stored()
    const fetches = ['GET', 'HEAD'].flatMap((method) =>
      Array.from({ length: 5 }, () => fetch(origin + one.url, { method, headers: { 'sec-purpose': 'prefetch' } })),
    )
    const loads = Array.from({ length: 2 }, async () => {
      const tab = await page.context().newPage()
      return tab.goto(origin + one.url, { waitUntil: 'load' })
    })
    const statuses = [
      ...(await Promise.all(fetches)).map(({ status }) => status),
      ...(await Promise.all(loads)).map((answer) => answer?.status()),
    ]
    expect(statuses).toEqual(Array(12).fill(200))
    expect(await stored()).toEqual(before)
    expect({ state: await one.state(), actions: await one.actions() }).toEqual({ state: 'open', actions: [] })
  })
})

describe('a person with a phone', () => {
  for (const javaScriptEnabled of [true, false]) {
    const means = javaScriptEnabled ? 'by touch' : 'by touch, without JavaScript'
    browserTest(`confirms, asks for another time, and cancels: ${means}`, async () => {
      const { rollcall, one, origin, page } = await begin({ javaScriptEnabled })
      await page.goto(origin + one.url)
      await page.getByRole('button', { name: say.confirm }).tap()
      await page.getByText(say.states.confirmed).waitFor()
      await expectPass(page)
      const token = await page.locator('code').innerText()
      expect((await rollcall.get(byToken(token))).json()).toMatchObject({ id: one.id })

      await page.getByText(say.reschedule, { exact: true }).tap()
      await page.getByLabel(say.wish).fill(wish)
      await page.getByRole('button', { name: say.askForAnotherTime }).tap()
      await page.getByText(say.states.rescheduling).waitFor()
      expect(await page.locator('q').innerText()).toBe(wish)

      // The page asks once more before it ends the request.
      expect(await page.getByRole('button', { name: say.confirm }).isVisible()).toBe(false)
      const { offer, effect, button } = say.confirmAgain.rescheduling
      await page.getByText(offer, { exact: true }).tap()
      await page.getByText(effect).waitFor()
      await page.getByRole('button', { name: button }).tap()
      await page.getByText(say.states.confirmed).waitFor()

      await page.getByText(say.cancel, { exact: true }).tap()
      await page.getByRole('button', { name: say.reallyCancel }).tap()
      await page.getByText(say.states.cancelled).waitFor()
      expect(await actionsOf(one)).toEqual(['confirm', 'reschedule', 'confirm', 'cancel'])

      // The page asks once more before it gives a cancelled time back.
      expect(await page.getByRole('button', { name: say.confirm }).isVisible()).toBe(false)
      await page.getByText(say.confirmAgain.cancelled.offer, { exact: true }).tap()
      await page.getByText(say.confirmAgain.cancelled.effect).waitFor()
      expect(await actionsOf(one)).toHaveLength(4)
      await page.getByRole('button', { name: say.confirmAgain.cancelled.button }).tap()
      await page.getByText(say.states.confirmed).waitFor()
      expect(await actionsOf(one)).toEqual(['confirm', 'reschedule', 'confirm', 'cancel', 'confirm'])
    })
  }

  browserTest('chooses another language, which the next pages and a typed wish keep, without JavaScript', async () => {
    const { one, origin, page } = await begin({ javaScriptEnabled: false })
    await page.goto(origin + one.url)
    await page.getByText(say.reschedule, { exact: true }).tap()
    await page.getByLabel(say.wish).fill(wish)
    await page.locator('.menu summary').tap()
    await page.getByRole('link', { name: 'Français' }).tap()
    expect(await page.getByLabel(wordsOf('answer-page', 'fr').wish).inputValue()).toBe(wish)
    expect(await actionsOf(one)).toEqual([])
    await page.getByRole('button', { name: wordsOf('answer-page', 'fr').askForAnotherTime }).tap()
    await page.getByText(wordsOf('answer-page', 'fr').states.rescheduling).waitFor()
    expect(await page.locator('q').innerText()).toBe(wish)
    await page.getByRole('link', { name: wordsOf('answer-page', 'fr').optOut.offer }).tap()
    await page.getByRole('button', { name: wordsOf('answer-page', 'fr').optOut.button }).tap()
    await page.getByRole('heading', { name: wordsOf('answer-page', 'fr').optOut.done }).waitFor()
    await page.getByRole('link', { name: wordsOf('answer-page', 'fr').optOut.back }).tap()
    await page.getByText(wordsOf('answer-page', 'fr').states.rescheduling).waitFor()
  })

  browserTest('stops the messages and gets them again, and says that somebody else is meant', async () => {
    const { one, origin, page, rollcall } = await begin()
    const optOuts = async () => (await rollcall.get('/v1/opt-outs/clinica-lisboa')).json()
    await page.goto(origin + one.url)
    await page.getByRole('link', { name: say.optOut.offer }).tap()
    await page.getByRole('button', { name: say.optOut.button }).tap()
    await page.getByRole('heading', { name: say.optOut.done }).waitFor()
    expect(await optOuts()).toMatchObject([{ uid: '+351912345678', reason: 'opt-out' }])
    await page.getByRole('button', { name: say.optOut.lift }).tap()
    await page.getByRole('heading', { name: say.optOut.question }).waitFor()
    expect(await optOuts()).toEqual([])

    await page.goto(origin + one.url)
    await page.getByText(format(say.notMe.offerNamed, { name: 'João' }, 'pt'), { exact: true }).tap()
    await page.getByRole('button', { name: say.notMe.button }).tap()
    await page.getByRole('status').filter({ hasText: say.notMe.advice }).waitFor()
    expect(await page.innerText('body')).not.toContain('Ana Reis')
    await page.getByRole('button', { name: say.notMe.takeBack.button }).tap()
    await page.getByText('Ana Reis').waitFor()
    expect(await actionsOf(one)).toEqual([])
  })

  browserTest('follows a moved visit from an open page', async () => {
    const { one, origin, page, rollcall } = await begin()
    await page.goto(origin + one.url)
    const next = await contact(rollcall, moved)
    await page.getByRole('button', { name: say.confirm }).tap()
    await page.getByText(say.states.moved).waitFor()
    expect(await actionsOf(one)).toEqual([])
    await page.getByRole('link', { name: say.newerNotice }).tap()
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: say.confirm }).tap()
    expect(await (await sent).allHeaders()).toMatchObject({ 'sec-fetch-site': 'same-origin' })
    await page.getByText(say.states.confirmed).waitFor()
    expect(await actionsOf(next)).toEqual(['confirm'])
  })

  browserTest('does the same with only the keyboard', async () => {
    const { one, origin, page } = await begin()
    const enter = async (target: Locator) => {
      await tabTo(page, target)
      await page.keyboard.press('Enter')
    }
    await page.goto(origin + one.url)
    await enter(page.getByRole('button', { name: say.confirm }))
    await page.getByText(say.states.confirmed).waitFor()
    await expectPass(page)

    await enter(page.getByText(say.reschedule, { exact: true }))
    await tabTo(page, page.getByLabel(say.wish))
    await page.keyboard.type('Segundas')
    await enter(page.getByRole('button', { name: say.askForAnotherTime }))
    await page.getByText(say.states.rescheduling).waitFor()
    expect(await page.locator('q').innerText()).toBe('Segundas')

    await enter(page.getByText(say.cancel, { exact: true }))
    await enter(page.getByRole('button', { name: say.reallyCancel }))
    await page.getByText(say.states.cancelled).waitFor()
    expect(await actionsOf(one)).toEqual(['confirm', 'reschedule', 'cancel'])
  })

  browserTest('saves the code as a picture, and the appointment as a calendar entry', async () => {
    const scene = await begin()
    await standings.confirmed(scene)
    const saved = async (link: string) => {
      const download = scene.page.waitForEvent('download')
      await scene.page.getByRole('link', { name: link }).tap()
      return text(await (await download).createReadStream())
    }
    expect(await saved(say.savePicture)).toContain('PNG')
    expect(await saved(say.saveCalendar)).toContain('DTSTART:20260330T083000Z')
  })
})

describe('after a confirmation', () => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6).slice(0, 200)
  for (const [how, name] of [
    ['', 'Clínica Lisboa'],
    [' with long names', long],
    [' with long names of several words', 'Praxis für Innere Medizin und Kardiologie '.repeat(4)],
  ] as const)
    browserTest(`the whole code is on a telephone without scrolling${how}`, async () => {
      const rollcall = await bootRollcall()
      const address = 'Rua do Ouro 12, 1100-061 Lisboa'
      await rollcall.given(entity({ name, names: 'full', phone: '+351 213 000 000', address }))
      const person = { external_id: 'P-77', name, language: 'pt_PT', country: 'PT' }
      const one = await contact(rollcall, { contact: person, params: { ...item().params, doctor: name } })
      await one.answer('confirm')
      const page = await takePhone({ timezoneId: 'Atlantic/Azores' })
      await page.setViewportSize({ width: 390, height: 844 })
      const origin = await rollcall.listen()
      for (const language of languages) {
        await page.goto(`${origin}${one.url}?lang=${language}`)
        const code = await page.getByRole('img', { name: wordsOf('answer-page', language).qrCode }).boundingBox()
        expect({ language, isWhole: code!.y >= 0 && code!.y + code!.height <= 844 }).toEqual({
          language,
          isWhole: true,
        })
      }
    })
})

browserTest('the way back from a question, from the opt-out and from the data leads to the visit', async () => {
  const { one, origin, page } = await begin({ javaScriptEnabled: false })
  await page.goto(origin + one.url)
  const person = format(say.notMe.offerNamed, { name: 'João' }, 'pt')
  for (const question of [say.reschedule, say.cancel, person]) {
    await page.getByText(question, { exact: true }).tap()
    await page.getByRole('link', { name: say.back, exact: true }).tap()
    await page.getByRole('button', { name: say.confirm }).waitFor()
    expect(await page.locator('details[open]').count()).toBe(0)
  }
  for (const other of [say.optOut.offer, say.yourData.offer]) {
    await page.getByRole('link', { name: other }).tap()
    await page.getByRole('link', { name: say.optOut.back }).tap()
    await page.getByRole('button', { name: say.confirm }).waitFor()
  }
  expect(await actionsOf(one)).toEqual([])
})

browserTest('a cancelled visit is struck through, and one that takes place is not', async () => {
  const scene = await begin()
  await standings.confirmed(scene)
  expect(await scene.page.locator('s').count()).toBe(0)
  await standings.cancelled(scene)
  expect(await scene.page.locator('s').innerText()).toContain('09:30')
})

browserTest('a contact takes an offered time with only the keyboard', async () => {
  const rollcall = await bootRollcall()
  const one = await contact(rollcall, { slots: ['2026-04-07T09:00:00+01:00', '2026-04-08T14:30:00+01:00'] })
  const page = await takePhone()
  await page.goto((await rollcall.listen()) + one.url)
  await tabTo(page, page.getByText(say.reschedule, { exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel(say.slots.none))
  await page.keyboard.press('ArrowUp')
  await tabTo(page, page.getByRole('button', { name: say.askForAnotherTime }))
  await page.keyboard.press('Enter')
  await page.getByText(say.slots.notPromised).waitFor()
  expect((await rollcall.get(`${notifications}/${one.id}`)).json().slot).toBe('2026-04-08T13:30:00.000000+00:00')
})

browserTest('the time zone of the clinic is shown to contacts with another time, or without JavaScript', async () => {
  const { one, origin } = await begin()
  for (const { isShown, ...options } of [
    { timezoneId: 'Europe/Lisbon', isShown: false },
    { timezoneId: 'Europe/London', isShown: false },
    { timezoneId: 'Atlantic/Azores', isShown: true },
    { timezoneId: 'Europe/Lisbon', javaScriptEnabled: false, isShown: true },
  ]) {
    const page = await takePhone(options)
    await page.goto(origin + one.url)
    await page.getByText('09:30').waitFor()
    expect(await page.getByText('Europe/Lisbon').isVisible()).toBe(isShown)
  }
})

browserTest('an answer whose origin is another site is rejected', async () => {
  const scene = await begin()
  await standings['forged-answer'](scene)
  await scene.page.getByText(say.notTaken.title).waitFor()
  expect(await scene.one.state()).toBe('open')
})

/** Expects a QR code that is large enough for a scanner, and its token. */
async function expectPass(page: Page) {
  const code = await page.getByRole('img', { name: say.qrCode }).boundingBox()
  expect(code!.width).toBeGreaterThan(200)
  expect(await page.locator('code').innerText()).toMatch(/^([0-9A-Z]{5} ){4}[0-9A-Z]{6}$/)
}

async function tabTo(page: Page, target: Locator) {
  const focused = target.and(page.locator(':focus'))
  for (let presses = 0; presses < 10; presses++) {
    await page.keyboard.press('Tab')
    if ((await focused.count()) > 0) return
  }
  throw new Error('not reached by Tab')
}
