import { describe, expect } from 'vitest'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { seconds } from '../../src/platform/time/instant.ts'
import { expectAccessible, inspect } from './accessibility.ts'
import { bootForAdmin, loseResponse, openAdmin, sayAdmin, signInAgain } from './admin.ts'
import { browserTest, takeComputer, takePhone } from './chromium.ts'
import { chooseLanguage, sayPlaces } from './places.ts'
import { enterBy } from './sign-in-link.ts'

const saySettings = wordsOf('settings', 'en')

describe('the administration', () => {
  browserTest(
    'has the settings, without an accessibility violation, on every screen and in every language',
    async () => {
      const page = await openAdmin(await bootForAdmin(), 'quiet-hours')
      await page.getByText('Monday: quiet 00:00–08:00, 21:00–24:00').waitFor()
      await inspect(page, 'admin-quiet-hours')
    },
  )

  browserTest('tells two administrators that both change the same, and keeps what each of them typed', async () => {
    const rollcall = await bootForAdmin()
    const [one, other] = [await openAdmin(rollcall, 'quiet-hours'), await openAdmin(rollcall, 'quiet-hours')]
    await one.getByLabel(saySettings.from).fill('20:00')
    await other.getByLabel(saySettings.from).fill('22:00')
    await one.getByRole('button', { name: saySettings.save }).click()
    await one.getByText(saySettings.saved).waitFor()
    await other.getByRole('button', { name: saySettings.save }).click()
    await other.getByText(saySettings.conflict).waitFor()
    const stored = async () => (await rollcall.get('/v1/entities/clinica-lisboa/quiet-hours')).json().hours[0].from
    expect(await stored()).toBe('20:00')
    expect(await other.getByLabel(saySettings.from).inputValue()).toBe('22:00')
    await expectAccessible(other, 'admin-conflict')
    await other.getByRole('button', { name: saySettings.discard }).click()
    expect(await other.getByLabel(saySettings.from).inputValue()).toBe('20:00')
    await other.getByLabel(saySettings.from).fill('22:00')
    await other.getByRole('button', { name: saySettings.save }).click()
    await other.getByText(saySettings.saved).waitFor()
    expect(await stored()).toBe('22:00')
  })

  browserTest('merges the changes of two administrators to different properties', async () => {
    const rollcall = await bootForAdmin()
    const [one, other] = [await openAdmin(rollcall, 'quiet-hours'), await openAdmin(rollcall, 'quiet-hours')]
    await one.getByLabel(saySettings.from).fill('20:00')
    await other.getByLabel(saySettings.day, { exact: true }).fill('2026-04-01')
    await other.getByRole('button', { name: saySettings.addHoliday }).click()
    for (const page of [one, other]) {
      await page.getByRole('button', { name: saySettings.save }).click()
      await page.getByText(saySettings.saved).waitFor()
    }
    expect((await rollcall.get('/v1/entities/clinica-lisboa/quiet-hours')).json()).toMatchObject({
      hours: [{ from: '20:00' }],
      holidays: ['2026-04-01'],
    })
  })

  browserTest('keeps a change when the connection is lost while it saves, and saves it once', async () => {
    const rollcall = await bootForAdmin()
    const page = await openAdmin(rollcall, 'quiet-hours')
    await page.getByLabel(saySettings.from).fill('20:00')
    // The service stores the change, and its response is lost.
    await loseResponse(page, '**/quiet-hours')
    await page.getByRole('button', { name: saySettings.save }).click()
    await page.clock.runFor(10_000)
    await page.getByText(saySettings.saved).waitFor()
    expect((await rollcall.get('/v1/entities/clinica-lisboa/history')).json()).toHaveLength(1)
  })

  browserTest('keeps what somebody typed when their session ends, also across the sign-in', async () => {
    const rollcall = await bootForAdmin()
    const page = await openAdmin(rollcall, 'quiet-hours')
    await page.getByLabel(saySettings.from).fill('20:00')
    // Otherwise, the refusal of the preview may end the session before the click.
    await page.getByText(saySettings.preview.none).waitFor()
    await signInAgain(rollcall, page, () => page.getByRole('button', { name: saySettings.save }).click())
    await page.getByRole('heading', { name: saySettings.names['quiet-hours'] }).waitFor()
    expect(await page.getByLabel(saySettings.from).inputValue()).toBe('20:00')
    await page.getByRole('button', { name: saySettings.save }).click()
    await page.getByText(saySettings.saved).waitFor()
  })

  browserTest('does not show to the next person what somebody typed before their session ended', async () => {
    const rollcall = await bootForAdmin()
    const page = await openAdmin(rollcall, 'quiet-hours')
    const from = page.getByLabel(saySettings.from)
    const stored = await from.inputValue()
    await from.fill('20:00')
    await page.getByText(saySettings.preview.none).waitFor()
    await rollcall.database
      .updateTable('access_tokens')
      .set({ revoked_at: rollcall.clock.time })
      .where('name', '=', 'Rita Melo')
      .execute()
    rollcall.clock.time += seconds(5)
    await page.getByRole('button', { name: saySettings.save }).click()
    const { access } = wordsOf('pages', 'en')
    await page.getByText(access.faults.revoked).waitFor()
    await page.getByLabel(access.accessToken).fill((await rollcall.tokenFor({ name: 'Ana Reis' })).token)
    await page.getByRole('button', { name: access.signIn }).click()
    await page.getByRole('heading', { name: saySettings.names['quiet-hours'] }).waitFor()
    expect(await from.inputValue()).toBe(stored)
  })

  browserTest(
    'moves to the section that somebody chooses on a phone, and leaves the focus alone when it opens',
    async () => {
      const { origin, tokenFor } = await bootForAdmin()
      const page = await takePhone({ locale: 'en-GB' })
      await enterBy(
        page,
        `${origin}/admin#${new URLSearchParams({ token: (await tokenFor()).token, section: 'start' })}`,
      )
      await page.getByRole('heading', { name: sayAdmin.names.start }).waitFor()
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
      await page.getByRole('link', { name: sayPlaces.settings }).filter({ visible: true }).click()
      await page.getByRole('link', { name: saySettings.names['quiet-hours'] }).click()
      const heading = page.getByRole('heading', { name: saySettings.names['quiet-hours'] })
      await expect.poll(() => heading.evaluate((shown) => document.activeElement === shown)).toBe(true)
      expect(await heading.evaluate((shown) => shown.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    },
  )

  browserTest('shows the last language that somebody chose, also if the texts of another arrive later', async () => {
    const page = await openAdmin(await bootForAdmin(), 'quiet-hours')
    const late = Promise.withResolvers<string>()
    const arrive = Promise.withResolvers<void>()
    await page.route(
      '**/assets/*.js',
      async (route) => {
        late.resolve(route.request().url())
        await arrive.promise
        await route.continue()
      },
      { times: 1 },
    )
    await chooseLanguage(page, 'de')
    const url = await late.promise
    await chooseLanguage(page, 'es')
    await page.locator('html[lang=es]').waitFor()
    arrive.resolve()
    // In the page: the test's own import is another.
    await page.evaluate(`import(${JSON.stringify(url)}).then(() => {})`)
    expect(await page.locator('html').getAttribute('lang')).toBe('es')
  })

  browserTest('opens without a word about a session to somebody who has none', async () => {
    const { origin } = await bootForAdmin()
    const page = await takeComputer()
    await page.goto(`${origin}/admin`)
    await page.getByRole('heading', { name: sayAdmin.title }).waitFor()
    expect(await page.locator('#token-fault').innerText()).toBe('')
    await expectAccessible(page, 'admin-signed-out')
  })
})
