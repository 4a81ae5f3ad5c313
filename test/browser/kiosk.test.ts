import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { setLogo } from '../../src/entities/logo.ts'
import { formatInstant } from '../../src/instant.ts'
import { wordsOf } from '../../src/languages/words.ts'
import { checkinToken, history, notification } from '../history.ts'
import { bootRollcall, byToken } from '../rollcall.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { expectHeading, expectVerdict, openDesk, say, scan, verdictOf } from './front-desk.ts'

const token = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'

async function begin() {
  const rollcall = await bootRollcall()
  await rollcall.given(...history(), notification({ id: 'n-2', external_id: 'A-2' }))
  const page = await takeComputer()
  const { origin } = await openDesk(rollcall, page)
  await page.goto(`${origin}/desk?kiosk`)
  await page.getByRole('heading', { name: say.kiosk.start }).waitFor()
  return { rollcall, page }
}

browserTest(
  'a contact reports the arrival in the waiting room, in the own language, and the page starts again',
  async () => {
    const { rollcall, page } = await begin()
    await scan(page, token)
    const { kiosk, verdict } = wordsOf('desk', 'pt')
    const card = page.getByRole('region', { name: verdict })
    await card.getByText('João Silva').waitFor()
    await page.getByRole('button', { name: kiosk.here }).click()
    await card.getByRole('heading', { name: kiosk.thanks }).waitFor()
    expect((await rollcall.get('/v1/notifications/clinica-lisboa/n-1')).json()).toMatchObject({ state: 'arrived' })
    await page.clock.fastForward(16_000)
    await page.getByRole('heading', { name: say.kiosk.start }).waitFor()
    expect(await page.getByText('João Silva').count()).toBe(0)
  },
)

browserTest('a tablet whose token reads codes only marks arrivals, also those of a lost connection', async () => {
  const rollcall = await bootRollcall()
  await rollcall.given(...history())
  const page = await takeComputer()
  const { token: access } = await rollcall.tokenFor({ scopes: ['checkin:code'], entities: ['clinica-lisboa'] })
  await page.clock.install({ time: formatInstant(rollcall.clock.time) })
  await page.goto(`${await rollcall.listen()}/desk?kiosk#token=${access}`)
  await page.getByRole('heading', { name: say.kiosk.start }).waitFor()
  await scan(page, token)
  const here = page.getByRole('button', { name: wordsOf('desk', 'pt').kiosk.here })
  await here.waitFor()
  await page.context().setOffline(true)
  await here.click()
  await page.clock.runFor(6_000)
  await page.getByText(wordsOf('desk', 'pt').kiosk.goToDesk).waitFor()
  await page.context().setOffline(false)
  await page.clock.runFor(6_000)
  const state = async () => (await rollcall.get('/v1/notifications/clinica-lisboa/n-1')).json().state
  await expect.poll(state).toBe('arrived')
})

browserTest('the page of the waiting room speaks to contacts who asked for another time', async () => {
  const { rollcall, page } = await begin()
  await rollcall.given(checkinToken({ token: 'old', revoked: 'another-time' }))
  await scan(page, 'old')
  await expectHeading(page, say.kiosk.goToDesk)
})

browserTest('the page of the waiting room thanks a contact who scans again, in green', async () => {
  const { rollcall, page } = await begin()
  await rollcall.post(`${byToken(token)}/arrival`)
  await scan(page, token)
  const card = page.getByRole('region', { name: wordsOf('desk', 'pt').verdict })
  await card.getByRole('heading', { name: wordsOf('desk', 'pt').kiosk.thanks }).waitFor()
  expect(await card.getAttribute('class')).toBe('verdict go')
})

browserTest('the desk leads to the page of the waiting room, which shows the logo of the clinic', async () => {
  const rollcall = await bootRollcall()
  await rollcall.given(...history())
  await setLogo(rollcall.database, 'clinica-lisboa', readFileSync(new URL('../../examples/logo.png', import.meta.url)))
  const page = await takeComputer()
  await openDesk(rollcall, page)
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: say.kiosk.link }).click()
  const waitingRoom = await opening
  await waitingRoom.getByRole('heading', { name: say.kiosk.start }).waitFor()
  const width = () => waitingRoom.locator('h1 img').evaluate((logo: HTMLImageElement) => logo.naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
})

browserTest('the page of the waiting room sends a contact with another code to the desk', async () => {
  const { rollcall, page } = await begin()
  await rollcall.given(checkinToken({ token: 'old', revoked: 'cancelled' }))
  await scan(page, 'old')
  await expectVerdict(page, 'cancelled', say.kiosk.goToDesk)
  expect(await verdictOf(page).getByRole('button').count()).toBe(0)
})

browserTest('the page of the waiting room starts again after 15 s, also if the service cannot be reached', async () => {
  const { page } = await begin()
  await page.context().setOffline(true)
  await scan(page, token)
  await expectVerdict(page, 'no-connection', say.kiosk.goToDesk)
  for (let second = 0; second < 16; second += 2) await page.clock.runFor(2_000)
  await page.getByRole('heading', { name: say.kiosk.start }).waitFor()
  await page.context().setOffline(false)
  await page.clock.runFor(5_000)
  await page.getByRole('heading', { name: say.kiosk.start }).waitFor()
})

browserTest('a contact whose arrival is not sent yet goes to the desk', async () => {
  const { rollcall, page } = await begin()
  await scan(page, token)
  const { kiosk, outcomes, verdict } = wordsOf('desk', 'pt')
  await page.getByRole('button', { name: kiosk.here }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: kiosk.here }).click()
  await page.clock.runFor(6_000)
  const card = page.getByRole('region', { name: verdict })
  await card.getByRole('heading', { name: outcomes['no-connection'].title }).waitFor()
  await card.getByText(kiosk.goToDesk).waitFor()
  await page.context().setOffline(false)
  await page.clock.runFor(6_000)
  await expect
    .poll(async () => (await rollcall.get('/v1/notifications/clinica-lisboa/n-1')).json().state)
    .toBe('arrived')
})

browserTest('the screen of the waiting room stays on, also after the page was hidden', async () => {
  const { page } = await begin()
  const locks = () => page.evaluate('window.locks')
  await page.addInitScript(noteLocks)
  await page.reload()
  await expect.poll(locks).toEqual(['screen'])
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await expect.poll(locks).toEqual(['screen', 'screen'])
})

/** Records in `window.locks` each wake lock that the page requests. */
function noteLocks() {
  const locks: string[] = []
  Object.assign(window, { locks })
  const { request } = WakeLock.prototype
  WakeLock.prototype.request = function (type = 'screen') {
    locks.push(type)
    return request.call(this, type)
  }
}

browserTest('the page of the waiting room shows no visit of others and no sign-out', async () => {
  const { page } = await begin()
  expect(await page.getByText('João Silva').count()).toBe(0)
  expect(await page.getByRole('searchbox').count()).toBe(0)
  expect(await page.getByLabel(say.fromPicture).count()).toBe(0)
  await page.getByText(say.kiosk.noCode).waitFor()
  expect(await page.getByRole('button', { name: /sign out/i }).count()).toBe(0)
})
