import { expect } from 'vitest'
import { languages } from '../../src/platform/languages/languages.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { tooWide, violationsByDayAndNight } from './accessibility.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { installed } from './installed.ts'

browserTest(
  'the page of the first start is readable in each language, without a violation that axe detects',
  async () => {
    const { listen, newLink, tokenFor, database } = await installed()
    const origin = await listen()
    const found: string[] = []
    for (const language of languages) {
      const words = wordsOf('first-start', language)
      const page = await takeComputer({ locale: language })
      const press = () => page.getByRole('button', { name: words.begin }).click()
      await page.goto(origin + (await newLink()))
      await page.getByRole('heading', { name: words.title }).waitFor()
      const name = `first-start-${language}`
      found.push(...(await violationsByDayAndNight(page, name)), ...(await tooWide(page, name)))
      await page.goto(`${origin}/first-start#unknown`)
      await press()
      await page.getByRole('heading', { name: words.over.title }).waitFor()
      found.push(...(await violationsByDayAndNight(page, `${name}-over`)))
      await tokenFor()
      await page.goto(origin + (await newLink()))
      await press()
      await page.getByRole('heading', { name: words.notNeeded.title }).waitFor()
      found.push(...(await violationsByDayAndNight(page, `${name}-not-needed`)))
      await database.deleteFrom('access_tokens').execute()
    }
    expect(found).toEqual([])
  },
)
