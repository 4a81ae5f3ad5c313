import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { wordsOf } from '../../src/platform/languages/words.ts'

const { access, frame } = wordsOf('pages', 'en')

/** The words of the places in the frame of the pages. */
export const sayPlaces = frame.places

/** The links of the frame. */
const placeLinks = (page: Page) => page.getByRole('navigation', { name: access.pages.label })

/** Follows a link of the frame. */
export const goTo = (page: Page, place: keyof typeof sayPlaces) =>
  placeLinks(page).getByRole('link', { name: sayPlaces[place], exact: true }).click()

/** Opens the menu of the person who has signed in. */
export const openMenu = (page: Page) => page.locator('.person-button').click()

export async function signOut(page: Page) {
  await openMenu(page)
  await page.locator('#person-menu .sign-out').click()
}

/** Chooses a language, in the menu of the frame or in the footer. */
export async function chooseLanguage(page: Page, language: string) {
  // The menu covers a part of the page, so it stays closed.
  await page.locator(`.languages button[lang=${language}]`).evaluate((button: HTMLButtonElement) => button.click())
}

/** Waits until the page shows a clinic. */
export const seeClinic = (page: Page, name: string) => expect.poll(() => page.title()).toContain(name)
