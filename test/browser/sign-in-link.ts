import type { Page } from 'playwright-core'

/** Opens a link with an access token, and agrees to its sign-in. */
export async function enterBy(page: Page, address: string) {
  await page.goto(address)
  await agree(page)
}

export const agree = (page: Page) => page.locator('section[aria-labelledby=link] button.main').click()
