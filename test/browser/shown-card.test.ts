import type { Page, Route } from 'playwright-core'
import { describe } from 'vitest'
import { checkinToken } from '../history.ts'
import { browserTest } from './chromium.ts'
import { at, begin, find, rowOf } from './desk-day.ts'
import { expectVerdict, pauseClock, say, typeCode, verdictOf } from './front-desk.ts'
import { holdUp, lookAtFrames, replaceCamera } from './held-up.ts'

const [ofAna, ofBea] = ['CODE-OF-ANA', 'CODE-OF-BEA']

/** A desk with three visits, of which two have codes. */
async function beginWithCodes() {
  const scene = await begin(at('Ana Cruz', 30), at('Bea Dias', 40), at('Carla Nunes', 50))
  await scene.rollcall.given(
    checkinToken({ token: ofAna, notification_id: 'ana-cruz' }),
    checkinToken({ token: ofBea, notification_id: 'bea-dias' }),
  )
  // With the hashes of the codes.
  await scene.page.reload()
  await rowOf(scene.page, 'Carla Nunes').waitFor()
  return scene
}

/** Types a code as a USB scanner does, while the page's clock is paused, a second after the previous act. */
async function scanSoon(page: Page, code: string) {
  await page.clock.runFor(1_000)
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

describe('a code that is scanned again within seconds opens its card', () => {
  const choices: Record<string, (page: Page) => Promise<unknown>> = {
    'a visit of the list': (page) => rowOf(page, 'Carla Nunes').click(),
    'a visit that was found by name': async (page) => {
      await find(page, 'carla')
      await page.getByRole('searchbox').press('Enter')
    },
    'a code that was typed': (page) => typeCode(page, ofAna),
  }
  for (const [name, choose] of Object.entries(choices))
    browserTest(`after ${name}`, async () => {
      const { page } = await beginWithCodes()
      await pauseClock(page)
      await scanSoon(page, ofAna)
      await expectVerdict(page, 'expected', 'Ana Cruz')
      await scanSoon(page, ofBea)
      await expectCard(page, 'Bea Dias')
      await page.clock.runFor(500)
      await choose(page)
      await expectCard(page, name.startsWith('a visit') ? 'Carla Nunes' : 'Ana Cruz')
      await scanSoon(page, ofBea)
      await expectCard(page, 'Bea Dias')
    })

  browserTest('without a connection, and after a visit whose lookup is still under way', async () => {
    const { page } = await beginWithCodes()
    const [isAsked, isAnswered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await pauseClock(page)
    await scanSoon(page, ofBea)
    await expectCard(page, 'Bea Dias')
    const answerLate = async (route: Route) => {
      isAsked.resolve()
      await isAnswered.promise
      await route.continue()
    }
    await page.route('**/carla-nunes/arrival', answerLate, { times: 1 })
    await rowOf(page, 'Carla Nunes').click()
    await isAsked.promise
    await scanSoon(page, ofBea)
    await expectCard(page, 'Bea Dias')
    isAnswered.resolve()

    await page.context().setOffline(true)
    await rowOf(page, 'Carla Nunes').click()
    await expectCard(page, 'Carla Nunes')
    await scanSoon(page, ofBea)
    await expectCard(page, 'Bea Dias')
    await expectVerdict(page, 'listed')
  })
})

describe('a code that the camera sees', () => {
  browserTest('does not replace a visit that was chosen meanwhile, until it is held up again', async () => {
    const { page } = await beginWithCodes()
    await page.evaluate(replaceCamera)
    await holdUp(page, ofBea)
    await page.getByRole('button', { name: say.startCamera }).click()
    await expectCard(page, 'Bea Dias')
    await rowOf(page, 'Carla Nunes').click()
    await expectCard(page, 'Carla Nunes')
    await lookAtFrames(page, 20)
    await expectCard(page, 'Carla Nunes')
    await holdUp(page, undefined)
    await lookAtFrames(page, 20)
    await holdUp(page, ofBea)
    await expectCard(page, 'Bea Dias')
  })
})

const expectCard = (page: Page, name: string) => verdictOf(page).getByText(name).waitFor()
