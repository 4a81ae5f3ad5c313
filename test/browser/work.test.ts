import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { format } from '../../src/platform/languages/format.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { notifications } from '../contact.ts'
import { entity } from '../history.ts'
import { bootRollcall, byVisit, type Rollcall } from '../rollcall.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { records } from './console.ts'
import { chooseLanguage, sayPlaces, signOut } from './places.ts'
import { enterBy, enterToken } from './sign-in-link.ts'
import { bootWithWork, entry, openEntry, openWork, press, revoke, sayWork, visitOf } from './work.ts'

const link = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })
const names = (page: Page) => page.locator('.entry strong')
const counts = (page: Page) => page.locator('.lists .count').allInnerTexts()
const saved = (page: Page, kind: keyof typeof sayWork.saved, name: string) =>
  page.getByRole('status').getByText(sayWork.saved[kind].replace('{name}', name)).waitFor()
const fault = (page: Page, name: string) => entry(page, name).getByRole('alert')

const visit = async ({ get }: Rollcall, name: string) => {
  const list = (await get(byVisit('2026-03-30', '2026-04-30'))).json()
  return list.find(({ contact }: { contact: { name: string } }) => contact.name === name)
}

describe('the worklists', () => {
  browserTest('show their counts and entries, and are in the address', async () => {
    const { page, foreign } = await openWork(await bootWithWork())
    await expect.poll(() => counts(page)).toEqual(['2', '2', '1', '0', '1'])
    expect(await names(page).allInnerTexts()).toEqual(['Eva Lopes', 'Inês Faria'])
    for (const text of [
      '09:30',
      'born 29 Feb 1980',
      'P-EvaLopes',
      'Ana Reis',
      'Mondays or Tuesdays',
      '+351912000002',
    ]) {
      expect(await (await openEntry(page, 'Eva Lopes')).innerText()).toContain(text)
    }
    await link(page, sayWork.lists.unanswered).click()
    await entry(page, 'Rui Costa').waitFor()
    expect(await names(page).allInnerTexts()).toEqual(['Rui Costa'])
    await link(page, sayWork.parts.week).click()
    await entry(page, 'Ana Cruz').waitFor()
    expect(await names(page).allInnerTexts()).toEqual(['Rui Costa', 'Ana Cruz'])
    await link(page, sayWork.lists.unreached).click()
    await (await openEntry(page, 'Tiago Nunes')).getByText('550 no such number').waitFor()
    await expect.poll(() => names(page).allInnerTexts()).toEqual(['Tiago Nunes'])
    await link(page, sayWork.lists.texts).click()
    await entry(page, 'João Ávila').getByText('Há estacionamento').waitFor()
    expect(await entry(page, 'João Ávila').innerText()).toContain(wordsOf('pages', 'en').states.confirmed)

    await page.reload()
    await entry(page, 'João Ávila').waitFor()
    await link(page, sayPlaces.figures).click()
    await records(page).waitFor()
    await page.goBack()
    await entry(page, 'João Ávila').waitFor()
    await page.goBack()
    await entry(page, 'Tiago Nunes').waitFor()
    await page.goBack()
    await entry(page, 'Ana Cruz').waitFor()
    await page.goBack()
    await entry(page, 'Ana Cruz').waitFor({ state: 'detached' })
    await entry(page, 'Rui Costa').waitFor()
    expect(foreign).toEqual([])
  })

  browserTest('say why they are empty', async () => {
    const rollcall = await bootRollcall()
    await rollcall.given(entity())
    const { page } = await openWork(rollcall)
    for (const [list, parts] of [
      ['rescheduling', ['todo', 'done']],
      ['unanswered', ['next-day', 'week']],
      ['unreached', ['todo']],
      ['no-show', ['todo', 'done']],
      ['texts', ['todo', 'read']],
    ] as const) {
      await link(page, sayWork.lists[list]).click()
      for (const part of parts) {
        if (part === 'next-day') {
          await page.getByText(/^No appointments on Tuesday,? 31 March\.$/).waitFor()
          continue
        }
        if (parts.length > 1) await link(page, sayWork.parts[part]).click()
        await page
          .getByText((sayWork.empty as Record<string, string>)[`${list}/${part === 'read' ? 'done' : part}`]!)
          .waitFor()
      }
    }
    await expect.poll(() => counts(page)).toEqual(['0', '0', '0', '0', '0'])
  })

  browserTest('are about the next working day, by its name, and say when it has no appointments', async () => {
    const rollcall = await bootRollcall()
    await visitOf(rollcall, { name: 'Ana Cruz', uid: '+351912000004', when: '2026-04-02T15:15:00+01:00' })
    await rollcall.deliver()
    const { page } = await openWork(rollcall, { list: 'unanswered' })
    await page.getByText(/^No appointments on Tuesday,? 31 March\. The next are on Thursday,? 2 April: 1\.$/).waitFor()
    const holidays = { hours: [], holidays: ['2026-03-31', '2026-04-01'] }
    await rollcall.put('/v1/entities/clinica-lisboa/quiet-hours', holidays)
    await page.reload()
    await entry(page, 'Ana Cruz').waitFor()
    const part = page.locator('.parts [aria-current]')
    await expect.poll(() => part.innerText()).toMatch(/^Thursday,? 2 April\s+1$/)
    await press(page, 'Ana Cruz', sayWork.comes)
    await page.getByText(/^Thursday,? 2 April: every contact whom a message has reached has answered\.$/).waitFor()
  })

  browserTest('reload every 30 s while the page is visible, and at once when it is visible again', async () => {
    const rollcall = await bootWithWork()
    const { page } = await openWork(rollcall)
    await expect.poll(() => counts(page)).toEqual(['2', '2', '1', '0', '1'])
    const late = await visitOf(rollcall, { name: 'Zé Pinto', uid: '+351912000009' })
    await late.answer('reschedule')
    await page.clock.fastForward(31_000)
    await entry(page, 'Zé Pinto').waitFor()
    await expect.poll(() => counts(page)).toEqual(['3', '2', '1', '0', '1'])

    const show = (visibility: string) =>
      page.evaluate((state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, visibility)
    await show('hidden')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.clock.runFor(95_000)
    expect(asked).toEqual([])
    await late.answer('confirm')
    await show('visible')
    await entry(page, 'Zé Pinto').waitFor({ state: 'detached' })
  })

  browserTest('say which scope they need, and open with the figures if the token cannot read them', async () => {
    const rollcall = await bootWithWork()
    const { token } = await rollcall.tokenFor({ scopes: ['actions:read'] })
    const { page, origin } = await openWork(rollcall, { scopes: ['actions:read', 'notifications:read'] })
    await page.getByText(sayWork.onlyReading).waitFor()
    const opened = await openEntry(page, 'Eva Lopes')
    expect(await opened.getByRole('button').allInnerTexts()).toEqual(['Eva Lopes', sayWork.openTimeline])
    const other = await takeComputer()
    await enterBy(other, `${origin}/console#token=${token}`)
    await records(other).waitFor()
    await link(other, sayPlaces.work).click()
    await other.getByText(sayWork.needsScope).waitFor()
  })
})

describe('an action in a worklist', () => {
  browserTest('marks a request as done, can be undone at once, and also from the list of done requests', async () => {
    const rollcall = await bootWithWork()
    const { page } = await openWork(rollcall)
    await press(page, 'Eva Lopes', sayWork.marks.done)
    await saved(page, 'done', 'Eva Lopes')
    await entry(page, 'Eva Lopes').waitFor({ state: 'detached' })
    expect((await visit(rollcall, 'Eva Lopes')).done).toMatchObject({ by: 'reception' })
    await expect.poll(() => counts(page)).toEqual(['1', '2', '1', '0', '1'])
    await page.getByRole('button', { name: sayWork.undo }).click()
    await entry(page, 'Eva Lopes').waitFor()
    expect(await visit(rollcall, 'Eva Lopes')).not.toHaveProperty('done')

    await page.clock.runFor(500)
    await press(page, 'Inês Faria', sayWork.marks.done)
    await link(page, sayWork.parts.done).click()
    await (await openEntry(page, 'Inês Faria')).getByText('Done on 30 Mar 2026, 09:00 by reception').waitFor()
    await press(page, 'Inês Faria', sayWork.marks['done-not'])
    await entry(page, 'Inês Faria').waitFor({ state: 'detached' })
    expect(await visit(rollcall, 'Inês Faria')).not.toHaveProperty('done')
  })

  browserTest('does not reach the next entry with the second press of a double click', async () => {
    const rollcall = await bootWithWork()
    const { page } = await openWork(rollcall)
    for (const name of ['Eva Lopes', 'Inês Faria']) {
      await press(page, name, sayWork.marks.done)
      await entry(page, name).waitFor({ state: 'detached' })
      await page.clock.runFor(500)
    }
    await link(page, sayWork.parts.done).click()
    const again = (name: string) => entry(page, name).getByRole('button', { name: sayWork.marks['done-not'] })
    const button = again('Eva Lopes')
    const { x, y } = (await button.boundingBox())!
    // No reload happens before this time.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 20_000))
    await page.mouse.click(x + 5, y + 5)
    await saved(page, 'done-not', 'Eva Lopes')
    // Preact runs effects by timers.
    await page.clock.runFor(100)
    await entry(page, 'Eva Lopes').waitFor({ state: 'detached' })
    const { y: next } = (await again('Inês Faria').boundingBox())!
    expect(next).toBe(y)
    await page.mouse.click(x + 5, y + 5)
    await page.clock.resume()
    await page.clock.runFor(500)
    await link(page, sayWork.parts.todo).click()
    await entry(page, 'Eva Lopes').waitFor()
    expect(await names(page).allInnerTexts()).toEqual(['Eva Lopes'])
  })

  browserTest('records the answer of a contact, on the telephone or by text', async () => {
    const rollcall = await bootWithWork()
    const { page } = await openWork(rollcall, { list: 'unanswered' })
    await press(page, 'Rui Costa', sayWork.comes)
    await saved(page, 'confirm', 'Rui Costa')
    await entry(page, 'Rui Costa').waitFor({ state: 'detached' })
    expect(await visit(rollcall, 'Rui Costa')).toMatchObject({ state: 'confirmed', by: 'reception' })
    await expect.poll(() => counts(page)).toEqual(['2', '1', '1', '0', '1'])
    // Nothing leads back to no answer: another answer corrects this one.
    await page.getByRole('status').getByText(sayWork.toCorrect).waitFor()
    await page.getByRole('button', { name: sayWork.correct, exact: true }).click()
    await page.getByRole('dialog', { name: 'Rui Costa' }).getByRole('button', { name: sayWork.cannotCome }).waitFor()
    await page.goBack()

    await link(page, sayWork.lists.unreached).click()
    await press(page, 'Tiago Nunes', sayWork.anotherTime)
    await page.keyboard.type('Fridays')
    await page.getByRole('button', { name: sayWork.answers.reschedule }).click()
    await saved(page, 'reschedule', 'Tiago Nunes')
    const first = { state: 'rescheduling', wish: 'Fridays', by: 'reception' }
    expect(await visit(rollcall, 'Tiago Nunes')).toMatchObject(first)
    await link(page, sayWork.lists.rescheduling).click()
    await entry(page, 'Tiago Nunes').getByText('Fridays').waitFor()
    await press(page, 'Tiago Nunes', sayWork.anotherTime)
    await page.keyboard.type('Saturdays')
    await page.getByRole('button', { name: sayWork.answers.reschedule }).click()
    await entry(page, 'Tiago Nunes').getByText('Saturdays').waitFor()
    expect((await visit(rollcall, 'Tiago Nunes')).wish).toBe('Saturdays')

    await link(page, sayWork.lists.texts).click()
    await press(page, 'João Ávila', sayWork.marks.read)
    await page.getByText(sayWork.empty['texts/todo']!).waitFor()
    await link(page, sayWork.parts.read).click()
    await (await openEntry(page, 'João Ávila')).getByText('Read on 30 Mar 2026, 09:00 by reception').waitFor()
    await press(page, 'João Ávila', sayWork.marks['read-not'])
    await page.getByText(sayWork.empty['texts/done']!).waitFor()
    await expect.poll(() => counts(page)).toEqual(['3', '1', '0', '0', '1'])

    await link(page, sayWork.parts.todo).click()
    await press(page, 'João Ávila', sayWork.cannotCome)
    await page.getByRole('button', { name: sayWork.answers.cancel }).click()
    // The question also contains the word.
    await entry(page, 'João Ávila').getByText(wordsOf('pages', 'en').states.cancelled, { exact: true }).waitFor()
    expect((await visit(rollcall, 'João Ávila')).state).toBe('cancelled')
  })

  browserTest('cancels for the contact, or for the clinic, only after a question', async () => {
    const rollcall = await bootWithWork()
    const { page } = await openWork(rollcall)
    await press(page, 'Eva Lopes', sayWork.cannotCome)
    await entry(page, 'Eva Lopes').getByText('Has Eva Lopes cancelled the appointment on 31 Mar 2026, 09:30?').waitFor()
    await page.getByRole('button', { name: sayWork.leave, exact: true }).click()
    expect((await visit(rollcall, 'Eva Lopes')).state).toBe('rescheduling')
    await press(page, 'Eva Lopes', sayWork.cannotCome)
    await page.getByRole('button', { name: sayWork.answers.cancel }).click()
    await saved(page, 'cancel', 'Eva Lopes')
    expect(await visit(rollcall, 'Eva Lopes')).toMatchObject({ state: 'cancelled', by: 'reception' })

    await entry(page, 'Eva Lopes').waitFor({ state: 'detached' })
    await page.clock.runFor(500)
    await press(page, 'Inês Faria', sayWork.cancelForClinic)
    await entry(page, 'Inês Faria').getByText('Cancel the appointment of Inês Faria').waitFor()
    await entry(page, 'Inês Faria').getByText(sayWork.withMessage).waitFor()
    expect((await visit(rollcall, 'Inês Faria')).state).toBe('rescheduling')
    await page.getByRole('button', { name: sayWork.answers.withdraw }).click()
    await saved(page, 'withdraw', 'Inês Faria')
    const { state, deliveries } = await visit(rollcall, 'Inês Faria')
    expect(state).toBe('withdrawn')
    expect(deliveries.map(({ kind }: { kind: string }) => kind)).toContain('withdrawn')

    await link(page, sayWork.lists.unreached).click()
    await press(page, 'Tiago Nunes', sayWork.cancelForClinic)
    await entry(page, 'Tiago Nunes').getByText(sayWork.withoutMessage).waitFor()
  })
})

describe('a question in an entry', () => {
  browserTest('returns the focus to its button, and loses no wish through another question or language', async () => {
    const { page } = await openWork(await bootWithWork())
    const cannotCome = (await openEntry(page, 'Eva Lopes')).getByRole('button', { name: sayWork.cannotCome })
    const isFocused = (of: ReturnType<Page['locator']>) => of.evaluate((element) => element === document.activeElement)
    await cannotCome.press('Enter')
    await page.getByRole('button', { name: sayWork.leave, exact: true }).press('Enter')
    await expect.poll(() => isFocused(cannotCome)).toBe(true)
    await entry(page, 'Eva Lopes').getByRole('button', { name: sayWork.marks.done }).press('Enter')
    await saved(page, 'done', 'Eva Lopes')
    await page.keyboard.press('Tab')
    expect(await isFocused(page.getByRole('button', { name: sayWork.undo }))).toBe(true)
    await entry(page, 'Eva Lopes').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await entry(page, 'Eva Lopes').waitFor()

    await page.clock.runFor(500)
    const text = entry(page, 'Eva Lopes').getByRole('textbox')
    await press(page, 'Eva Lopes', sayWork.anotherTime)
    await page.keyboard.type('After Easter')
    await press(page, 'Eva Lopes', sayWork.cannotCome)
    await page.getByRole('button', { name: sayWork.leave, exact: true }).click()
    await press(page, 'Eva Lopes', sayWork.anotherTime)
    expect(await text.inputValue()).toBe('After Easter')
    await press(page, 'Eva Lopes', sayWork.marks.done)
    await entry(page, 'Eva Lopes').getByText(sayWork.gone).waitFor()
    await chooseLanguage(page, 'fr')
    expect(await text.inputValue()).toBe('After Easter')
    await chooseLanguage(page, 'en')
    await page.clock.runFor(500)
    await page.getByRole('button', { name: sayWork.discard }).click()
    await entry(page, 'Eva Lopes').waitFor({ state: 'detached' })
    await page.reload()
    await entry(page, 'Inês Faria').waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
  })
})

describe('an action that is not saved', () => {
  browserTest('says in its entry that the contact has answered, or the visit takes no more answers', async () => {
    const rollcall = await bootWithWork()
    const { page } = await openWork(rollcall)
    const { id } = await visit(rollcall, 'Eva Lopes')
    // The list reloads every 30 seconds. On a busy machine, it would do so before the click.
    await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 1_000))
    await rollcall.post(`${notifications}/${id}/answer`, { action: 'confirm' })
    await press(page, 'Eva Lopes', sayWork.marks.done)
    await page.clock.resume()
    await fault(page, 'Eva Lopes').getByText(sayWork.faults.answered).waitFor()
    await entry(page, 'Eva Lopes').getByRole('button', { name: sayWork.marks.done }).waitFor({ state: 'detached' })
    await press(page, 'Eva Lopes', sayWork.close)
    await entry(page, 'Eva Lopes').waitFor({ state: 'detached' })

    await page.clock.runFor(500)
    const other = await visit(rollcall, 'Inês Faria')
    await press(page, 'Inês Faria', sayWork.anotherTime)
    await page.keyboard.type('Only in May')
    await rollcall.post(`${notifications}/${other.id}/cancellation`)
    await page.clock.fastForward(31_000)
    await entry(page, 'Inês Faria').getByText(sayWork.gone).waitFor()
    await page.getByRole('button', { name: sayWork.answers.reschedule }).click()
    await fault(page, 'Inês Faria').getByText(sayWork.faults.ended).waitFor()
    expect(await entry(page, 'Inês Faria').getByRole('textbox').inputValue()).toBe('Only in May')
  })

  browserTest(
    'says that there is no connection, keeps the text through Back and a reload, and can be repeated',
    async () => {
      const rollcall = await bootWithWork()
      const { page } = await openWork(rollcall)
      await press(page, 'Inês Faria', sayWork.anotherTime)
      await page.keyboard.type('After Easter')
      await page.context().setOffline(true)
      await page.getByRole('button', { name: sayWork.answers.reschedule }).click()
      await page.clock.runFor(3_000)
      await fault(page, 'Inês Faria').getByText(sayWork.faults['no-connection']).waitFor()
      await page.context().setOffline(false)
      const text = entry(page, 'Inês Faria').getByRole('textbox')
      expect(await text.inputValue()).toBe('After Easter')
      await link(page, sayPlaces.figures).click()
      await records(page).waitFor()
      await page.goBack()
      expect(await text.inputValue()).toBe('After Easter')
      await page.reload()
      expect(await text.inputValue()).toBe('After Easter')
      await page.getByRole('button', { name: sayWork.answers.reschedule }).click()
      await saved(page, 'reschedule', 'Inês Faria')
      expect((await visit(rollcall, 'Inês Faria')).wish).toBe('After Easter')
      await page.reload()
      await entry(page, 'Inês Faria').waitFor()
      expect(await text.count()).toBe(0)
    },
  )

  browserTest('keeps the text when the token is revoked, until the user signs out', async () => {
    const rollcall = await bootWithWork()
    const { page, id } = await openWork(rollcall)
    await press(page, 'Inês Faria', sayWork.anotherTime)
    await page.keyboard.type('After Easter')
    await revoke(rollcall, id)
    await page.getByRole('button', { name: sayWork.answers.reschedule }).click()
    await page.getByText(wordsOf('pages', 'en').access.faults.revoked).waitFor()
    const { token } = await rollcall.tokenFor({ name: 'reception' })
    await enterToken(page, token)
    expect(await entry(page, 'Inês Faria').getByRole('textbox').inputValue()).toBe('After Easter')
    await signOut(page)
    await enterToken(page, token)
    await entry(page, 'Inês Faria').waitFor()
    expect(await entry(page, 'Inês Faria').getByRole('textbox').count()).toBe(0)
  })
})

browserTest(
  'without a connection, a list keeps its entries and an undo says so, and both can be repeated',
  async () => {
    const rollcall = await bootWithWork()
    const { page } = await openWork(rollcall)
    await press(page, 'Eva Lopes', sayWork.marks.done)
    await saved(page, 'done', 'Eva Lopes')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: sayWork.undo }).click()
    await page.clock.runFor(3_000)
    await page.getByRole('status').getByText(sayWork.faults['no-connection']).waitFor()
    await page.clock.runFor(35_000)
    await page.getByText(sayWork.failing).waitFor()
    await page.getByText(sayWork.asOf.replace('{at}', '09:00')).waitFor()
    await entry(page, 'Inês Faria').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: sayWork.undo }).click()
    await entry(page, 'Eva Lopes').waitFor()
    expect(await visit(rollcall, 'Eva Lopes')).not.toHaveProperty('done')
    await page.getByText(sayWork.failing).waitFor({ state: 'detached' })
  },
)

describe('a reminder to all of a list', () => {
  const say = sayWork.remindList
  const wordsFor = (text: string, values: Record<string, string | number>) => format(text, values, 'en')
  const region = (page: Page) => page.locator('.remind-list')
  const pressIn = (page: Page, name: string) => region(page).getByRole('button', { name }).click()
  const shows = (page: Page, text: string, values: Record<string, string | number> = {}) =>
    region(page).getByText(wordsFor(text, values)).waitFor()

  /** Asks for the reminders of a list, and sends them. */
  async function remindAll(page: Page) {
    await pressIn(page, say.ask)
    await pressIn(page, wordsFor(say.send, { count: 2 }))
  }

  /** Holds the first reminder, and those behind it, until the returned function is called. */
  async function holdReminders(page: Page) {
    const held = Promise.withResolvers<void>()
    await page.route('**/reminder', async (route) => {
      await held.promise
      await route.continue()
    })
    return held.resolve
  }

  browserTest('names their number before, and says afterwards how many got one', async () => {
    const rollcall = await bootWithWork()
    const { page } = await openWork(rollcall, { list: 'unanswered', part: 'week' })
    await pressIn(page, say.ask)
    await shows(page, say.question, { count: 2 })
    await pressIn(page, sayWork.leave)
    await remindAll(page)
    await shows(page, say.done, { sent: 2, recent: 0, failed: 0 })
    await rollcall.deliver()
    const { deliveries } = await visit(rollcall, 'Ana Cruz')
    expect(deliveries.map(({ kind, state }: { kind: string; state: string }) => [kind, state])).toEqual([
      ['notice', 'sent'],
      ['reminder', 'sent'],
    ])
    await remindAll(page)
    await shows(page, say.done, { sent: 0, recent: 2, failed: 0 })
  })

  browserTest('stops when somebody asks', async () => {
    const { page } = await openWork(await bootWithWork(), { list: 'unanswered', part: 'week' })
    const release = await holdReminders(page)
    await remindAll(page)
    await shows(page, say.sending, { done: '0', total: '2' })
    await pressIn(page, say.stop)
    release()
    await shows(page, say.done, { sent: 1, recent: 0, failed: 0 })
  })

  browserTest(
    'goes on while somebody looks at other parts of the console, and shows the result there again',
    async () => {
      const rollcall = await bootWithWork()
      const { page } = await openWork(rollcall, { list: 'unanswered', part: 'week' })
      const release = await holdReminders(page)
      await remindAll(page)
      await page.getByText(wordsFor(say.sending, { done: '0', total: '2' })).waitFor()
      await link(page, sayWork.lists.texts).click()
      await entry(page, 'João Ávila').waitFor()
      await link(page, sayPlaces.figures).click()
      await records(page).waitFor()
      release()
      await page.goBack()
      await page.goBack()
      await shows(page, say.done, { sent: 2, recent: 0, failed: 0 })
      await link(page, sayWork.parts.tomorrow).click()
      await region(page).getByRole('button', { name: say.ask }).waitFor()
      await expect.poll(() => region(page).getByRole('status').innerText()).toBe('')
    },
  )

  browserTest('ends when the service refuses the token, and says so', async () => {
    const { page } = await openWork(await bootWithWork(), { list: 'unanswered', part: 'week' })
    let asked = 0
    await page.route('**/reminder', (route) => {
      asked++
      const problem = JSON.stringify({ status: 403, code: 'missing-scope', title: 'Missing scope' })
      return route.fulfill({ status: 403, contentType: 'application/problem+json', body: problem })
    })
    await remindAll(page)
    await shows(page, say.refused)
    expect(asked).toBe(1)
  })

  browserTest('is not offered without the right, or for a list of another kind', async () => {
    const { page } = await openWork(await bootWithWork(), {
      scopes: ['actions:read', 'notifications:read', 'actions:write'],
      list: 'unanswered',
      part: 'week',
    })
    await entry(page, 'Ana Cruz').waitFor()
    expect(await region(page).count()).toBe(0)
  })
})
