import type { Page } from 'playwright-core'

/** Opens a link with an access token, and agrees to its sign-in. */
export async function enterBy(page: Page, address: string) {
  await page.goto(address)
  await agree(page)
}

export const agree = (page: Page) => page.locator('section[aria-labelledby=link] button.main').click()

/** The field for an access token. The sign-in of people folds it. */
const tokenField = (page: Page) => page.locator('#token')

/** Waits until the page asks for a sign-in. */
export const askedToSignIn = (page: Page) => tokenField(page).waitFor({ state: 'attached' })

/** Signs in with an access token. */
export async function enterToken(page: Page, token: string) {
  await askedToSignIn(page)
  const folded = page.locator('.by-token:not([open]) > summary')
  if ((await folded.count()) > 0) await folded.click()
  await tokenField(page).fill(token)
  await tokenField(page).press('Enter')
}
