import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { languages } from '../../src/platform/languages/languages.ts'

const rules = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Nothing else differs at night.
  dark: ['color-contrast', 'link-in-text-block'],
}
const folder = process.env.SCREENSHOTS

/** Returns axe's findings in the light and dark colour schemes, and saves screenshots of both as `name`. */
export async function violationsByDayAndNight(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
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

const widths = [390, 820, 1280, 1920]

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
export async function tooWideInAnyLanguage(page: Page, name: string): Promise<string[]> {
  const wider: string[] = []
  for (const language of languages) {
    await page.locator(`footer button[lang=${language}]`).click()
    wider.push(...(await tooWide(page, `${name}-${language}`)))
  }
  return wider
}
