import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { wordsOf } from '../../src/platform/languages/words.ts'

export const sayLists = wordsOf('pages', 'en').lists

/** Presses the button, and leaves the page as the browser prints it: the browser's dialog would wait for a person. */
export async function print(page: Page) {
  await page.evaluate(() => {
    window.print = () => window.dispatchEvent(new Event('beforeprint'))
  })
  await page.getByRole('button', { name: sayLists.print.ready }).click()
  await page.locator('.call-list').waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
}

/** Ends the print. */
export async function backToScreen(page: Page) {
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
}

/** Returns the cells of the printed rows, without those to fill in. */
export const printedRows = (page: Page) =>
  page
    .locator('.call-list tbody tr:not(.day)')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('td:not(.cell-done, .cell-notes)')].map((cell) => (cell as HTMLElement).innerText),
      ),
    )

/** Returns what somebody could press, or follow, on paper. */
export const pressable = (page: Page) => page.locator(':is(a, button, input, nav, footer):visible').allInnerTexts()

/** Presses the button. Returns the name of the file, and its text. */
export async function downloadCsv(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: sayLists.download.ready }).click(),
  ])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}
