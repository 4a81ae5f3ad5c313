import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { setLogo } from '../../src/entities/logo.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { formatInstant } from '../../src/platform/time/instant.ts'
import { checkinToken, history } from '../history.ts'
import { bootRollcall } from '../rollcall.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { expectHeading, expectVerdict, openDesk, say, scan, verdictOf } from './front-desk.ts'
import { openMenu } from './places.ts'
import { enterBy } from './sign-in-link.ts'

const token = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'

async function begin() {
  const rollcall = await bootRollcall()
  await rollcall.given(...history())
  const page = await takeComputer()
  const { origin } = await openDesk(rollcall, page)
  await page.goto(`${origin}/desk?kiosk`)
  await page.getByRole('heading', { name: say.kiosk.start }).waitFor()
  return { rollcall, page }
}

browserTest('contacts report their arrivals in their own language, and the page shows nothing of others', async () => {
  const { rollcall, page } = await begin()
  expect(await page.getByText('João Silva').count()).toBe(0)
  expect(await page.getByRole('searchbox').count()).toBe(0)
  expect(await page.getByLabel(say.fromPicture).count()).toBe(0)
  await page.getByText(say.kiosk.noCode).waitFor()
  expect(await page.getByRole('button', { name: /sign out/i }).count()).toBe(0)

  await scan(page, token)
  const { kiosk, verdict } = wordsOf('desk', 'pt')
  const card = page.getByRole('region', { name: verdict })
  await card.getByText('João Silva').waitFor()
  await page.getByRole('button', { name: kiosk.here }).click()
  await card.getByRole('heading', { name: kiosk.thanks }).waitFor()
  expect((await rollcall.get('/v1/notifications/clinica-lisboa/n-1')).json()).toMatchObject({ state: 'arrived' })
  await startAgain(page)
  expect(await page.getByText('João Silva').count()).toBe(0)

  await scan(page, token)
  await card.getByRole('heading', { name: kiosk.thanks }).waitFor()
  expect(await card.getAttribute('class')).toBe('verdict go')
  await startAgain(page)

  await rollcall.given(
    checkinToken({ token: 'asked', revoked: 'another-time' }),
    checkinToken({ token: 'old', revoked: 'cancelled' }),
  )
  await scan(page, 'asked')
  await expectHeading(page, say.kiosk.goToDesk)
  await startAgain(page)
  await scan(page, 'old')
  await expectVerdict(page, 'cancelled', say.kiosk.goToDesk)
  expect(await verdictOf(page).getByRole('button').count()).toBe(0)
})

/** The page shows a verdict for 15 s. */
async function startAgain(page: Page) {
  await page.clock.fastForward(16_000)
  await page.getByRole('heading', { name: say.kiosk.start }).waitFor()
}

browserTest('a tablet whose token only reads codes marks arrivals, also those without a connection', async () => {
  const rollcall = await bootRollcall()
  await rollcall.given(...history())
  const page = await takeComputer()
  const { token: access } = await rollcall.tokenFor({ scopes: ['checkin:code'], entities: ['clinica-lisboa'] })
  await page.clock.install({ time: formatInstant(rollcall.clock.time) })
  await enterBy(page, `${await rollcall.listen()}/desk?kiosk#token=${access}`)
  await page.getByRole('heading', { name: say.kiosk.start }).waitFor()
  await scan(page, token)
  const { kiosk, outcomes, verdict } = wordsOf('desk', 'pt')
  const here = page.getByRole('button', { name: kiosk.here })
  await here.waitFor()
  await page.context().setOffline(true)
  await here.click()
  await page.clock.runFor(6_000)
  const card = page.getByRole('region', { name: verdict })
  await card.getByRole('heading', { name: outcomes['no-connection'].title }).waitFor()
  await card.getByText(kiosk.goToDesk).waitFor()
  await startAgain(page)
  await scan(page, 'NO-SUCH-CODE')
  await expectVerdict(page, 'no-connection', say.kiosk.goToDesk)
  await startAgain(page)
  await page.context().setOffline(false)
  await page.clock.runFor(6_000)
  await page.getByRole('heading', { name: say.kiosk.start }).waitFor()
  const state = async () => (await rollcall.get('/v1/notifications/clinica-lisboa/n-1')).json().state
  await expect.poll(state).toBe('arrived')
})

browserTest(
  'the desk leads to the page of the waiting room, which shows the logo and keeps the screen on',
  async () => {
    const rollcall = await bootRollcall()
    await rollcall.given(...history())
    await setLogo(
      rollcall.database,
      'clinica-lisboa',
      readFileSync(new URL('../../examples/logo.png', import.meta.url)),
    )
    const page = await takeComputer()
    await page.context().addInitScript(noteLocks)
    await openDesk(rollcall, page)
    const opening = page.waitForEvent('popup')
    await openMenu(page)
    await page.getByRole('link', { name: say.kiosk.link }).click()
    const waitingRoom = await opening
    await waitingRoom.getByRole('heading', { name: say.kiosk.start }).waitFor()
    const width = () => waitingRoom.locator('h1 img').evaluate((logo: HTMLImageElement) => logo.naturalWidth)
    await expect.poll(width).toBeGreaterThan(0)
    const locks = () => waitingRoom.evaluate('window.locks')
    await expect.poll(locks).toEqual(['screen'])
    await waitingRoom.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await expect.poll(locks).toEqual(['screen', 'screen'])
  },
)

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
