import { chromium, type Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { minutes, systemClock } from '../../src/platform/time/instant.ts'
import { chromiumPath } from '../browser/find-chromium.ts'
import { enterBy } from '../browser/sign-in-link.ts'
import { entity, notification } from '../history.ts'
import { bootRollcall, temporaryFolder } from '../rollcall.ts'

const say = wordsOf('desk', 'en')
// The long form has an hour at a large desk.
const arrivals = process.env.LONG_DRILLS ? 200 : 10
const names = Array.from({ length: arrivals }, (_, index) => `Contact ${String(index).padStart(3, '0')}`)

const openProfile = (folder: string) =>
  chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath!,
    args: ['--no-sandbox'],
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
  })

const today = (page: Page) => page.getByRole('region', { name: say.today })

/** Marks a contact as arrived, as a receptionist does. */
async function mark(page: Page, name: string) {
  await page.getByRole('searchbox').fill(name)
  await today(page)
    .getByRole('button', { name: `${name} ` })
    .first()
    .click()
  await page.getByRole('button', { name: say.markArrived, exact: true }).click()
  await page.getByRole('heading', { name: say.outcomes.unsent.title, exact: true }).waitFor()
}

test.skipIf(chromiumPath === undefined)(
  `${arrivals} arrivals without a connection, in two tabs of a browser that is killed, are recorded once each`,
  async () => {
    const rollcall = await bootRollcall()
    rollcall.clock.time = systemClock.now()
    const when = new Date((rollcall.clock.time + minutes(30)) / 1_000).toISOString()
    await rollcall.given(
      entity({ time_zone: 'UTC' }),
      ...names.map((name, index) =>
        notification({
          id: `n-${index}`,
          external_id: `A-${index}`,
          params: { when, event_date: when, doctor: 'Ana Reis' },
          contact: { external_id: `P-${index}`, name },
        }),
      ),
    )
    const origin = await rollcall.listen()
    const { token } = await rollcall.tokenFor({ scopes: ['checkin:read', 'checkin:write'] })
    const profile = temporaryFolder()

    const before = await openProfile(profile)
    const tabs = [await before.newPage(), await before.newPage()]
    for (const [index, tab] of tabs.entries()) {
      if (index === 0) await enterBy(tab, `${origin}/desk#token=${token}`)
      else await tab.goto(`${origin}/desk`)
      await today(tab).getByText(names[0]!, { exact: true }).waitFor()
    }
    await tabs[0]!.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await before.setOffline(true)
    const half = Math.floor(arrivals / 2)
    for (const [index, name] of names.slice(0, half).entries()) await mark(tabs[index % 2]!, name)
    const browser = await before.newCDPSession(tabs[0]!)
    const closed = new Promise((resolve) => before.once('close', resolve))
    browser.send('Browser.crash').catch(() => {})
    await closed

    const after = await openProfile(profile)
    onTestFinished(() => after.close())
    await after.setOffline(true)
    const again = [await after.newPage(), await after.newPage()]
    for (const tab of again) {
      await tab.goto(`${origin}/desk`)
      await tab.getByText(`${say.unsent} ${half}`).waitFor()
    }
    for (const [index, name] of names.slice(half).entries()) await mark(again[index % 2]!, name)
    expect(await rollcall.database.selectFrom('actions').selectAll().execute()).toEqual([])

    await after.setOffline(false)
    for (const tab of again) await tab.getByText(say.unsent).waitFor({ state: 'detached' })
    const actions = await rollcall.database.selectFrom('actions').select(['notification_id', 'action']).execute()
    expect(actions.map(({ notification_id }) => notification_id).toSorted()).toEqual(
      names.map((_, index) => `n-${index}`).toSorted(),
    )
    expect(new Set(actions.map(({ action }) => action))).toEqual(new Set(['arrive']))
  },
  900_000,
)
