import type { Page } from 'playwright-core'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { formatInstant, seconds } from '../../src/platform/time/instant.ts'
import type { SectionName } from '../../web/admin/sections.ts'
import { entity } from '../history.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { takeComputer } from './chromium.ts'
import { enterBy, enterToken } from './sign-in-link.ts'

export const sayAdmin = wordsOf('admin', 'en')

/** Boots a service with a clinic, for several pages. */
export async function bootForAdmin(options: Parameters<typeof bootRollcall>[0] = {}) {
  const rollcall = await bootRollcall(options)
  await rollcall.given(entity())
  return { ...rollcall, origin: await rollcall.listen() }
}

/** Opens a section of the administration on a computer whose clock is the service's, with a token for all entities or another
 *  one. */
export async function openAdmin(
  rollcall: Rollcall & { origin: string },
  section: SectionName,
  grant: Parameters<Rollcall['tokenFor']>[0] = {},
): Promise<Page> {
  const page = await takeComputer()
  const { token } = await rollcall.tokenFor({ name: 'Rita Melo', ...grant })
  await page.clock.install({ time: formatInstant(rollcall.clock.time) })
  await enterBy(page, `${rollcall.origin}/admin#${new URLSearchParams({ token, section })}`)
  await page.locator('.admin > section:not(:has([aria-busy=true]))').waitFor()
  return page
}

/** Ends the session of the page by a revocation, and signs in again. */
export async function signInAgain(rollcall: Rollcall, page: Page, act: () => Promise<void>) {
  const tokens: { id: string; name: string }[] = (await rollcall.get('/v1/access-tokens')).json()
  await rollcall.remove(`/v1/access-tokens/${tokens.find(({ name }) => name === 'Rita Melo')!.id}`)
  rollcall.clock.time += seconds(5)
  await act()
  const { access } = wordsOf('pages', 'en')
  await page.getByText(access.faults.revoked).waitFor()
  await enterToken(page, (await rollcall.tokenFor({ name: 'Rita Melo' })).token)
}

/** Lets the service act on the next change at an address, and loses the response. */
export const loseResponse = (page: Page, address: string, times = 1) =>
  page.route(
    address,
    async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      await route.fetch()
      await route.abort()
    },
    { times },
  )
