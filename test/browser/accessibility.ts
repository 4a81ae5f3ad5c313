import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { type Language, languages } from '../../src/platform/languages/languages.ts'
import { browserTest } from './chromium.ts'
import { chooseLanguage } from './places.ts'

const rules = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Nothing else differs at night.
  dark: ['color-contrast', 'link-in-text-block'],
}
const folder = process.env.SCREENSHOTS

/** Whether to inspect by day and night, at each width and in each language, as the drills do. */
const isThorough = process.env.INSPECT === 'all'

/** Expects no accessibility violation, and that the page fits the screen. */
export async function inspect(page: Page, name: string) {
  await expectAccessible(page, name)
  await expectFit(page, name)
}

/** The languages in which to open a page that has no choice of languages. */
export const inspectedLanguages: readonly Language[] = isThorough ? languages : ['pt']

/** Does the same as `inspect`, in the language of the page only. */
export async function inspectOnce(page: Page, name: string) {
  await expectAccessible(page, name)
  const size = page.viewportSize()!
  expect(await tooWide(page, name)).toEqual([])
  await page.setViewportSize(size)
}

/** Inspects each state of a page. */
export function inspectStates<State>(
  name: string,
  states: Record<string, State>,
  open: (state: State, index: number) => Promise<Page>,
) {
  describe(`${name}: no state has an accessibility violation, and each fits every screen in every language`, () => {
    for (const [index, [title, state]] of Object.entries(states).entries())
      browserTest(title, async () => inspect(await open(state, index), `${name}-${title}`.replaceAll(' ', '-')))
  })
}

/** Expects that axe finds nothing, apart from what is not the page's. Saves screenshots as `name`. */
export async function expectAccessible(page: Page, name: string, except?: RegExp) {
  const found = await violationsByDayAndNight(page, name)
  expect(found.filter((violation) => !except?.test(violation))).toEqual([])
}

/** Expects that the page is not wider than the screen. Leaves its width and its language as they were. */
export async function expectFit(page: Page, name: string) {
  const [size, chosen] = [page.viewportSize()!, await page.locator('html').getAttribute('lang')]
  expect(await (isThorough ? tooWideInAnyLanguage(page, name) : tooWide(page, name))).toEqual([])
  await page.setViewportSize(size)
  if (isThorough) await chooseLanguage(page, chosen!)
}

/** Returns axe's findings in the light and dark colour schemes, and saves screenshots of both as `name`. */
async function violationsByDayAndNight(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of isThorough ? (['light', 'dark'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme })
    const one = colorScheme === 'dark' ? `${name}-dark` : name
    await photograph(page, one)
    found.push(...(await violationsIn(page, one, rules[colorScheme])))
  }
  return found
}

async function violationsIn(page: Page, name: string, runOnly: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ runOnly, resultTypes: ['violations'] }).setLegacyMode()
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${name}: ${id}: ${html}: ${failureSummary}`),
  )
}

/** Saves a screenshot of the whole page if SCREENSHOTS names a folder. */
export async function photograph(page: Page, name: string) {
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

const widths = isThorough ? [390, 820, 1280, 1920] : [390]

/** Runs in the page. An open dialog scrolls by itself. */
const isTooWide = (width: number) =>
  document.documentElement.scrollWidth > width ||
  [...document.querySelectorAll('dialog[open]')].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)

/** Returns the widths at which the page or its dialog is wider than the screen. If SCREENSHOTS names a folder, takes light and dark
 *  screenshots at each width. */
export async function tooWide(page: Page, name: string): Promise<string[]> {
  const wider: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of folder ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme })
      await photograph(page, `${name}-${width}-${colorScheme}`)
    }
    if (await page.evaluate(isTooWide, width)) wider.push(`${name}-${width}`)
  }
  return wider
}

/** Does the same in each language of the page's footer. */
async function tooWideInAnyLanguage(page: Page, name: string): Promise<string[]> {
  const wider: string[] = []
  for (const language of languages) {
    await chooseLanguage(page, language)
    wider.push(...(await tooWide(page, `${name}-${language}`)))
  }
  return wider
}
