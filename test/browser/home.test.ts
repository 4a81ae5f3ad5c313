import { describe, expect } from 'vitest'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { formatInstant } from '../../src/platform/time/instant.ts'
import type { Rollcall } from '../rollcall.ts'
import { inspect } from './accessibility.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { goTo, sayPlaces } from './places.ts'
import { enterBy } from './sign-in-link.ts'
import { bootWithWork, sayWork, visitOf } from './work.ts'

const say = wordsOf('console', 'en').home
const { frame } = wordsOf('pages', 'en')

/** Opens the console where it opens, on a computer whose clock is the service's. */
async function openHome(rollcall: Rollcall) {
  const page = await takeComputer()
  const { token } = await rollcall.tokenFor({ name: 'Rita Melo', entities: ['clinica-lisboa'] })
  await page.clock.install({ time: formatInstant(rollcall.clock.time) })
  await enterBy(page, `${await rollcall.listen()}/console#token=${token}`)
  await page.locator('.home:not(:has([aria-busy=true]))').waitFor()
  return page
}

describe('the page that opens first', () => {
  browserTest('counts what needs somebody, and each number leads to its list', async () => {
    const rollcall = await bootWithWork()
    await visitOf(rollcall, { name: 'Luís Dias', uid: '+351912000009', when: '2026-03-30T18:00:00+01:00' })
    const page = await openHome(rollcall)
    await page.getByText('Luís Dias').waitFor()
    await page.getByText(say.nextDay.replace('{day}', 'Tuesday 31 March')).waitFor()
    await inspect(page, 'home')
    const needs = page.getByRole('navigation', { name: say.needs })
    for (const [name, list] of [
      ['No answer for Tuesday,? 31 Mar', sayWork.lists.unanswered],
      [say.unreached, sayWork.lists.unreached],
      [say.rescheduling, sayWork.lists.rescheduling],
      [say.texts, sayWork.lists.texts],
    ] as const) {
      const link = needs.getByRole('link', { name: new RegExp(`^${name}`) })
      await expect.poll(() => link.locator('strong').innerText()).toMatch(/[1-9]/)
      const count = await link.locator('strong').innerText()
      await link.click()
      await page.locator('.worklist:not([aria-busy=true])').waitFor()
      expect(await page.locator('.lists [aria-current=page]').innerText()).toContain(list)
      expect(await page.locator('.entry').count(), name).toBe(Number(count))
      await goTo(page, 'today')
    }
  })

  browserTest('opens a contact, a day or a page by the keyboard', async () => {
    const page = await openHome(await bootWithWork())
    const dialog = page.getByRole('dialog', { name: frame.goTo })
    const find = async (key: string, text: string) => {
      await page.keyboard.press(key)
      await dialog.getByRole('searchbox').fill(text)
    }
    await find('/', 'rui cos')
    await dialog.getByRole('link', { name: 'Rui Costa' }).waitFor()
    await inspect(page, 'go-to')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Rui Costa').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await find('Control+k', '2 apr')
    await dialog.getByRole('link', { name: /2 April/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /2 April/ }).waitFor()

    await find('/', sayPlaces.figures)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: sayPlaces.figures }).waitFor()
  })
})
