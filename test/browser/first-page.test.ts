import { describe, expect } from 'vitest'
import { languages } from '../../src/languages.ts'
import { words } from '../../src/pages/words.ts'
import { bootRollcall } from '../rollcall.ts'
import { barriersByDayAndNight, tooWide } from './barriers.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { watchForeign } from './front-desk.ts'

describe('the first page', () => {
  browserTest('introduces the product and links to the other pages, without a violation that axe detects', async () => {
    const rollcall = await bootRollcall()
    const origin = await rollcall.listen()
    const found: string[] = []
    for (const language of languages) {
      const say = words[language]
      const page = await takeComputer({ locale: language })
      const foreign = watchForeign(page, origin)
      await page.goto(origin)
      await page.getByText(say.slogan).waitFor()
      const name = `first-${language}`
      found.push(...(await barriersByDayAndNight(page, name)), ...(await tooWide(page, name)))
      for (const { name } of [say.desk, say.console, say.reference, say.health]) {
        const href = await page.getByRole('link', { name, exact: true }).getAttribute('href')
        expect((await page.request.get(new URL(href!, origin).href)).status()).toBe(200)
      }
      expect(foreign).toEqual([])
    }
    expect(found).toEqual([])
  })
})
