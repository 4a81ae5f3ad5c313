import type { Page } from 'playwright-core'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { entity } from '../history.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { takeComputer } from './chromium.ts'
import { watchForeign } from './front-desk.ts'
import { enterBy } from './sign-in-link.ts'

export const say = wordsOf('templates', 'en')

/** Boots the service with a clinic that has the shipped words. */
export async function bootWithShippedWords(): Promise<Rollcall> {
  const rollcall = await bootRollcall()
  await rollcall.given(entity())
  return rollcall
}

/** Opens the words of a message, with its preview, in the settings of the console. */
export async function openTemplates(rollcall: Rollcall, template = 'medical/appointment/en/mobile/notice') {
  const page = await takeComputer()
  const origin = await rollcall.listen()
  const { token } = await rollcall.tokenFor({ name: 'Rita', scopes: ['actions:read', 'notifications:read', 'admin'] })
  const foreign = watchForeign(page, origin)
  const place = new URLSearchParams({ section: 'templates', template, token })
  await enterBy(page, `${origin}/admin#${place}`)
  await preview(page).locator('.text-message, iframe').waitFor()
  return { page, foreign }
}

export const text = (page: Page) => page.getByRole('textbox', { name: say.text, exact: true })
export const preview = (page: Page) => page.getByRole('region', { name: say.preview })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
