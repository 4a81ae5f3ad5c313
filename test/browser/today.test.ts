import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { revokeCredential } from '../../src/access/credential.ts'
import { minutes, seconds } from '../../src/instant.ts'
import { format } from '../../src/languages/format.ts'
import { wordsOf } from '../../src/languages/words.ts'
import { contact } from '../contact.ts'
import { checkinToken, entity } from '../history.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { at, begin, countUnsent, find, lastAction, rowOf, today, visit } from './desk-day.ts'
import { expectHeading, expectVerdict, openDesk, say, scan, typeCode, verdictOf } from './front-desk.ts'

const sayStates = wordsOf('pages', 'en').states

describe('the list of the day', () => {
  browserTest('has the visits by time, with their states', async () => {
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
  })

  browserTest('tells the receptionist that another desk has marked the contact on the screen', async () => {
    const { rollcall, page } = await begin(at('Eva Lopes', 30))
    await rowOf(page, 'Eva Lopes').click()
    await expectVerdict(page, 'expected', 'Eva Lopes')
    await rollcall.post('/v1/notifications/clinica-lisboa/eva-lopes/arrival')
    await expectVerdict(page, 'already-arrived', 'Eva Lopes')
  })

  browserTest('shows an arrival at another desk', async () => {
    const { rollcall, page } = await begin(at('Eva Lopes', 30))
    await rowOf(page, 'Eva Lopes').waitFor()
    await rollcall.post('/v1/notifications/clinica-lisboa/eva-lopes/arrival')
    await rowOf(page, 'Eva Lopes Arrived').waitFor()
  })

  browserTest('shows a visit that the clinic submits later', async () => {
    const { rollcall, page } = await begin(at('Eva Lopes', 30))
    await rowOf(page, 'Eva Lopes').waitFor()
    await rollcall.given(visit(rollcall, 'Rui Costa', 60))
    await page.clock.fastForward(31_000)
    await rowOf(page, 'Rui Costa').waitFor()
  })
})

browserTest('a device whose date is wrong says so, and stays signed in', async () => {
  const rollcall = await bootRollcall()
  await rollcall.given(entity(), visit(rollcall, 'Eva Lopes', 30), checkinToken({ notification_id: 'eva-lopes' }))
  const page = await takeComputer()
  await page.clock.setFixedTime('2027-01-01T08:00:00Z')
  const { token } = await rollcall.tokenFor({ scopes: ['checkin:read', 'checkin:write'] })
  await page.goto(`${await rollcall.listen()}/desk#token=${token}`)
  await page.getByText(say.wrongClock).waitFor()
  await typeCode(page, '7F3K9QXW2MZT4B8NDR6VHJ5CPE')
  await expectVerdict(page, 'expected', 'Eva Lopes')
})

describe('a search', () => {
  browserTest('says that a visit is on another day', async () => {
    const { page } = await begin(at('Eva Lopes', 24 * 60))
    await find(page, 'eva')
    await today(page).getByText(say.onAnotherDay).waitFor()
    await rowOf(page, 'Eva Lopes').click()
    await expectHeading(page, 'Tomorrow, 31 March', 'Eva Lopes')
  })

  browserTest('closes the previous contact at its first key', async () => {
    const { page } = await begin(at('Eva Lopes', 30), at('Rui Costa', 40))
    await rowOf(page, 'Eva Lopes').click()
    await expectVerdict(page, 'expected', 'Eva Lopes')
    await page.getByRole('searchbox').focus()
    await page.keyboard.type('r')
    await verdictOf(page).getByRole('heading', { name: say.ready }).waitFor()
    expect(await page.getByRole('button', { name: say.markArrived }).count()).toBe(0)
  })

  browserTest('chooses the only visit on Enter, however fast somebody types', async () => {
    const { page } = await begin(at('Eva Lopes', 30), at('Rui Costa', 40), at('Rui Cruz', 50))
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

  browserTest('looks a code up again after the search has closed it', async () => {
    const { rollcall, page } = await begin(at('Eva Lopes', 30))
    await rollcall.given(checkinToken({ notification_id: 'eva-lopes' }))
    await scan(page, '7F3K9QXW2MZT4B8NDR6VHJ5CPE')
    await expectVerdict(page, 'expected', 'Eva Lopes')
    await find(page, 'x')
    await verdictOf(page).getByRole('heading', { name: say.ready }).waitFor()
    await page.locator('h1').click()
    await scan(page, '7F3K9QXW2MZT4B8NDR6VHJ5CPE')
    await expectVerdict(page, 'expected', 'Eva Lopes')
  })

  browserTest('keeps its words when a scanner reads a code', async () => {
    const { rollcall, page } = await begin(at('Eva Lopes', 30))
    await rollcall.given(checkinToken({ notification_id: 'eva-lopes' }))
    await find(page, 'eva')
    await scan(page, '7F3K9QXW2MZT4B8NDR6VHJ5CPE')
    await expectVerdict(page, 'expected', 'Eva Lopes')
    expect(await page.getByRole('searchbox').inputValue()).toBe('eva')
    expect(await today(page).locator('.visit').count()).toBe(1)
  })
})

browserTest('contacts of the same name have the birth date and the key in their rows', async () => {
  const again = (name: string, inMinutes: number, others: object) => (rollcall: Rollcall) => ({
    ...visit(rollcall, name, inMinutes, others),
    ...{ id: `n-${inMinutes}`, external_id: `A-${inMinutes}` },
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

describe('a chosen visit', () => {
  browserTest('has the verdict of its code, with the birth date, and arrives without a code', async () => {
    const { rollcall, page } = await begin(at('Eva Lopes', 30, { birth_date: '1980-02-29' }))
    await rowOf(page, 'Eva Lopes').click()
    await expectVerdict(page, 'expected', 'Eva Lopes', '1980', 'Ana Reis')
    await page.getByRole('button', { name: say.markArrived, exact: true }).click()
    await expectVerdict(page, 'arrived', 'Eva Lopes')
    const { state } = (await rollcall.get('/v1/notifications/clinica-lisboa/eva-lopes')).json()
    expect(state).toBe('arrived')
  })

  browserTest('has its button in sight, however long the day is', async () => {
    const rollcall = await bootRollcall()
    await rollcall.given(
      entity(),
      ...Array.from({ length: 60 }, (_, index) => visit(rollcall, `Contact ${index}`, index)),
    )
    const page = await takeComputer()
    await openDesk(rollcall, page)
    for (const [width, height] of [
      [1280, 720],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await rowOf(page, `Contact ${height / 60}`).click()
      await expectVerdict(page, 'expected', `Contact ${height / 60}`)
      const button = await page.getByRole('button', { name: say.markArrived, exact: true }).boundingBox()
      expect(button!.y + button!.height).toBeLessThanOrEqual(height)
      expect(await page.evaluate(() => scrollY)).toBe(0)
    }
  })

  browserTest('expects the contact again after an arrival is undone, with the reason on record', async () => {
    const { rollcall, page } = await begin(at('Eva Lopes', 30))
    await rowOf(page, 'Eva Lopes').click()
    await page.getByRole('button', { name: say.markArrived, exact: true }).click()
    await expectVerdict(page, 'arrived')
    await page.getByRole('button', { name: say.undo }).click()
    await page.getByLabel(say.reason, { exact: true }).selectOption(say.undoReasons[1]!)
    await verdictOf(page).getByRole('button', { name: say.undo }).click()
    await expectVerdict(page, 'expected')
    expect(await lastAction(rollcall)).toEqual({ action: 'annul', reason: say.undoReasons[1] })
  })
})

browserTest('an unknown code leads to the search by name', async () => {
  const { page } = await begin(at('Eva Lopes', 30))
  await typeCode(page, 'no-such-code')
  await expectVerdict(page, 'unknown')
  await page.getByRole('button', { name: say.remedies.find }).click()
  await page.keyboard.type('ev', { delay: 250 })
  await rowOf(page, 'Eva Lopes').click()
  await expectVerdict(page, 'expected', 'Eva Lopes')
})

browserTest('an unknown code can be looked up again, and a device without access can sign in again', async () => {
  const { rollcall, page, id } = await begin(at('Eva Lopes', 30))
  await typeCode(page, 'a-late-code')
  await expectVerdict(page, 'unknown')
  await rollcall.given(checkinToken({ notification_id: 'eva-lopes', token: 'a-late-code' }))
  await page.getByRole('button', { name: say.remedies.again }).click()
  await expectVerdict(page, 'expected', 'Eva Lopes')
  await rollcall.database.deleteFrom('access_token_entities').where('access_token_id', '=', id).execute()
  rollcall.clock.time += seconds(3)
  await typeCode(page, 'another-code')
  await expectVerdict(page, 'not-this-clinic')
  await page.getByRole('button', { name: say.remedies['sign-in'] }).click()
  await page.getByRole('textbox', { name: /token/i }).waitFor()
})

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

browserTest('a day of 2,000 visits shows a part of its rows, and the search finds any of them', async () => {
  const rollcall = await bootRollcall()
  const visits = Array.from({ length: 2_000 }, (_, index) => visit(rollcall, `Contact ${index}`, index / 10 - 60))
  await rollcall.given(entity(), ...visits)
  const page = await takeComputer()
  await openDesk(rollcall, page)
  await today(page).locator('.visit').first().waitFor()
  expect(await today(page).locator('.visit').count()).toBe(25)
  await find(page, 'contact 1999')
  await rowOf(page, 'Contact 1999').waitFor()
  expect(await today(page).locator('.visit').count()).toBe(1)
})

browserTest('a day of 2,100 visits reloads the visits around now soon, and the others later', async () => {
  const rollcall = await bootRollcall()
  const visits = Array.from({ length: 2_100 }, (_, index) => visit(rollcall, `Contact ${index}`, index / 3 - 30))
  await rollcall.given(entity(), ...visits)
  const page = await takeComputer()
  await openDesk(rollcall, page)
  const withdraw = (id: string) => rollcall.post(`/v1/notifications/clinica-lisboa/${id}/cancellation`)
  const row = (name: string) => today(page).getByRole('button', { name, exact: false })
  await find(page, 'contact 2099')
  await rowOf(page, 'Contact 2099').waitFor()
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

  browserTest('the device keeps an arrival, and sends it with its time when it is connected again', async () => {
    const { rollcall, page } = await begin(at('Eva Lopes', 30), at('Rui Costa', 60))
    await rowOf(page, 'Eva Lopes').waitFor()
    await page.context().setOffline(true)
    await rowOf(page, 'Eva Lopes').click()
    await expectVerdict(page, 'listed', 'Eva Lopes')
    await here(page).click()
    await page.clock.runFor(5_000)
    await expectVerdict(page, 'unsent', 'Eva Lopes')
    const markedAt = rollcall.clock.time
    await rowOf(page, 'Rui Costa').click()
    await expectVerdict(page, 'listed', 'Rui Costa')
    await rowOf(page, 'Eva Lopes').click()
    await expectVerdict(page, 'unsent', 'Eva Lopes')
    rollcall.clock.time += minutes(20)
    await page.context().setOffline(false)
    await page.getByText(`${say.unsent} 1`).waitFor({ state: 'detached' })
    await expectVerdict(page, 'already-arrived', 'Eva Lopes')
    const { state, arrived_at } = await stateOf(rollcall, 'eva-lopes')
    expect(state).toBe('arrived')
    expect(Date.parse(arrived_at)).toBeLessThan(markedAt / 1_000 + 60_000)
  })

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

  browserTest('an arrival that is discarded in one tab is not sent by another one', async () => {
    const { rollcall, page, origin } = await begin(at('Eva Lopes', 30), at('Rui Costa', 60))
    const other = await page.context().newPage()
    await other.goto(`${origin}/desk`)
    await rowOf(other, 'Rui Costa').waitFor()
    await page.context().setOffline(true)
    for (const name of ['Eva Lopes', 'Rui Costa']) {
      await rowOf(page, name).click()
      await expectVerdict(page, 'listed', name)
      await here(page).click()
      await page.clock.runFor(5_000)
      await expectVerdict(page, 'unsent', name)
    }
    const [isSending, isDiscarded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/arrival', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    await other.route('**/arrival', async (route) => {
      isSending.resolve()
      await isDiscarded.promise
      await route.continue()
    })
    await page.context().setOffline(false)
    await isSending.promise
    await page.getByRole('button', { name: say.remedies.discard }).click()
    await expectVerdict(page, 'expected', 'Rui Costa')
    isDiscarded.resolve()
    await rowOf(page, `Eva Lopes ${sayStates.arrived}`).waitFor()
    // The other tab has sent what it sends.
    await other.getByText(say.unsent).waitFor({ state: 'detached' })
    expect(await stateOf(rollcall, 'rui-costa')).not.toHaveProperty('arrived_at')
  })

  browserTest('the page loads, with the visits and the unsent arrivals of the device', async () => {
    const { rollcall, page } = await begin(at('Eva Lopes', 30))
    await rowOf(page, 'Eva Lopes').waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.context().setOffline(true)
    await page.reload()
    await rowOf(page, 'Eva Lopes').click()
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

  for (const [lost, reachesService] of [
    ['the request', false],
    ['the reply', true],
  ] as const)
    browserTest(`an arrival is recorded once if the page closes and ${lost} is lost`, async () => {
      const { rollcall, page, origin } = await begin(at('Eva Lopes', 30))
      await rowOf(page, 'Eva Lopes').click()
      await expectVerdict(page, 'expected')
      const isLost = Promise.withResolvers<void>()
      await page.route('**/arrival', async (route) => {
        if (reachesService) await route.fetch()
        isLost.resolve()
      })
      await here(page).click()
      await isLost.promise
      expect((await stateOf(rollcall, 'eva-lopes')).state === 'arrived').toBe(reachesService)
      const context = page.context()
      await page.close()
      const reopened = await context.newPage()
      await reopened.goto(`${origin}/desk`)
      await rowOf(reopened, 'Eva Lopes Arrived').waitFor()
      await expect.poll(() => reopened.evaluate(countUnsent)).toBe(0)
      const { length } = await rollcall.database
        .selectFrom('actions')
        .select('action')
        .where('action', '=', 'arrive')
        .execute()
      expect(length).toBe(1)
    })

  browserTest('an arrival with a revoked token is sent after the next sign-in', async () => {
    const { rollcall, page, origin, id } = await begin(at('Eva Lopes', 30))
    await rowOf(page, 'Eva Lopes').click()
    await expectVerdict(page, 'expected')
    await page.route('**/arrival', (route) =>
      route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{"code":"invalid-token"}' }),
    )
    await here(page).click()
    await page.getByRole('button', { name: wordsOf('pages', 'en').access.signIn }).waitFor()
    await page.unroute('**/arrival')
    await revokeCredential(rollcall.database, rollcall.clock, id)
    const { token } = await rollcall.tokenFor({ scopes: ['checkin:read', 'checkin:write'] })
    await page.goto(`${origin}/desk#token=${token}`)
    await rowOf(page, 'Eva Lopes Arrived').waitFor()
    expect((await stateOf(rollcall, 'eva-lopes')).state).toBe('arrived')
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
