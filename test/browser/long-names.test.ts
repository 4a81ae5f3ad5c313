import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { checkinToken, entity } from '../history.ts'
import { bootRollcall } from '../rollcall.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { openVisits } from './console-visits.ts'
import { rowOf, today, visit } from './desk-day.ts'
import { openDesk, verdictOf } from './front-desk.ts'

const mark = '\u0301'
const names = {
  marks: `Zoe${mark.repeat(200)} Paz`,
  direction: 'Ada \u202egnp.exe\u2066 Lima',
  long: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4),
}
/** Names that keep all of their marks. */
const legitimate = ['Nguyễn Thị Ánh'.normalize('NFD'), 'हर्ष ज़िंदगी', 'น้ำฝน ที่รัก', 'مُحَمَّدٌ ٱلْعَرَبِيّ', 'שָׁ֑לוֹם כֹּהֵן']

async function begin() {
  const rollcall = await bootRollcall()
  const all = [...Object.values(names), ...legitimate]
  const visits = all.map((name, index) => ({
    ...visit(rollcall, name, 10 + index),
    id: `n-${index}`,
    external_id: `A-${index}`,
  }))
  await rollcall.given(entity({ name: `Clínica ${names.direction}` }), ...visits)
  await rollcall.given(checkinToken({ token: 'CODE-OF-ZOE', notification_id: 'n-0' }))
  return rollcall
}

/** Returns what the page shows outside of its width, and the names with too many marks. */
const faultsOf = (page: Page, within: string) =>
  page.evaluate((within) => {
    const shown = [...document.querySelectorAll<HTMLElement>(`${within} *`)].filter(
      (one) => one.getClientRects().length,
    )
    // A bar of filters scrolls by itself.
    const isScrolled = (one: Element) => one.closest('.state-filters, .tabs, .unseen') !== null
    const beyond = shown.filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !isScrolled(one))
    const marked = shown.filter((one) => /\p{M}{9}|\u0301{5}/u.test(one.innerText))
    return [
      ...beyond.map(({ className }) => `beyond ${className}`),
      ...marked.map(({ className }) => `marks ${className}`),
    ]
  }, within)

for (const width of [390, 820])
  describe(`at ${width} pixels`, () => {
    browserTest('the desk shows the states beside long names, and bounds the marks on letters', async () => {
      const rollcall = await begin()
      const page = await takeComputer({ viewport: { width, height: 844 } })
      await openDesk(rollcall, page)
      await rowOf(page, 'Wolfe').waitFor()
      expect(await faultsOf(page, 'body')).toEqual([])
      for (const name of legitimate) expect(await today(page).locator('.name').allInnerTexts()).toContain(name)
      // The override of the name ends with it.
      await rowOf(page, 'Lima').click()
      await verdictOf(page).getByText('Lima').first().waitFor()
      expect(await page.title()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
      await rowOf(page, 'Zoe').click()
      await verdictOf(page).getByText('Zoe').first().waitFor()
      expect(await faultsOf(page, 'body')).toEqual([])
      // Stored values stay as they are.
      const { contact } = (await rollcall.get('/v1/notifications/clinica-lisboa/n-0')).json()
      expect(contact.name).toBe(names.marks)
    })

    browserTest('the console shows the states beside long names, and bounds the marks on letters', async () => {
      const rollcall = await begin()
      const page = await takeComputer({ viewport: { width, height: 844 } })
      const { page: visits } = await openVisits(rollcall, { page })
      await visits.getByText('Wolfe').first().waitFor()
      expect(await faultsOf(visits, 'body')).toEqual([])
    })
  })
