import type { Page } from 'playwright-core'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { formatInstant } from '../../src/platform/time/instant.ts'
import type { Rollcall } from '../rollcall.ts'
import { takeComputer } from './chromium.ts'
import { enterBy } from './sign-in-link.ts'

export const saySettings = wordsOf('settings', 'en')

/** Opens a section of the settings on a computer whose clock is the service's. */
export async function openSettings(
  rollcall: Rollcall,
  section: 'reminders' | 'quiet-hours' | 'sending' | 'retention',
): Promise<Page> {
  const page = await takeComputer()
  const origin = await rollcall.listen()
  const { token } = await rollcall.tokenFor({ name: 'manager', entities: ['clinica-lisboa'] })
  await page.clock.install({ time: formatInstant(rollcall.clock.time) })
  await enterBy(page, `${origin}/admin#${new URLSearchParams({ token, section })}`)
  await page.locator('.setting:not([hidden]) fieldset.fields').waitFor()
  return page
}

/** Waits for the counts of the change. */
export async function previewOf(page: Page): Promise<string> {
  await page.clock.runFor(1_000)
  const counts = page.getByRole('region', { name: saySettings.preview.title }).locator('strong')
  await counts.waitFor()
  return counts.innerText()
}
