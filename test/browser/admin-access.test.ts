import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { AccessTokenRecord } from '../../client/client.ts'
import type { Grant } from '../../src/access/credentials/access-token.ts'
import { setRule } from '../../src/access/sign-in/access-rules.ts'
import { format } from '../../src/platform/languages/format.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { formatInstant, hours, seconds } from '../../src/platform/time/instant.ts'
import type { SectionName } from '../../web/admin/sections.ts'
import { entity } from '../history.ts'
import type { Rollcall } from '../rollcall.ts'
import { signedIn } from '../signed-in.ts'
import { expectAccessible, inspect } from './accessibility.ts'
import { bootForAdmin, loseResponse, openAdmin, sayAdmin } from './admin.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { chooseLanguage } from './places.ts'
import { enterBy } from './sign-in-link.ts'

const say = wordsOf('admin-access', 'en')
const desk = wordsOf('desk', 'en')
const settings = wordsOf('settings', 'en')

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } })

/** Returns the rows of a list by the name in them. */
const rowOf = (page: Page, name: string) =>
  page.locator('.grants > li').filter({ has: page.getByText(name, { exact: true }) })

const tokensOf = async (rollcall: Rollcall, name: string): Promise<AccessTokenRecord[]> =>
  (await rollcall.get('/v1/access-tokens')).json().filter((one: AccessTokenRecord) => one.name === name)

const accepts = async (rollcall: Rollcall, token: string) =>
  (await rollcall.get('/v1/access-token', { authorization: `Bearer ${token}` })).statusCode === 200

async function fillToken(page: Page, name: string) {
  await page.getByText(say.tokens.create).first().click()
  await page.getByLabel(say.name).fill(name)
  await page.getByLabel(say.purposes.system).check()
}

const createToken = (page: Page) => page.getByRole('button', { name: say.tokens.create }).click()
const shownToken = (page: Page) => page.locator('.shown-once code').first().innerText()

/** Opens a section with another credential. */
async function openAdminAs(
  rollcall: Rollcall & { origin: string },
  grant: Partial<Grant>,
  section: SectionName = 'access-tokens',
) {
  return openAdmin({ ...rollcall, tokenFor: () => rollcall.tokenFor({ name: 'limited', ...grant }) }, section)
}

describe('access tokens', () => {
  browserTest('are created once, work, are replaced with an overlap, and end when they are revoked', async () => {
    const rollcall = await bootForAdmin()
    const page = await openAdmin(rollcall, 'access-tokens')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await fillToken(page, 'practice system')
    await page.getByLabel(say.tokens.expiry).selectOption('P90D')
    await createToken(page)
    await page.getByText(say.tokens.onlyNow).waitFor()
    const token = await shownToken(page)
    expect(await accepts(rollcall, token)).toBe(true)
    expect(await tokensOf(rollcall, 'practice system')).toMatchObject([
      {
        scopes: ['actions:read', 'notifications:write'],
        entities: ['clinica-lisboa'],
        created_by: 'Rita Melo',
        expires_at: expect.stringMatching(/^2026-06-28T08:/),
      },
    ])
    await page.getByRole('button', { name: sayAdmin.copy }).first().click()
    await page.getByText(sayAdmin.copied).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token)
    // Only the page has it.
    const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])')
    expect(stored).not.toContain(token)
    await page.getByText(`Authorization: Bearer ${token}`).waitFor()
    await inspect(page, 'access-created')
    await page.getByRole('button', { name: sayAdmin.done }).click()
    expect(await page.content()).not.toContain(token)
    await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('')

    const row = rowOf(page, 'practice system')
    await row.getByText(say.tokens.neverUsed).waitFor()
    await row.getByRole('button', { name: say.tokens.rotate }).click()
    expect(await row.getByLabel(say.tokens.overlap).inputValue()).toBe('24')
    await expectAccessible(page, 'access-rotating')
    await row.getByRole('button', { name: say.tokens.rotateYes }).click()
    await page.getByText('Both tokens work until 31 Mar 2026').waitFor()
    const newer = await shownToken(page)
    expect(await Promise.all([token, newer].map((one) => accepts(rollcall, one)))).toEqual([true, true])
    await page.getByRole('button', { name: sayAdmin.done }).click()
    await row.getByText('Replaced by the token of 30 Mar 2026').waitFor()

    const [older, latest] = [row.last(), row.first()]
    await older.getByRole('button', { name: say.tokens.revoke }).click()
    await page.getByText(format(say.tokens.revokeAsk, { name: 'practice system' }, 'en')).waitFor()
    await expectAccessible(page, 'access-revoking')
    await page.getByRole('button', { name: sayAdmin.cancel }).click()
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(say.tokens.revoke)
    await latest.getByRole('button', { name: say.tokens.revoke }).click()
    await page.getByRole('button', { name: say.tokens.revokeYes }).click()
    await page.getByText(format(say.tokens.revoked, { name: 'practice system' }, 'en')).waitFor()
    rollcall.clock.time += seconds(5)
    expect(await Promise.all([token, newer].map((one) => accepts(rollcall, one)))).toEqual([true, false])
    await page.getByText(format(say.tokens.ended, { count: 1 }, 'en')).click()
    await page.getByText('Revoked 30 Mar 2026, 09:00 by Rita Melo').waitFor()
    await expectAccessible(page, 'access-ended')
  })

  browserTest('warn before they expire, also in a list with every kind of token', async () => {
    const rollcall = await bootForAdmin()
    const now = rollcall.clock.time
    await rollcall.tokenFor({ name: 'old report', scopes: ['actions:read'], expiresAt: now + hours(1) })
    await rollcall.tokenFor({ name: 'trial', entities: ['clinica-lisboa'], test: true })
    const page = await openAdmin(rollcall, 'access-tokens')
    await rowOf(page, 'old report').getByText(say.tokens.expiresSoon.split('{at}')[1]!).waitFor()
    await rowOf(page, 'trial').getByText(say.tokens.test).waitFor()
    await inspect(page, 'access-tokens')
  })

  browserTest('may exist after a lost response, and the page says where to look', async () => {
    const rollcall = await bootForAdmin()
    const page = await openAdmin(rollcall, 'access-tokens')
    await fillToken(page, 'lost')
    await loseResponse(page, '**/v1/access-tokens')
    await createToken(page)
    await page.getByText(say.mayExist).waitFor()
    await expectAccessible(page, 'access-lost')
    expect(await page.getByLabel(say.name).inputValue()).toBe('lost')
    const row = page.locator('.grants > li').first()
    await row.getByText('lost').waitFor()
    await row.getByRole('button', { name: say.tokens.revoke }).click()
    await page.getByRole('button', { name: say.tokens.revokeYes }).click()
    await page.getByText(format(say.tokens.revoked, { name: 'lost' }, 'en')).waitFor()
    await createToken(page)
    await page.getByText(say.tokens.onlyNow).waitFor()
    expect((await tokensOf(rollcall, 'lost')).map(({ revoked_at }) => revoked_at === undefined)).toEqual([false, true])
  })

  browserTest('stay on the page when the texts of another language cannot load', async () => {
    const rollcall = await bootForAdmin()
    const page = await openAdmin(rollcall, 'access-tokens')
    await fillToken(page, 'practice system')
    await createToken(page)
    await page.getByText(say.tokens.onlyNow).waitFor()
    const token = await shownToken(page)
    const failed = page.waitForEvent('requestfailed')
    await page.route('**/admin-access-*.js', (route) => route.abort())
    await chooseLanguage(page, 'de')
    await failed
    await page.getByRole('heading', { name: wordsOf('pages', 'de').frame.places.settings }).waitFor()
    expect(await shownToken(page)).toBe(token)
  })

  browserTest('can be for several clinics', async () => {
    const rollcall = await bootForAdmin()
    await rollcall.given(entity({ id: 'porto', name: 'Clínica Porto' }), entity({ id: 'faro', name: 'Clínica Faro' }))
    const page = await openAdmin(rollcall, 'access-tokens')
    await fillToken(page, 'of two')
    await page.locator('.clinics-choice select').selectOption(say.clinicChoices.several)
    await page.getByRole('checkbox', { name: 'Clínica Porto' }).check()
    await inspect(page, 'access-several')
    await createToken(page)
    await page.getByText(say.tokens.onlyNow).waitFor()
    expect(await tokensOf(rollcall, 'of two')).toMatchObject([{ entities: ['clinica-lisboa', 'porto'] }])
    await page.getByRole('button', { name: sayAdmin.done }).click()
    await rowOf(page, 'of two').getByText('Clínica Lisboa, Clínica Porto').waitFor()
  })

  browserTest('cannot give more than the administrator may do', async () => {
    const rollcall = await bootForAdmin()
    await rollcall.given(entity({ id: 'porto', name: 'Clínica Porto' }))
    await rollcall.tokenFor({ name: 'of Porto', scopes: ['actions:read'], entities: ['porto'] })
    const page = await openAdminAs(rollcall, { scopes: ['admin', 'actions:read'], entities: ['clinica-lisboa'] })
    await page.getByText(say.tokens.create).first().click()
    expect(await page.locator('.scopes code').allInnerTexts()).toEqual(['admin', 'actions:read'])
    expect(await page.getByLabel(say.clinics).locator('option').allInnerTexts()).toEqual(['Clínica Lisboa alone'])
    expect(await page.getByLabel(say.purposes.system).count()).toBe(0)
    expect(await page.locator('.grants > li').count()).toBe(1)
    await createToken(page)
    await page.getByText(say.faults.name).waitFor()
    await page.getByLabel(say.name).fill('all that I may')
    await createToken(page)
    await page.getByText(say.faults.scopes).waitFor()
    await expectAccessible(page, 'access-limited')
    // What somebody typed survives a reload.
    await page.reload()
    await page.getByLabel(say.purposes.administrator).check()
    await createToken(page)
    await page.getByText(say.tokens.onlyNow).waitFor()
    expect(await tokensOf(rollcall, 'all that I may')).toMatchObject([{ scopes: ['admin', 'actions:read'] }])
  })
})

describe('devices', () => {
  for (const [kind, heading] of [
    ['desk', desk.title],
    ['waiting-room', desk.kiosk.start],
  ] as const) {
    browserTest(
      `of the kind ${kind} are signed in by scanning the code on the page, until they are revoked`,
      async () => {
        const rollcall = await bootForAdmin()
        const page = await openAdmin(rollcall, 'devices')
        await page.getByText(say.devices.none).waitFor()
        await page.getByText(say.devices.add).first().click()
        const add = page.getByRole('button', { name: say.devices.add })
        await add.click()
        await page.getByText(say.faults.name).waitFor()
        await page.getByLabel(say.name).fill('Reception 1')
        await page.getByRole('radio', { name: say.devices.kinds[kind] }).check()
        await expectAccessible(page, `device-${kind}`)
        await add.click()
        const code = page.getByRole('img', { name: format(say.devices.code, { name: 'Reception 1' }, 'en') })
        await code.locator('path[d]').waitFor({ state: 'attached' })
        const address = await page.locator('.shown-once code').innerText()
        expect(address).toMatch(`${rollcall.origin}/desk`)
        // A scanner also reads it in dark mode.
        await page.emulateMedia({ colorScheme: 'dark' })
        const [read] = await readBarcodes(await code.screenshot(), { formats: ['QRCode'], tryInvert: false })
        expect(read!.text).toBe(address)
        await inspect(page, `device-code-${kind}`)

        const device = await takeComputer()
        await device.clock.install({ time: formatInstant(rollcall.clock.time) })
        await enterBy(device, read!.text)
        await device.getByRole('heading', { name: heading }).first().waitFor()
        expect(device.url()).not.toContain('rc_')
        await page.getByRole('button', { name: sayAdmin.done }).click()
        expect(await page.getByRole('img', { name: /QR/ }).count()).toBe(0)

        const row = rowOf(page, 'Reception 1')
        await row.getByText(say.devices.kinds[kind]).waitFor()
        await row.getByRole('button', { name: say.tokens.revoke }).click()
        await expectAccessible(page, `device-revoking-${kind}`)
        await row.getByRole('button', { name: say.devices.revokeYes }).click()
        await page.getByText(say.devices.none).waitFor()
        // The device may learn of it before the reload. Then it asks for a token, and no longer says why.
        rollcall.clock.time += seconds(5)
        await device.reload()
        await device.getByText(wordsOf('pages', 'en').access.accessToken, { exact: true }).waitFor()
      },
    )
  }

  browserTest('are not added by an administrator without their scopes', async () => {
    const rollcall = await bootForAdmin()
    const page = await openAdminAs(rollcall, { scopes: ['admin', 'checkin:read'] }, 'devices')
    await page.getByText(say.devices.add).first().click()
    await page.getByText(format(say.devices.lacks, { scopes: 'checkin:write' }, 'en')).waitFor()
  })
})

describe('the rules of groups', () => {
  const rules = async (rollcall: Rollcall) => (await rollcall.get('/v1/access-rules')).json()

  browserTest('are written, ordered and saved, and two administrators do not overwrite each other', async () => {
    const rollcall = await bootForAdmin()
    await setRule(rollcall.database, { group: '/desk', scopes: ['checkin:read', 'checkin:write'], entities: 'all' })
    const [page, other] = [await openAdmin(rollcall, 'people'), await openAdmin(rollcall, 'people')]
    await page.getByText('OIDC_ISSUER').waitFor()
    for (const one of [page, other]) await one.getByRole('heading', { name: '/desk' }).waitFor()
    await expectAccessible(page, 'rules')

    await page.getByRole('button', { name: say.people.add }).click()
    await page.getByText(format(say.faults.rule, { number: 2, fault: say.faults.group }, 'en')).waitFor()
    // The field has the focus.
    await page.keyboard.type('/office')
    await page.getByLabel(say.purposes.office).check()
    await page.getByRole('button', { name: format(say.people.up, { group: '/office' }, 'en') }).click()
    await expect
      .poll(() => page.evaluate('document.activeElement.ariaLabel'))
      .toBe(format(say.people.up, { group: '/office' }, 'en'))
    await inspect(page, 'rules-open')
    await page.getByRole('button', { name: settings.save }).click()
    await page.getByText(sayAdmin.saved, { exact: true }).waitFor()
    expect(await rules(rollcall)).toMatchObject([
      { group: '/office', scopes: expect.arrayContaining(['notifications:write']), entities: ['clinica-lisboa'] },
      { group: '/desk', all_entities: true },
    ])

    await other.getByRole('button', { name: format(say.people.remove, { group: '/desk' }, 'en') }).click()
    await other.getByText(format(say.people.narrowed, { groups: '/desk' }, 'en')).waitFor()
    await other.getByRole('button', { name: settings.save }).click()
    await other.getByText(settings.conflict).waitFor()
    await expectAccessible(other, 'rules-conflict')
    expect(await rules(rollcall)).toHaveLength(2)
    await other.getByRole('button', { name: settings.discard }).click()
    await other.getByRole('heading', { name: '/office' }).waitFor()
  })

  browserTest('that give more than an administrator may do can be moved and removed, but not changed', async () => {
    const rollcall = await bootForAdmin()
    await setRule(rollcall.database, { group: '/all', scopes: ['admin', 'checkin:read'], entities: 'all' })
    const page = await openAdminAs(rollcall, { scopes: ['admin'] }, 'people')
    await page.getByText(say.people.exceeds).waitFor()
    await page.getByRole('button', { name: format(say.people.remove, { group: '/all' }, 'en') }).click()
    await page.getByText(say.people.none).waitFor()
    await page.getByRole('button', { name: settings.save }).click()
    await page.getByText(sayAdmin.saved, { exact: true }).waitFor()
    expect(await rules(rollcall)).toEqual([])
  })

  browserTest('are for administrators of all clinics', async () => {
    const page = await openAdminAs(await bootForAdmin(), { entities: ['clinica-lisboa'] }, 'people')
    await page.getByText(say.people.allNeeded).waitFor()
    await expectAccessible(page, 'rules-limited')
  })
})

describe('sessions', () => {
  /** Opens the section in the browser of a person who has signed in. */
  async function openAsPerson(rollcall: Rollcall & { origin: string }) {
    const page = await takeComputer()
    const { headers } = await signedIn(rollcall, {}, { subject: 'rita', name: 'Rita Melo' })
    const [name, value] = headers.cookie.split('=') as [string, string]
    const url = rollcall.origin.replace('http:', 'https:')
    await page.context().addCookies([{ name, value, url, secure: true, httpOnly: true, sameSite: 'Lax' }])
    await page.clock.install({ time: formatInstant(rollcall.clock.time) })
    await page.goto(`${rollcall.origin}/admin#section=sessions`)
    return page
  }

  browserTest('are listed, and end after a question; a person signs out everywhere', async () => {
    const rollcall = await bootForAdmin()
    const ana = await signedIn(rollcall, { scopes: ['checkin:read'], entities: ['clinica-lisboa'] })
    const second = await signedIn(rollcall, {}, { subject: 'rita', name: 'Rita Melo' })
    const page = await openAsPerson(rollcall)
    await page.getByText(say.sessions.here).waitFor()
    expect(await page.locator('.grants > li').count()).toBe(3)
    await expectAccessible(page, 'sessions')
    const row = rowOf(page, 'Ana Reis')
    await row.getByRole('button', { name: say.sessions.end }).click()
    await page.getByText(format(say.sessions.endAsk, { name: 'Ana Reis' }, 'en')).waitFor()
    await inspect(page, 'sessions-ending')
    await page.getByRole('button', { name: say.sessions.endYes }).click()
    await page.getByText(format(say.sessions.ended, { name: 'Ana Reis' }, 'en')).waitFor()
    rollcall.clock.time += seconds(5)
    const status = async ({ headers }: typeof ana) =>
      (await rollcall.app.inject({ url: '/v1/session', headers })).statusCode
    expect([await status(ana), await status(second)]).toEqual([401, 200])

    await page.getByRole('button', { name: say.sessions.everywhere }).click()
    await page.getByText(format(say.sessions.everywhereAsk, { count: 2 }, 'en')).waitFor()
    await page.getByRole('button', { name: say.sessions.everywhere }).click()
    await page.getByLabel(wordsOf('pages', 'en').access.accessToken).waitFor()
    rollcall.clock.time += seconds(5)
    expect(await status(second)).toBe(401)
  })

  browserTest('do not exist for an access token', async () => {
    const page = await openAdmin(await bootForAdmin(), 'sessions')
    await page.getByText(say.sessions.noSession).waitFor()
    await page.getByText(say.sessions.none).waitFor()
    await expectAccessible(page, 'sessions-none')
  })
})
