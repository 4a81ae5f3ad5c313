import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished } from 'vitest'
import type { Scope } from '../../src/access/credentials/scope.ts'
import { setRule } from '../../src/access/sign-in/access-rules.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { minutes } from '../../src/platform/time/instant.ts'
import { entity } from '../history.ts'
import { identityProvider } from '../identity-provider.ts'
import { bootRollcall } from '../rollcall.ts'
import { expectAccessible, inspectedLanguages, inspectOnce } from './accessibility.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { goTo, sayPlaces, signOut } from './places.ts'

async function bootWithProvider() {
  const provider = await identityProvider()
  const proof = { secret: 'a secret of the tests' }
  const signIn = { issuer: provider.issuer, clientId: 'rollcall', proof, groupsClaim: 'groups', timeoutSeconds: 10 }
  const rollcall = await bootRollcall({ config: { signIn } })
  await rollcall.given(entity())
  const origin = await rollcall.listen()
  provider.register(origin, { client_secret: proof.secret, token_endpoint_auth_method: 'client_secret_post' })
  return { ...rollcall, origin, provider }
}

describe('in Chromium, a person', () => {
  browserTest('signs in over http: on this machine, and another site cannot use the session', async () => {
    const { origin, database } = await bootWithProvider()
    await setRule(database, { group: '/desk', scopes: ['checkin:read'], entities: 'all' })
    const page = await takeComputer()
    await page.goto(`${origin}/sign-in?to=/health`)
    expect(page.url()).toBe(`${origin}/health`)
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === '__Host-rollcall')
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/', expires: -1 })
    await page.goto(`${origin}/v1/session`)
    expect(JSON.parse(await page.locator('body').innerText())).toMatchObject({ name: 'Ana Reis' })

    const foreign = await otherSite(`<form method="post" action="${origin}/sign-out"><button>Win</button></form>`)
    await page.goto(foreign)
    const [answer] = await Promise.all([page.waitForResponse(`${origin}/sign-out`), page.getByRole('button').click()])
    expect(answer.status()).toBe(403)
    await page.goto(`${origin}/v1/session`)
    expect(await page.locator('body').innerText()).toContain('Ana Reis')

    const ended = await page.evaluate(async () => (await fetch('/v1/session', { method: 'DELETE' })).status)
    expect(ended).toBe(204)
    expect((await page.context().cookies(origin)).filter(({ name }) => name === '__Host-rollcall')).toEqual([])
  })

  browserTest('works in the console as themselves, until they sign out or their session ends', async () => {
    const rollcall = await bootWithProvider()
    const { origin, database, provider } = rollcall
    const say = wordsOf('pages', 'en').access
    const scopes: Scope[] = ['actions:read', 'notifications:read', 'admin', 'checkin:read', 'checkin:write']
    await setRule(database, { group: '/desk', scopes, entities: 'all' })
    const page = await takeComputer()
    const enter = async () => {
      await page.getByRole('link', { name: say.signInWithAccount }).click()
      await page.getByText('Time zone: Europe/Lisbon').waitFor()
    }
    await page.goto(`${origin}/console`)
    await enter()
    expect(page.url()).not.toContain('signed-in')
    await page.reload()
    await page.getByText('Time zone: Europe/Lisbon').waitFor()
    for (const to of ['desk', 'settings'] as const) {
      await goTo(page, to)
      await page.locator('a[aria-current=page]', { hasText: sayPlaces[to] }).first().waitFor()
    }
    // In a new tab, too.
    const other = await page.context().newPage()
    await other.goto(`${origin}/console`)
    await other.getByText('Time zone: Europe/Lisbon').waitFor()
    expect(provider.logins()).toBe(1)
    // No address makes the person's cookie the session of a device.
    const device = await page.context().newPage()
    for (const address of ['desk#signed-in', 'desk#token=', 'desk?kiosk#signed-in', 'desk?kiosk#token=']) {
      await device.goto(`${origin}/${address}`)
      await device.getByLabel(say.accessToken).waitFor()
      await expect.poll(() => device.url()).not.toContain('#')
      expect(await device.evaluate(() => localStorage.getItem('rollcall.desk')), address).toBeNull()
    }

    // Without a connection, the cookie remains. The page says so, and does not use it.
    const isSignOut = (url: URL) => url.pathname === '/sign-out'
    await page.route(isSignOut, (route) => route.abort())
    for (const leave of [() => signOut(page), () => page.reload()]) {
      await leave()
      await page.getByText(say.faults['sign-out-unreached']).waitFor()
      await page.getByLabel(say.accessToken).waitFor()
    }
    await expectAccessible(page, 'sign-out-unreached')
    await page.unroute(isSignOut)
    await page.getByRole('button', { name: say.signOut }).click()
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await page.getByRole('heading', { name: wordsOf('sign-in', 'en').signedOut.title }).waitFor()
    expect((await page.request.get(`${origin}/v1/session`)).status()).toBe(401)
    await page.goto(`${origin}/console`)
    await enter()
    expect(provider.logins()).toBe(2)
    // Away from the console, which may notice the end by itself before a reload.
    await page.goto('about:blank')
    const ended = await page.request.delete(`${origin}/v1/sessions`, { headers: { 'sec-fetch-site': 'same-origin' } })
    expect(ended.ok()).toBe(true)
    await page.goto(`${origin}/console`)
    await page.getByText(say.faults['session-ended']).waitFor()
  })

  browserTest('is signed out of pages that nobody attends, although these read by themselves', async () => {
    const rollcall = await bootWithProvider()
    const { origin, database, clock } = rollcall
    const say = wordsOf('pages', 'en').access
    const scopes: Scope[] = ['actions:read', 'notifications:read', 'admin', 'checkin:read', 'checkin:write']
    await setRule(database, { group: '/desk', scopes, entities: 'all' })
    const usedAt = async () =>
      (await database.selectFrom('sessions').select('used_at').executeTakeFirstOrThrow()).used_at
    const context = (await takeComputer()).context()
    const pages: Page[] = []
    for (const place of ['console', 'console?view=work', 'admin']) {
      const page = await context.newPage()
      await page.clock.install()
      if (pages.length === 0) await page.goto(`${origin}/sign-in?to=/console%23signed-in`)
      else await page.goto(`${origin}/${place}#signed-in`)
      await page.locator('.person-button').waitFor()
      pages.push(page)
    }
    const [console] = pages
    const leaveAlone = async () => {
      for (const page of pages) {
        const read = page.waitForResponse((response) => response.request().headers()['rollcall-unattended'] === 'true')
        await page.clock.runFor(61_000)
        await page.clock.runFor(61_000)
        await read
      }
    }
    // The requests of the first minute count as those of a person.
    await leaveAlone()
    const attended = await usedAt()
    clock.time += minutes(20)
    await leaveAlone()
    expect(await usedAt()).toBe(attended)

    const read = console!.waitForResponse((response) => response.url().endsWith('/v1/session'))
    await console!.keyboard.press('Tab')
    await console!.clock.runFor(59_000)
    await read
    await expect.poll(usedAt).toBe(clock.now())

    clock.time += minutes(30)
    for (const page of pages) {
      await page.clock.runFor(61_000)
      await page.getByText(say.faults['session-ended']).waitFor()
      expect(await page.locator('body').innerText()).not.toContain('Lisboa')
    }
  })

  browserTest('without rights reads what to do in each language, without a violation that axe detects', async () => {
    const { origin, provider } = await bootWithProvider()
    for (const language of inspectedLanguages) {
      const say = wordsOf('sign-in', language)
      const page = await takeComputer({ locale: language })
      await page.goto(`${origin}/sign-in`)
      await page.getByRole('heading', { name: say.noAccess.title }).waitFor()
      expect(await page.getByText(provider.issuer).isVisible()).toBe(true)
      const name = `no-access-${language}`
      await inspectOnce(page, name)
      await page.goto(`${origin}/sign-in/callback?code=x&state=y`)
      await page.getByRole('heading', { name: say.over.title }).waitFor()
      expect(await page.getByRole('link', { name: say.signIn }).getAttribute('href')).toBe(`${origin}/sign-in`)
      await expectAccessible(page, `over-${language}`)
    }
  })
})

/** A page of another site than the service, which is at 127.0.0.1. */
async function otherSite(body: string): Promise<string> {
  const server = createServer((_request, response) => response.end(`<!doctype html>${body}`)).listen(0, 'localhost')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://localhost:${(server.address() as AddressInfo).port}/`
}
