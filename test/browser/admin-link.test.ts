import { describe, expect } from 'vitest'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { inspect } from './accessibility.ts'
import { bootForAdmin, openAdmin, sayAdmin } from './admin.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { kept, rowOf, visit } from './desk-day.ts'
import { expectVerdict, say as sayDesk, signInBeside } from './front-desk.ts'
import { openMenu, sayPlaces, signOut } from './places.ts'
import { agree, askedToSignIn, enterBy } from './sign-in-link.ts'

const { access } = wordsOf('pages', 'en')
const { pages } = access

describe('the way to the administration', () => {
  browserTest('leads from the console, in the same session, for a person with only the scope admin', async () => {
    const rollcall = await bootForAdmin()
    for (const scopes of [['actions:read'], ['actions:read', 'admin']] as const) {
      const { token } = await rollcall.tokenFor({ scopes: [...scopes] })
      const page = await takeComputer()
      await enterBy(page, `${rollcall.origin}/console#token=${token}`)
      await page.locator('.frame').waitFor()
      const link = page.getByRole('link', { name: sayPlaces.settings, exact: true })
      expect(await link.count()).toBe(scopes.length - 1)
      if (scopes.length === 1) continue
      await link.click()
      await page.getByRole('navigation', { name: sayAdmin.sections }).waitFor()
      await page.getByRole('link', { name: sayPlaces.figures, exact: true }).filter({ visible: true }).click()
      await link.waitFor()
      // After a sign-out at another page, Back may lead to this one as the browser kept it.
      await page.evaluate(() => {
        sessionStorage.clear()
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      })
      await askedToSignIn(page)
    }
  })

  browserTest('leads to the desk of this tab, which keeps nothing on the device, until one sign-out', async () => {
    const rollcall = await bootForAdmin()
    await rollcall.given(visit(rollcall, 'Eva Lopes', 30))
    const page = await openAdmin(rollcall, 'start')
    await page.getByRole('link', { name: sayPlaces.desk, exact: true }).click()
    for (const enter of [() => {}, () => page.reload()]) {
      await enter()
      await rowOf(page, 'Eva Lopes').waitFor()
      expect(await page.evaluate(() => localStorage.getItem('rollcall.desk'))).toBeNull()
    }
    await page.route('**/arrival', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    await rowOf(page, 'Eva Lopes').click()
    await page.getByRole('button', { name: sayDesk.markArrived, exact: true }).click()
    await page.clock.runFor(5_000)
    await expectVerdict(page, 'no-connection')
    expect(await kept(page)).toEqual({ arrivals: 0, days: 0, pages: 0 })

    await page.goto(`${rollcall.origin}/desk?kiosk`)
    await askedToSignIn(page)
    await page.goto(`${rollcall.origin}/desk`)
    await signOut(page)
    await askedToSignIn(page)
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['rollcall.signed-out'])
    // Somebody's cookie does not sign in again here, and addresses of before name no contact.
    await signInBeside(rollcall, page, rollcall.origin, ['admin', 'actions:read'], 'Ana Reis')
    for (const address of ['admin', 'console#find=Eva&visit=eva-lopes']) {
      await page.goto(`${rollcall.origin}/${address}`)
      await askedToSignIn(page)
      await expect.poll(() => page.url()).not.toMatch(/find|visit/)
    }
  })

  browserTest('leads from the first page', async () => {
    const { origin } = await bootForAdmin()
    const page = await takeComputer()
    await page.goto(origin)
    await page.getByRole('link', { name: wordsOf('first-page', 'en').admin.name, exact: true }).click()
    await page.getByRole('heading', { name: sayAdmin.title }).waitFor()
  })
})

describe('the links between the pages', () => {
  browserTest('are in the same place of each page, lead to the same clinic, and fit a telephone', async () => {
    const rollcall = await bootForAdmin()
    const { token } = await rollcall.tokenFor({})
    const page = await takeComputer({ viewport: { width: 390, height: 844 } })
    const links = page.getByRole('navigation', { name: pages.label })
    const placeOf = { desk: 'desk', console: 'today', admin: 'settings' } as const
    for (const name of ['desk', 'console', 'admin'] as const) {
      await page.goto(`${rollcall.origin}/${name}#token=${token}`)
      // The administration is in the session of the console.
      if (name !== 'admin') await agree(page)
      await links.waitFor()
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      const { desk, today, visits, work } = sayPlaces
      const shown = links.getByRole('link').filter({ visible: true })
      expect(await shown.allInnerTexts()).toEqual([desk, today, visits, work])
      await openMenu(page)
      expect(await page.locator('#person-menu').getByRole('link').filter({ visible: true }).allInnerTexts()).toEqual(
        expect.arrayContaining([sayPlaces.figures, sayPlaces.upload, sayPlaces.settings]),
      )
      const current = page.locator('[aria-current=page]', { hasText: sayPlaces[placeOf[name]] })
      await current.filter({ visible: true }).waitFor()
      await openMenu(page)
      await inspect(page, `pages-${name}`)
    }
    await links.getByRole('link', { name: sayPlaces.today }).click()
    await page.waitForURL(/\/console#entity=/)
    await links.getByRole('link', { name: sayPlaces.desk }).click()
    await page.getByRole('heading', { name: sayDesk.title }).waitFor()
  })

  browserTest('are not there for a credential that opens one page only', async () => {
    const rollcall = await bootForAdmin()
    const { token } = await rollcall.tokenFor({ scopes: ['checkin:read', 'checkin:write'] })
    const page = await takeComputer()
    await enterBy(page, `${rollcall.origin}/desk#token=${token}`)
    await page.getByRole('heading', { name: sayDesk.title }).waitFor()
    expect(await page.getByRole('navigation', { name: pages.label }).count()).toBe(0)
  })
})
