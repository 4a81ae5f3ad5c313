import { wordsOf } from '../../src/platform/languages/words.ts'
import { expectAccessible, inspectedLanguages, inspectOnce } from './accessibility.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { installed } from './installed.ts'

browserTest(
  'the page of the first start is readable in each language, without a violation that axe detects',
  async () => {
    const { listen, newLink, tokenFor, database } = await installed()
    const origin = await listen()
    for (const language of inspectedLanguages) {
      const words = wordsOf('first-start', language)
      const page = await takeComputer({ locale: language })
      const press = async () => {
        await page.getByLabel(words.name).fill('Rita Melo')
        await page.getByRole('button', { name: words.begin }).click()
      }
      await page.goto(origin + (await newLink()))
      await page.getByRole('heading', { name: words.title }).waitFor()
      const name = `first-start-${language}`
      await inspectOnce(page, name)
      await page.goto(`${origin}/first-start#unknown`)
      await press()
      await page.getByRole('heading', { name: words.over.title }).waitFor()
      await expectAccessible(page, `${name}-over`)
      await tokenFor()
      await page.goto(origin + (await newLink()))
      await press()
      await page.getByRole('heading', { name: words.notNeeded.title }).waitFor()
      await expectAccessible(page, `${name}-not-needed`)
      await database.deleteFrom('access_tokens').execute()
    }
  },
)
