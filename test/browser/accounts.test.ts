import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Config } from '../../src/platform/config/config.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { invite, joinWithPassword, password } from '../accounts.ts'
import { entity } from '../history.ts'
import { bootRollcall } from '../rollcall.ts'
import { inspect } from './accessibility.ts'
import { openAdmin } from './admin.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { seeClinic } from './places.ts'
import { enterBy } from './sign-in-link.ts'

const say = wordsOf('account-page', 'en')
const { access, account: sayAccount } = wordsOf('pages', 'en')
const sayAdmin = wordsOf('admin-access', 'en')

/** Boots a service at the name of this machine: passkeys need one. */
async function bootAtName(config: Partial<Config> = {}) {
  const rollcall = await bootRollcall({ config })
  await rollcall.given(entity())
  const { port } = new URL(await rollcall.listen())
  // The port is known only now. The service reads its URL at each request.
  const origin = `http://localhost:${port}`
  rollcall.config.publicUrl = origin
  return { ...rollcall, origin }
}

/** Gives the browser an authenticator that asks nobody. */
async function withAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const nameOfSession = async (page: Page, origin: string) =>
  JSON.parse(await page.request.get(`${origin}/v1/session`).then((answer) => answer.text())).name

describe('a colleague', () => {
  browserTest('is invited in the administration, sets a passkey, and signs in with it again', async () => {
    const rollcall = await bootAtName()
    const { origin } = rollcall
    const admin = await openAdmin(rollcall, 'people')
    await admin.getByText(sayAdmin.accounts.invite, { exact: true }).first().click()
    await admin.getByLabel(sayAdmin.name).fill('Ana Reis')
    await admin.getByLabel(sayAccount.roles.manager).check()
    await inspect(admin, 'admin-people-invite')
    await admin.getByRole('button', { name: sayAdmin.accounts.invite }).click()
    const link = await admin.locator('.shown-once code').innerText()
    await admin.getByText(sayAdmin.accounts.states.invited, { exact: true }).waitFor()
    await inspect(admin, 'admin-people-invited')

    const page = await takeComputer()
    await withAuthenticator(page)
    await page.goto(link)
    await page.getByText('Rita Melo').waitFor()
    expect(await page.locator('dd').allInnerTexts()).toEqual([
      ...['Rita Melo', 'Ana Reis', sayAccount.roles.manager, 'Clínica Lisboa'],
    ])
    await inspect(page, 'account-invitation')
    await page.getByRole('button', { name: say.passkey.create }).click()
    await page.waitForURL(/\/console/)
    await seeClinic(page, 'Clínica Lisboa')
    expect(await nameOfSession(page, origin)).toBe('Ana Reis')
    await page.goto(link)
    await page.getByText(say.invitation.over).waitFor()

    await page.context().clearCookies()
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(`${origin}/console`)
    await page.getByRole('button', { name: sayAccount.passkey }).waitFor()
    await inspect(page, 'sign-in-account')
    await page.getByRole('button', { name: sayAccount.passkey }).click()
    await seeClinic(page, 'Clínica Lisboa')
    expect(await nameOfSession(page, origin)).toBe('Ana Reis')
  })

  browserTest('sets a password, mistypes it, and signs in; the access token is folded below', async () => {
    const rollcall = await bootAtName()
    const { origin } = rollcall
    const { secret } = await invite(rollcall, { role: 'administrator', email: 'ana@clinica.example' })
    const page = await takeComputer()
    await page.goto(`${origin}/account#invitation=${secret}`)
    const field = page.getByLabel(say.password.new)
    for (const [text, fault] of [
      ['short', 'too-short'],
      ['Password2026!', 'common'],
    ] as const) {
      await field.fill(text)
      await page.getByRole('button', { name: say.password.save }).click()
      await page.getByText(say.password[fault]).waitFor()
    }
    await inspect(page, 'account-invitation-fault')
    await field.fill(password)
    await page.getByRole('button', { name: say.password.save }).click()
    await page.waitForURL(/\/admin/)
    await seeClinic(page, 'Clínica Lisboa')

    await page.context().clearCookies()
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(`${origin}/admin`)
    await page.getByLabel(sayAccount.name).fill('Ana@clinica.example')
    await page.getByLabel(sayAccount.password).fill('not the password')
    await page.getByRole('button', { name: access.signIn, exact: true }).first().click()
    await page.getByText(sayAccount.wrong).waitFor()
    await inspect(page, 'sign-in-wrong')
    await page.getByLabel(sayAccount.password).fill(password)
    await page.getByRole('button', { name: access.signIn, exact: true }).first().click()
    await seeClinic(page, 'Clínica Lisboa')
  })

  browserTest('changes the own account, and signs out elsewhere', async () => {
    const rollcall = await bootAtName()
    const { origin, clock } = rollcall
    clock.time = Date.now() * 1_000
    const { secret } = await invite(rollcall)
    await joinWithPassword(rollcall, secret)
    const page = await takeComputer()
    await withAuthenticator(page)
    await page.goto(`${origin}/account`)
    await page.getByLabel(sayAccount.name).fill('Ana Reis')
    await page.getByLabel(sayAccount.password).fill(password)
    await inspect(page, 'account-sign-in')
    await page.getByRole('button', { name: access.signIn, exact: true }).click()
    await page.getByRole('button', { name: say.sessions.others }).click()
    await page.getByText(say.sessions.ended).waitFor()
    await page.getByRole('button', { name: say.passkey.create }).click()
    await page.getByText(say.saved).waitFor()
    await inspect(page, 'account-own')
    await page.getByRole('button', { name: say.passkey.remove }).click()
    await page.getByText(say.removed).waitFor()
    await page.getByRole('button', { name: access.signOut }).click()
    await page.waitForURL(`${origin}/`)
    expect((await page.request.get(`${origin}/v1/session`)).status()).toBe(401)
  })

  browserTest('signs in at a desk that requires a person', async () => {
    const rollcall = await bootAtName({ deskPerson: 'required' })
    const { origin } = rollcall
    const { secret } = await invite(rollcall)
    await joinWithPassword(rollcall, secret)
    const { token } = await rollcall.tokenFor({ name: 'Reception 1', scopes: ['checkin:read', 'checkin:write'] })
    const sayDesk = wordsOf('desk', 'en').person
    const page = await takeComputer()
    await enterBy(page, `${origin}/desk#token=${token}`)
    await page.getByRole('link', { name: sayDesk.signIn }).click()
    await page.getByLabel(sayAccount.name).fill('Ana Reis')
    await page.getByLabel(sayAccount.password).fill(password)
    await page.getByRole('button', { name: access.signIn, exact: true }).click()
    await page.locator('.person .name').getByText('Ana Reis').waitFor()
    // The next person is asked again.
    await page.getByRole('button', { name: sayDesk.change }).click()
    await page.getByLabel(sayAccount.name).waitFor()
    expect((await page.request.get(`${origin}/v1/session`)).status()).toBe(401)
  })

  browserTest('gets no passkey at an address that is not that of the service', async () => {
    const rollcall = await bootAtName()
    const { secret } = await invite(rollcall)
    const page = await takeComputer()
    await page.goto(`${rollcall.origin.replace('localhost', '127.0.0.1')}/account#invitation=${secret}`)
    await page.getByText(say.passkey.notHere).waitFor()
    expect(await page.getByRole('button', { name: say.passkey.create }).count()).toBe(0)
  })
})

describe('an administrator', () => {
  browserTest('changes a role, suspends, makes a new link and removes', async () => {
    const rollcall = await bootAtName()
    const { secret } = await invite(rollcall, { entities: ['clinica-lisboa'] })
    await joinWithPassword(rollcall, secret)
    const { accounts } = sayAdmin
    const page = await openAdmin(rollcall, 'people')
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Ana Reis' }) })
    await row.getByRole('button', { name: accounts.change }).click()
    await row.getByLabel(sayAccount.roles.manager).check()
    await inspect(page, 'admin-people-change')
    await row.getByRole('button', { name: accounts.save }).click()
    await row.getByText(sayAccount.roles.manager).waitFor()
    await row.getByRole('button', { name: accounts.suspend }).click()
    await row.getByText(accounts.states.suspended, { exact: true }).waitFor()
    await row.getByRole('button', { name: accounts.resume }).click()
    await row.getByText(accounts.states.suspended, { exact: true }).waitFor({ state: 'detached' })
    await row.getByRole('button', { name: accounts.newLink }).click()
    await row.getByRole('button', { name: accounts.newLinkYes }).click()
    expect(await page.locator('.shown-once code').innerText()).toContain('/account#invitation=')
    await row.getByRole('button', { name: accounts.remove }).click()
    await row.getByRole('button', { name: accounts.removeYes }).click()
    await page.getByText(accounts.none).waitFor()
  })
})
