import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Scope } from '../../src/access/credentials/scope.ts'
import { setRule } from '../../src/access/sign-in/access-rules.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { seconds } from '../../src/platform/time/instant.ts'
import { history } from '../history.ts'
import { identityProvider } from '../identity-provider.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { signedIn } from '../signed-in.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { countUnsent } from './desk-day.ts'
import { expectVerdict, openDesk, say, typeCode, verdictOf } from './front-desk.ts'
import { openMenu, sayPlaces } from './places.ts'
import { askedToSignIn, enterBy } from './sign-in-link.ts'

const { access } = wordsOf('pages', 'en')
const code = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'

/** Opens a desk that needs a person, with an identity provider. */
async function begin(scopes: Scope[] = ['checkin:read', 'checkin:write']) {
  const provider = await identityProvider()
  const proof = { secret: 'a secret of the tests' }
  const signIn = { issuer: provider.issuer, clientId: 'rollcall', proof, groupsClaim: 'groups', timeoutSeconds: 10 }
  const rollcall = await bootRollcall({ config: { signIn, deskPerson: 'required' } })
  await rollcall.given(...history())
  await setRule(rollcall.database, { group: '/desk', scopes, entities: ['clinica-lisboa'] })
  const page = await takeComputer()
  const { origin, token } = await openDesk(rollcall, page)
  provider.register(origin, { client_secret: proof.secret, token_endpoint_auth_method: 'client_secret_post' })
  return { rollcall, page, provider, origin, token }
}

const signInLink = (page: Page) => page.getByRole('link', { name: say.person.signIn })
const nameOf = (page: Page, name: string) => page.getByRole('status').getByText(name, { exact: true })
const change = (page: Page) => page.getByRole('button', { name: say.person.change })

async function mark(page: Page) {
  await typeCode(page, code)
  await expectVerdict(page, 'expected')
  await page.getByRole('button', { name: say.markArrived, exact: true }).click()
}

/** Who recorded the arrivals, as the event log says. */
async function actors({ get }: Rollcall): Promise<string[]> {
  const events: { by: string }[] = (await get('/v1/events/clinica-lisboa/since/0')).json()
  return events.map(({ by }) => by).filter((by) => by !== 'contact')
}

describe('a desk that needs a person', () => {
  browserTest('keeps a scanned arrival, and sends it in the name of the person who signs in', async () => {
    const { rollcall, page, token } = await begin()
    await signInLink(page).waitFor()
    await mark(page)
    await expectVerdict(page, 'unsent', say.person.unsentAdvice)
    await page.getByText(`${say.person.unsent} 1`).waitFor()
    expect(await page.evaluate(countUnsent)).toBe(1)
    expect(await actors(rollcall)).toEqual([])

    await verdictOf(page).getByRole('button', { name: say.remedies.person, exact: true }).click()
    await nameOf(page, 'Ana Reis').waitFor()
    await page.getByRole('region', { name: say.arrivals }).getByText('João Silva').waitFor()
    await expect.poll(() => page.evaluate(countUnsent)).toBe(0)
    expect(await actors(rollcall)).toEqual(['Ana Reis'])
    // The device is still signed in by its own token.
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('rollcall.desk')!).token)).toBe(token)
  })

  browserTest('loses nothing when the session has ended meanwhile, and asks to sign in again', async () => {
    const { rollcall, page } = await begin()
    await signInLink(page).click()
    await nameOf(page, 'Ana Reis').waitFor()
    await rollcall.database.updateTable('sessions').set({ ended_at: rollcall.clock.now() }).execute()
    rollcall.clock.time += seconds(3)
    await mark(page)
    await expectVerdict(page, 'unsent', say.person.unsentAdvice)
    await signInLink(page).click()
    await page.getByRole('region', { name: say.arrivals }).getByText('João Silva').waitFor()
    expect(await actors(rollcall)).toEqual(['Ana Reis'])
  })

  browserTest('shows nobody once the session has run out, also if the clock of the device is wrong', async () => {
    const { page } = await begin()
    await page.clock.setSystemTime('2026-03-30T11:00:00Z')
    await signInLink(page).click()
    await nameOf(page, 'Ana Reis').waitFor()
    await page.clock.fastForward('29:00')
    expect(await nameOf(page, 'Ana Reis').count()).toBe(1)
    await page.clock.fastForward('01:30')
    await signInLink(page).waitFor()
  })

  browserTest('undoes an arrival only for a person, and says so', async () => {
    const { rollcall, page, origin } = await begin()
    const { headers } = await signedIn(rollcall)
    await rollcall.post(`/v1/checkin/bytoken/clinica-lisboa/${code}/arrival`, undefined, headers)
    await typeCode(page, code)
    await expectVerdict(page, 'already-arrived')
    await page.getByRole('button', { name: say.undo }).click()
    await page.getByLabel(say.reason, { exact: true }).selectOption(say.undoReasons[0]!)
    await page.getByRole('button', { name: say.undo }).last().click()
    await expectVerdict(page, 'person-required')
    await verdictOf(page).getByRole('button', { name: say.remedies.person, exact: true }).click()
    await nameOf(page, 'Ana Reis').waitFor()
    expect(page.url()).toBe(`${origin}/desk`)
  })

  browserTest('changes the person, whom the provider asks again, and signs the person out by one click', async () => {
    const { rollcall, page, provider, origin } = await begin()
    await signInLink(page).click()
    await nameOf(page, 'Ana Reis').waitFor()
    provider.atKeyboard.id = 'rui'
    provider.atKeyboard.name = 'Rui Costa'
    await change(page).click()
    await nameOf(page, 'Rui Costa').waitFor()
    await mark(page)
    await expectVerdict(page, 'arrived')
    expect(await actors(rollcall)).toEqual(['Rui Costa'])

    const out = page.getByRole('button', { name: `${say.person.signOut}: Rui Costa` })
    // Without a connection, the cookie remains, and so does the name.
    await page.context().setOffline(true)
    await out.click()
    await page.getByText(say.connection.lost).waitFor()
    expect(await nameOf(page, 'Rui Costa').count()).toBe(1)
    await page.context().setOffline(false)
    await out.click()
    await signInLink(page).waitFor()
    expect((await page.request.get(`${origin}/v1/session`)).status()).toBe(401)
    await page.getByText(say.connection.live).waitFor()
  })

  browserTest('keeps arrivals beside a person who may not record them', async () => {
    const { rollcall, page } = await begin(['checkin:read'])
    await signInLink(page).click()
    await page.getByText(say.person.unfit).waitFor()
    await mark(page)
    await expectVerdict(page, 'unsent', say.person.unsentAdvice)
    expect(await actors(rollcall)).toEqual([])
    await setRule(rollcall.database, { group: '/desk', scopes: ['checkin:write'], entities: 'all' })
    await change(page).click()
    await page.getByRole('region', { name: say.arrivals }).getByText('João Silva').waitFor()
    expect(await actors(rollcall)).toEqual(['Ana Reis'])
  })

  browserTest('learns it from a refusal, if the service did not need a person when the page began', async () => {
    const { page } = await begin()
    await page.route('**/v1/access-token', async (route) => {
      const { with_person: _, ...before } = await (await route.fetch()).json()
      await route.fulfill({ json: before })
    })
    await page.reload()
    await page.getByText(say.connection.live).waitFor()
    await page.reload()
    await mark(page)
    await expectVerdict(page, 'unsent', say.person.unsentAdvice)
    await signInLink(page).waitFor()
  })

  browserTest('signs the person out with the device, and ends the session of each tab with this desk', async () => {
    const { rollcall, page, origin } = await begin()
    await signInLink(page).click()
    await nameOf(page, 'Ana Reis').waitFor()
    const other = await page.context().newPage()
    const { token } = await rollcall.tokenFor({})
    await enterBy(other, `${origin}/console#token=${token}`)
    await other.getByRole('link', { name: sayPlaces.desk, exact: true }).click()
    await other.getByText(say.connection.live).waitFor()

    await openMenu(page)
    await page.getByRole('button', { name: say.person.signOutDevice }).click()
    await page.getByLabel(access.accessToken).waitFor()
    for (const again of [() => {}, () => other.reload(), () => other.goto(`${origin}/console`)]) {
      await again()
      await askedToSignIn(other)
    }
    await expect.poll(async () => (await page.request.get(`${origin}/v1/session`)).status()).toBe(401)
  })
})
