import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Scope } from '../../src/access/credentials/scope.ts'
import { sessionCookie } from '../../src/access/sessions/session-cookie.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { formatInstant } from '../../src/platform/time/instant.ts'
import type { Rollcall } from '../rollcall.ts'
import { signedIn } from '../signed-in.ts'
import { enterBy } from './sign-in-link.ts'

export const say = wordsOf('desk', 'en')

/** Opens the desk on a signed-in device whose clock is the service's. */
export async function openDesk(rollcall: Rollcall, page: Page, scopes: Scope[] = ['checkin:read', 'checkin:write']) {
  const origin = await rollcall.listen()
  const { token, id } = await rollcall.tokenFor({ name: 'desk', scopes, entities: ['clinica-lisboa'] })
  await page.clock.install({ time: formatInstant(rollcall.clock.time) })
  const foreign = watchForeign(page, origin)
  await enterBy(page, `${origin}/desk#token=${token}`)
  await page.getByText(say.connection.live).waitFor()
  return { origin, token, id, foreign }
}

/** Signs a person in at the device, without an identity provider. */
export async function signInBeside(rollcall: Rollcall, page: Page, origin: string, scopes: Scope[], name: string) {
  const { secret } = await signedIn(rollcall, { scopes }, { name })
  // Chromium takes a secure cookie only for https:, but also sends it over http: on this machine.
  const url = origin.replace('http:', 'https:')
  await page.context().addCookies([{ name: sessionCookie, value: secret, url, secure: true }])
}

/** Records the page's requests to other hosts. A test expects none. */
export function watchForeign(page: Page, origin: string): string[] {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== origin) foreign.push(request.url())
  })
  return foreign
}

/** Types a code into the desk's field. */
export async function typeCode(page: Page, code: string) {
  await page.getByLabel(say.code).fill(code)
  await page.getByRole('button', { name: say.look, exact: true }).click()
}

/** Types a code as a USB scanner does. The page's clock is paused, so that the keys follow one another quickly even on a
 *  slow machine. */
export async function scan(page: Page, code: string, end = 'Enter') {
  await pauseClock(page)
  await page.keyboard.type(code)
  await page.keyboard.press(end)
  await page.clock.resume()
}

export const pauseClock = async (page: Page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))

export const verdictOf = (page: Page) => page.getByRole('region', { name: say.verdict })

export const expectVerdict = (page: Page, outcome: keyof typeof say.outcomes, ...texts: string[]) =>
  expectHeading(page, say.outcomes[outcome].title, ...texts)

export async function expectHeading(page: Page, heading: string, ...texts: string[]) {
  const verdict = verdictOf(page)
  await verdict.getByRole('heading', { name: heading, exact: true }).waitFor()
  for (const text of texts) expect(await verdict.innerText()).toContain(text)
}

/** Marks the arrival of the verdict anyway, with the first of the reasons. Returns the reason. */
export async function markAnyway(page: Page, button = say.markAnyway) {
  const verdict = verdictOf(page)
  await verdict.getByRole('button', { name: button }).click()
  const [reason] = say.anywayReasons
  await verdict.getByLabel(say.reason, { exact: true }).selectOption(reason!)
  await verdict.getByRole('button', { name: say.markAnyway }).click()
  return reason!
}
