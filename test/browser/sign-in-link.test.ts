import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { revokeAccessToken } from '../../src/access/credentials/access-token.ts'
import { format } from '../../src/platform/languages/format.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { seconds } from '../../src/platform/time/instant.ts'
import { entity, history } from '../history.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { inspectedLanguages, inspectOnce } from './accessibility.ts'
import { browserTest, takeComputer, takePhone } from './chromium.ts'
import { say as sayDesk, signInBeside } from './front-desk.ts'
import { seeClinic, signOut } from './places.ts'
import { agree, askedToSignIn, enterBy } from './sign-in-link.ts'

const { access: say } = wordsOf('pages', 'en')
const pages = ['desk', 'desk?kiosk', 'console', 'admin'] as const

async function begin() {
  const rollcall = await bootRollcall()
  await rollcall.given(...history(), entity({ id: 'porto', name: 'Clínica Porto' }))
  const { token: own } = await rollcall.tokenFor({ name: 'Reception 1' })
  const { token: another } = await rollcall.tokenFor({ name: 'Mallory', entities: ['porto'] })
  return { rollcall, own, another, origin: await rollcall.listen(), page: await takeComputer() }
}

/** Everything that the browser keeps of the origin in texts, with the names of its databases. */
const kept = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))

const unused = (name: string) => format(say.link.unused, { name }, 'en')
const questionOf = (page: Page) => page.getByRole('region', { name: say.link.title })

describe('a link with an access token', () => {
  for (const name of pages)
    browserTest(`asks at ${name} who signs in and for what, before the page keeps anything`, async () => {
      const { origin, another, page } = await begin()
      await page.goto(`${origin}/${name}#token=${another}`)
      const question = questionOf(page)
      await question.getByText('Mallory').waitFor()
      expect(await question.innerText()).toContain('Clínica Porto')
      expect(page.url()).not.toContain('token')
      expect(await kept(page)).not.toContain(another)
      await question.getByRole('button', { name: say.link.decline }).click()
      await askedToSignIn(page)
      expect(await kept(page)).not.toContain(another)
      await page.reload()
      await askedToSignIn(page)

      await enterBy(page, `${origin}/${name}#token=${another}`)
      await page.getByText('Clínica Porto').first().waitFor()
      expect(await kept(page)).toContain(another)
    })

  for (const name of pages)
    browserTest(`never replaces the session at ${name}`, async () => {
      const { origin, own, another, page } = await begin()
      await enterBy(page, `${origin}/${name}#token=${own}`)
      await seeClinic(page, 'Clínica Lisboa')
      // In the open page, then in one that loads, also with other cases and orders of the fragment.
      for (const [address, isNew] of [
        [`#token=${another}`, false],
        [`#x=1&%74oken=${another}`, false],
        [`#token=${another}`, true],
      ] as const) {
        if (isNew) await page.goto('about:blank')
        await page.goto(`${origin}/${name}${address}`)
        await page.getByText(unused('Reception 1')).waitFor()
        expect(page.url()).not.toContain('token=')
        expect(await kept(page)).not.toContain(another)
        expect(await page.getByText('Clínica Lisboa').count()).toBeGreaterThan(0)
        await page.getByRole('button', { name: say.link.close, exact: true }).click()
        await page.getByText(unused('Reception 1')).waitFor({ state: 'detached' })
      }
      // The same token asks nothing.
      await page.goto(`${origin}/${name}#token=${own}`)
      await expect.poll(() => page.url()).not.toContain('token')
      await page.reload()
      await seeClinic(page, 'Clínica Lisboa')
      expect(await page.getByText(unused('Reception 1')).count()).toBe(0)
    })

  browserTest('signs in after a sign-out, and after the session has ended', async () => {
    const { rollcall, origin, another, page } = await begin()
    const first = await rollcall.tokenFor({ name: 'Reception 1' })
    await enterBy(page, `${origin}/desk#token=${first.token}`)
    await page.getByText(sayDesk.connection.live).waitFor()
    await revokeAccessToken(rollcall.database, rollcall.clock, first.id)
    rollcall.clock.time += seconds(6)
    await page.goto(`${origin}/desk?again#token=${another}`)
    await agree(page)
    await seeClinic(page, 'Clínica Porto')
    await signOut(page)
    await page.getByLabel(say.accessToken).waitFor()
    await enterBy(page, `${origin}/desk#token=${rollcall.token}`)
    await seeClinic(page, 'Clínica Lisboa')
  })

  browserTest('of a tab does not sign in a device that another tab has signed in meanwhile', async () => {
    const { origin, own, another, page } = await begin()
    await page.goto(`${origin}/desk#token=${another}`)
    await questionOf(page).waitFor()
    const other = await page.context().newPage()
    await enterBy(other, `${origin}/desk#token=${own}`)
    await other.getByText(sayDesk.connection.live).waitFor()
    await agree(page)
    await page.getByText(unused('Reception 1')).waitFor()
    expect(await kept(page)).not.toContain(another)
  })

  for (const name of ['console', 'admin'] as const)
    browserTest(`does not replace the person who has signed in with their account at ${name}`, async () => {
      const { rollcall, origin, another, page } = await begin()
      await signInBeside(rollcall, page, origin, ['admin', 'actions:read', 'notifications:read'], 'Ana Reis')
      // The tab has no session yet.
      await page.goto(`${origin}/${name}#token=${another}`)
      await page.getByText(unused('Ana Reis')).waitFor()
      expect(await kept(page)).not.toContain(another)
      await seeClinic(page, 'Clínica Lisboa')
    })

  browserTest('with a damaged or revoked token leads to the sign-in, which says why', async () => {
    const { rollcall, origin, another, page } = await begin()
    const revoked = await rollcall.tokenFor()
    await revokeAccessToken(rollcall.database, rollcall.clock, revoked.id)
    for (const [token, fault] of [
      [another.slice(0, -3), say.faults.incomplete],
      [revoked.token, say.faults.revoked],
    ] as const) {
      await page.goto(`${origin}/console#token=${token}`)
      await page.getByRole('alert').getByText(fault).waitFor()
      expect(await page.locator('form:has(#token) button').isEnabled()).toBe(true)
    }
  })
})

browserTest('the question is readable in each language, without a violation that axe detects', async () => {
  const rollcall = await bootRollcall()
  await rollcall.given(...history(), ...['b', 'c', 'd', 'e'].map((id) => entity({ id, name: `Clínica ${id}` })))
  const { token: own } = await rollcall.tokenFor({ name: 'Reception 1' })
  const origin = await rollcall.listen()
  for (const language of inspectedLanguages) {
    const { link } = wordsOf('pages', language).access
    const page = await takePhone({ locale: language })
    const { token } = await manyClinics(rollcall)
    await page.goto(`${origin}/desk#token=${token}`)
    await page.getByRole('region', { name: link.title }).waitFor()
    await inspectOnce(page, `link-${language}`)
    await agree(page)
    await page.locator('.frame').waitFor()
    await page.goto(`${origin}/desk#token=${own}`)
    await page.locator('.unused').waitFor()
    // It fades in and out.
    await page.getByText(wordsOf('desk', language).loading).waitFor({ state: 'detached' })
    await inspectOnce(page, `unused-link-${language}`)
  }
})

const manyClinics = (rollcall: Rollcall) =>
  rollcall.tokenFor({ name: 'Reception 2', entities: ['clinica-lisboa', 'b', 'c', 'd', 'e'] })
