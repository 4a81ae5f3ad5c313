import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { format } from '../../src/platform/languages/format.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { minutes } from '../../src/platform/time/instant.ts'
import { contact } from '../contact.ts'
import { checkinToken, entity } from '../history.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { at, begin, countUnsent, find, isCodeStored, lastAction, rowOf, today, visit } from './desk-day.ts'
import { expectVerdict, openDesk, say, scan, typeCode, verdictOf } from './front-desk.ts'
import { enterBy } from './sign-in-link.ts'

const sayStates = wordsOf('pages', 'en').states

describe('the list of the day', () => {
  browserTest('has the visits by time, with their states, and follows the other desks', async () => {
    const { rollcall, page } = await begin(at('Rui Costa', 60), at('Ana Cruz', -10), at('Zoe Paz', -9))
    const when = new Date((rollcall.clock.time + minutes(30)) / 1_000).toISOString()
    const named = { external_id: 'P-1', name: 'Eva Lopes', country: 'PT' }
    await (await contact(rollcall, { params: { when, doctor: 'Ana Reis' }, contact: named })).answer('confirm')
    await page.clock.fastForward(31_000)
    await rowOf(page, 'Eva Lopes Confirmed').waitFor()
    expect(await today(page).locator('.name').allInnerTexts()).toEqual([
      'Ana Cruz',
      'Zoe Paz',
      'Eva Lopes',
      'Rui Costa',
    ])
    expect(await today(page).locator('.state').allInnerTexts()).toEqual([
      sayStates.overdue,
      sayStates.expected,
      sayStates.confirmed,
      sayStates.expected,
    ])

    await rollcall.post('/v1/notifications/clinica-lisboa/zoe-paz/arrival')
    await rowOf(page, 'Zoe Paz Arrived').waitFor()
    await rowOf(page, 'Rui Costa').click()
    await expectVerdict(page, 'expected', 'Rui Costa')
    await rollcall.post('/v1/notifications/clinica-lisboa/rui-costa/arrival')
    await expectVerdict(page, 'already-arrived', 'Rui Costa')
  })
})

browserTest('a device whose date is wrong says so, and stays signed in', async () => {
  const rollcall = await bootRollcall()
  await rollcall.given(entity(), visit(rollcall, 'Eva Lopes', 30), checkinToken({ notification_id: 'eva-lopes' }))
  const page = await takeComputer()
  await page.clock.setFixedTime('2027-01-01T08:00:00Z')
  const { token } = await rollcall.tokenFor({ scopes: ['checkin:read', 'checkin:write'] })
  await enterBy(page, `${await rollcall.listen()}/desk#token=${token}`)
  await page.getByText(say.wrongClock).waitFor()
  await typeCode(page, '7F3K9QXW2MZT4B8NDR6VHJ5CPE')
  await expectVerdict(page, 'expected', 'Eva Lopes')
})

browserTest('a search closes the previous contact, keeps its words, and chooses the only visit on Enter', async () => {
  const { rollcall, page } = await begin(at('Eva Lopes', 30), at('Rui Costa', 40), at('Rui Cruz', 50))
  await rollcall.given(checkinToken({ notification_id: 'eva-lopes' }))
  await scan(page, '7F3K9QXW2MZT4B8NDR6VHJ5CPE')
  await expectVerdict(page, 'expected', 'Eva Lopes')
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('x')
  await verdictOf(page).getByRole('heading', { name: say.ready }).waitFor()
  expect(await page.getByRole('button', { name: say.markArrived }).count()).toBe(0)
  // The code that the search has closed is looked up again.
  await page.locator('h1').click()
  await scan(page, '7F3K9QXW2MZT4B8NDR6VHJ5CPE')
  await expectVerdict(page, 'expected', 'Eva Lopes')

  await find(page, 'eva')
  await scan(page, '7F3K9QXW2MZT4B8NDR6VHJ5CPE')
  await expectVerdict(page, 'expected', 'Eva Lopes')
  expect(await page.getByRole('searchbox').inputValue()).toBe('eva')
  expect(await today(page).locator('.visit').count()).toBe(1)

  // However fast somebody types.
  await find(page, '')
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('rui c', { delay: 80 })
  await page.keyboard.press('Enter')
  await today(page)
    .getByText(format(say.found, { count: 2 }, 'en'))
    .waitFor()
  await verdictOf(page).getByRole('heading', { name: say.ready }).waitFor()
  await page.keyboard.type('ruz', { delay: 80 })
  await page.keyboard.press('Enter')
  await expectVerdict(page, 'expected', 'Rui Cruz')
})

browserTest('contacts of the same name have the birth date and the key in their rows', async () => {
  const again = (name: string, inMinutes: number, others: object) => (rollcall: Rollcall) => ({
    ...visit(rollcall, name, inMinutes, others),
    id: `n-${inMinutes}`,
    external_id: `A-${inMinutes}`,
  })
  const { page } = await begin(
    at('João Silva', 30, { external_id: 'P-1', birth_date: '1980-02-29' }),
    again('Joao Silva', 40, { external_id: 'P-2', birth_date: '1952-11-03' }),
    at('Rui Costa', 50, { external_id: 'P-3' }),
    again('Rui Costa', 60, { external_id: 'P-3' }),
  )
  await rowOf(page, 'Rui Costa').first().waitFor()
  expect(await today(page).locator('.namesake').allInnerTexts()).toEqual([
    `${say.birthDate} 29 Feb 1980 · P-1`,
    `${say.birthDate} 3 Nov 1952 · P-2`,
  ])
})

browserTest(
  'a chosen visit has the verdict of its code, arrives without a code, and is expected again after an undo',
  async () => {
    const { rollcall, page } = await begin(at('Eva Lopes', 30, { birth_date: '1980-02-29' }))
    await rowOf(page, 'Eva Lopes').click()
    await expectVerdict(page, 'expected', 'Eva Lopes', '1980', 'Ana Reis')
    await page.getByRole('button', { name: say.markArrived, exact: true }).click()
    await expectVerdict(page, 'arrived', 'Eva Lopes')
    const { state } = (await rollcall.get('/v1/notifications/clinica-lisboa/eva-lopes')).json()
    expect(state).toBe('arrived')
    // One press within ten seconds, and a reason after them.
    await page.getByRole('button', { name: say.undo }).click()
    await expectVerdict(page, 'expected')
    expect(await lastAction(rollcall)).toEqual({ action: 'annul', reason: say.undoReasons[1] })
    await page.getByRole('button', { name: say.markArrived, exact: true }).click()
    await expectVerdict(page, 'arrived', 'Eva Lopes')
    await page.clock.runFor(10_000)
    await page.getByRole('button', { name: say.undo }).click()
    await page.getByLabel(say.reason, { exact: true }).selectOption(say.undoReasons[0]!)
    await verdictOf(page).getByRole('button', { name: say.undo }).click()
    await expectVerdict(page, 'expected')
    expect(await lastAction(rollcall)).toEqual({ action: 'annul', reason: say.undoReasons[0] })
  },
)

browserTest(
  'an unknown code leads to the search, or is looked up again, and no access leads to the sign-in',
  async () => {
    const { rollcall, page } = await begin(at('Eva Lopes', 30))
    await typeCode(page, 'no-such-code')
    await expectVerdict(page, 'unknown')
    await page.getByRole('button', { name: say.remedies.find }).click()
    await page.keyboard.type('ev', { delay: 250 })
    await rowOf(page, 'Eva Lopes').click()
    await expectVerdict(page, 'expected', 'Eva Lopes')
    await typeCode(page, 'a-late-code')
    await expectVerdict(page, 'unknown')
    await rollcall.given(checkinToken({ notification_id: 'eva-lopes', token: 'a-late-code' }))
    await page.getByRole('button', { name: say.remedies.again }).click()
    await expectVerdict(page, 'expected', 'Eva Lopes')
    // The service responds as for any clinic that the token cannot access.
    await page.route('**/another-code', (route) =>
      route.continue({ url: route.request().url().replace('clinica-lisboa', 'clinica-porto') }),
    )
    await typeCode(page, 'another-code')
    await expectVerdict(page, 'not-this-clinic')
    await page.getByRole('button', { name: say.remedies['sign-in'] }).click()
    await page.getByRole('textbox', { name: /token/i }).waitFor()
  },
)

browserTest('each verdict sounds if the receptionist switches the sound on, which the device remembers', async () => {
  const { page } = await begin(at('Eva Lopes', 30))
  const heard = () => page.evaluate('window.heard')
  const listen = () => page.evaluate(noteTones)
  await listen()
  await rowOf(page, 'Eva Lopes').click()
  await expectVerdict(page, 'expected')
  expect(await heard()).toEqual([])
  await page.getByRole('button', { name: say.turnSoundOn }).click()
  await page.reload()
  await page.getByRole('button', { name: say.turnSoundOff }).waitFor()
  await listen()
  await typeCode(page, 'no-such-code')
  await expectVerdict(page, 'unknown')
  await expect.poll(heard).toEqual([220, 220, 220])
  await rowOf(page, 'Eva Lopes').click()
  await expectVerdict(page, 'expected')
  await expect.poll(heard).toEqual([220, 220, 220, 880])
})

/** Records in `window.heard` the frequency of each tone. */
function noteTones() {
  const heard: number[] = []
  Object.assign(window, { heard })
  const { start } = OscillatorNode.prototype
  OscillatorNode.prototype.start = function (when) {
    heard.push(this.frequency.value)
    start.call(this, when)
  }
}

browserTest('a day of 2,100 visits shows 25, finds any, and reloads those around now more often', async () => {
  const rollcall = await bootRollcall()
  const visits = Array.from({ length: 2_100 }, (_, index) => visit(rollcall, `Contact ${index}`, index / 3 - 30))
  await rollcall.given(entity(), ...visits)
  const page = await takeComputer()
  await openDesk(rollcall, page)
  const withdraw = (id: string) => rollcall.post(`/v1/notifications/clinica-lisboa/${id}/cancellation`)
  const row = (name: string) => today(page).getByRole('button', { name, exact: false })
  await today(page).locator('.visit').first().waitFor()
  expect(await today(page).locator('.visit').count()).toBe(25)
  await find(page, 'contact 2099')
  await rowOf(page, 'Contact 2099').waitFor()
  expect(await today(page).locator('.visit').count()).toBe(1)
  for (const id of ['contact-2099', 'contact-70']) await withdraw(id)
  await page.clock.fastForward(31_000)
  await find(page, 'contact 70')
  await row(`Contact 70 ${sayStates.cancelled}`).waitFor()
  await find(page, 'contact 2099')
  await row(`Contact 2099 ${sayStates.expected}`).waitFor()
  await page.clock.fastForward(5 * 60_000)
  await row(`Contact 2099 ${sayStates.cancelled}`).waitFor()
})

describe('without a connection', () => {
  const here = (page: Page) => page.getByRole('button', { name: say.markArrived, exact: true })
  const stateOf = async ({ get }: Rollcall, id: string) => (await get(`/v1/notifications/clinica-lisboa/${id}`)).json()

  browserTest('an arrival that was not sent is marked in the list, and can be discarded', async () => {
    const { rollcall, page } = await begin(at('Eva Lopes', 30), at('Rui Costa', 60))
    await rowOf(page, 'Eva Lopes').waitFor()
    await page.context().setOffline(true)
    for (const name of ['Eva Lopes', 'Rui Costa']) {
      await rowOf(page, name).click()
      await expectVerdict(page, 'listed', name)
      await here(page).click()
      await page.clock.runFor(5_000)
      await expectVerdict(page, 'unsent', name)
      await rowOf(page, `${name} ${sayStates.unsent}`).waitFor()
    }
    await page.getByText(`${say.unsent} 2`).click()
    await page.locator('.unsent-list').getByRole('button', { name: 'Eva Lopes' }).click()
    await expectVerdict(page, 'unsent', 'Eva Lopes')
    await page.getByRole('button', { name: say.remedies.discard }).click()
    await expectVerdict(page, 'listed', 'Eva Lopes')
    await rowOf(page, `Eva Lopes ${sayStates.expected}`).waitFor()
    await page.context().setOffline(false)
    await rowOf(page, `Rui Costa ${sayStates.arrived}`).waitFor()
    expect(await stateOf(rollcall, 'eva-lopes')).not.toHaveProperty('arrived_at')
  })

  browserTest('an arrival that is discarded while the service records it is shown as arrived', async () => {
    const { rollcall, page } = await begin(at('Eva Lopes', 30))
    await rowOf(page, 'Eva Lopes').click()
    await expectVerdict(page, 'expected')
    await page.context().setOffline(true)
    await here(page).click()
    await page.clock.runFor(5_000)
    await expectVerdict(page, 'unsent')
    const [isSent, isDiscarded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/arrival', async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      isSent.resolve()
      await isDiscarded.promise
      await route.continue()
    })
    await page.context().setOffline(false)
    await isSent.promise
    await page.getByRole('button', { name: say.remedies.discard }).click()
    isDiscarded.resolve()
    await expectVerdict(page, 'already-arrived')
    expect((await stateOf(rollcall, 'eva-lopes')).state).toBe('arrived')
    await page.getByRole('button', { name: say.undo }).waitFor()
  })

  browserTest('the page loads, with the visits, their codes and the unsent arrivals of the device', async () => {
    const { rollcall, page } = await begin(at('Eva Lopes', 30))
    await rollcall.given(checkinToken({ notification_id: 'eva-lopes' }))
    await page.reload()
    await rowOf(page, 'Eva Lopes').waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    // The row can be that of the stored day, from before the code.
    await expect.poll(() => page.evaluate(isCodeStored)).toBe(true)
    await page.context().setOffline(true)
    await page.reload()
    await rowOf(page, 'Eva Lopes').waitFor()
    await typeCode(page, '7F3K9QXW2MZT4B8NDR6VHJ5CPE')
    await expectVerdict(page, 'listed', 'Eva Lopes')
    await here(page).click()
    await page.clock.runFor(5_000)
    await page.getByText(`${say.unsent} 1`).waitFor()
    await page.reload()
    await page.getByText(`${say.unsent} 1`).waitFor()
    await page.context().setOffline(false)
    await page.clock.runFor(6_000)
    await page.getByText(`${say.unsent} 1`).waitFor({ state: 'detached' })
    expect((await stateOf(rollcall, 'eva-lopes')).state).toBe('arrived')
  })

  browserTest('an arrival is recorded once if the page closes and the reply is lost', async () => {
    const { rollcall, page, origin } = await begin(at('Eva Lopes', 30))
    await rowOf(page, 'Eva Lopes').click()
    await expectVerdict(page, 'expected')
    const isLost = Promise.withResolvers<void>()
    await page.route('**/arrival', async (route) => {
      await route.fetch()
      isLost.resolve()
    })
    await here(page).click()
    await isLost.promise
    expect((await stateOf(rollcall, 'eva-lopes')).state).toBe('arrived')
    const context = page.context()
    await page.close()
    const reopened = await context.newPage()
    await reopened.goto(`${origin}/desk`)
    await rowOf(reopened, 'Eva Lopes Arrived').waitFor()
    await expect.poll(() => reopened.evaluate(countUnsent)).toBe(0)
    const arrivals = rollcall.database.selectFrom('actions').select('action').where('action', '=', 'arrive')
    expect(await arrivals.execute()).toHaveLength(1)
  })

  browserTest('an arrival that the service refuses later is shown with the reason', async () => {
    const { rollcall, page } = await begin(at('Eva Lopes', 30))
    await rowOf(page, 'Eva Lopes').click()
    await expectVerdict(page, 'expected')
    await page.context().setOffline(true)
    await here(page).click()
    await page.clock.runFor(5_000)
    await expectVerdict(page, 'unsent')
    await rollcall.post('/v1/notifications/clinica-lisboa/eva-lopes/arrival')
    await page.context().setOffline(false)
    await page.clock.runFor(6_000)
    await page.getByText(say.notMarked).waitFor()
    await page.getByRole('button', { name: say.look, exact: true }).last().click()
    await expectVerdict(page, 'already-arrived')
    await page.getByText(say.notMarked).waitFor({ state: 'detached' })
  })
})
