import { describe, expect } from 'vitest'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { bootRollcall } from '../rollcall.ts'
import { inspectedLanguages, inspectOnce } from './accessibility.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { watchForeign } from './front-desk.ts'

describe('the first page', () => {
  browserTest('introduces the product and links to the other pages, without a violation that axe detects', async () => {
    const rollcall = await bootRollcall()
    const origin = await rollcall.listen()
    for (const language of inspectedLanguages) {
      const say = wordsOf('first-page', language)
      const page = await takeComputer({ locale: language })
      const foreign = watchForeign(page, origin)
      await page.goto(origin)
      await page.getByText(say.slogan).waitFor()
      const name = `first-${language}`
      await inspectOnce(page, name)
      for (const { picture } of Object.values(say.tiles)) {
        const image = page.getByRole('img', { name: picture })
        await image.scrollIntoViewIfNeeded()
        await expect.poll(() => image.evaluate((loaded) => (loaded as HTMLImageElement).naturalWidth)).toBe(560)
      }
      const { desk, console, reference, health } = say.tiles
      for (const { name } of [desk, console, reference, health]) {
        const href = await page.getByRole('link', { name, exact: true }).getAttribute('href')
        expect((await page.request.get(new URL(href!, origin).href)).status()).toBe(200)
      }
      expect(foreign).toEqual([])
    }
  })

  browserTest(
    'says what to do next, and links to a page about health, without a violation that axe detects',
    async () => {
      const rollcall = await bootRollcall()
      const origin = await rollcall.listen()
      for (const language of inspectedLanguages) {
        const page = await takeComputer({ locale: language })
        await page.goto(origin)
        await page.getByRole('heading', { name: wordsOf('first-page', language).setUp.title }).waitFor()
        await page.getByRole('link', { name: wordsOf('first-page', language).tiles.health.name, exact: true }).click()
        await page.getByRole('heading', { name: wordsOf('health-page', language).ok.title }).waitFor()
        const name = `health-${language}`
        await inspectOnce(page, name)
      }
    },
  )
})
