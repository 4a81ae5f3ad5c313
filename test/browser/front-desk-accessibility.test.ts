import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { format } from '../../src/platform/languages/format.ts'
import { languages } from '../../src/platform/languages/languages.ts'
import { type Words as AllWords, wordsOf } from '../../src/platform/languages/words.ts'
import { hours } from '../../src/platform/time/instant.ts'
import { contact } from '../contact.ts'
import { checkinToken, entity, history, notification } from '../history.ts'
import { bootRollcall, byToken, type Rollcall } from '../rollcall.ts'
import { expectAccessible, inspect, inspectStates } from './accessibility.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { rowOf, visit } from './desk-day.ts'
import { expectVerdict, openDesk, say as sayInEnglish } from './front-desk.ts'
import { chooseLanguage } from './places.ts'
import { enterBy } from './sign-in-link.ts'

const token = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'

type Words = AllWords['desk']
interface Scene {
  page: Page
  rollcall: Rollcall
  say: Words
}

async function look({ page, say }: Scene, code: string) {
  await page.getByLabel(say.code).fill(code)
  await page.getByRole('button', { name: say.look, exact: true }).click()
}

const verdict = ({ page, say }: Scene, outcome: keyof Words['outcomes']) =>
  page.getByRole('heading', { name: say.outcomes[outcome].title, exact: true }).waitFor()

/** The states of the desk, each with the steps that lead to it. */
const states: Record<string, (scene: Scene) => Promise<unknown>> = {
  ready: ({ page, say }) => page.getByText(say.noArrivals).waitFor(),
  expected: (scene) => look(scene, token).then(() => verdict(scene, 'expected')),
  arrived: async (scene) => {
    await look(scene, token)
    await scene.page.getByRole('button', { name: scene.say.markArrived }).click()
    await verdict(scene, 'arrived')
    await scene.page.getByText('João Silva').nth(1).waitFor()
  },
  undo: async (scene) => {
    await scene.rollcall.post(`${byToken(token)}/arrival`)
    await look(scene, token)
    await verdict(scene, 'already-arrived')
    await scene.page.getByRole('button', { name: scene.say.undo }).click()
    await scene.page.getByLabel(scene.say.reason).selectOption(scene.say.otherReason)
  },
  found: async ({ page, say }) => {
    await page.getByRole('searchbox').fill('joao')
    await page.getByText(format(say.found, { count: 1 }, 'en')).waitFor()
  },
  unsent: async (scene) => {
    await look(scene, token)
    await verdict(scene, 'expected')
    await scene.page.context().setOffline(true)
    await scene.page.getByRole('button', { name: scene.say.markArrived, exact: true }).click()
    await verdict(scene, 'unsent')
  },
  'waiting-room': async ({ page, say }) => {
    await page.goto(page.url().replace(/\/desk.*/, '/desk?kiosk'))
    await page.getByRole('heading', { name: say.kiosk.start }).waitFor()
  },
  'already-arrived': async (scene) => {
    await scene.rollcall.post(`${byToken(token)}/arrival`)
    await look(scene, token)
    await verdict(scene, 'already-arrived')
  },
  'cancelled-by-contact': async (scene) => {
    await scene.rollcall.given(checkinToken({ token: 'old', revoked: 'cancelled' }))
    await look(scene, 'old')
    await verdict(scene, 'cancelled-by-contact')
    await scene.page.getByText('João Silva').first().waitFor()
  },
  'another-time': async (scene) => {
    await scene.rollcall.given(checkinToken({ token: 'old', revoked: 'another-time' }))
    await look(scene, 'old')
    await verdict(scene, 'another-time')
    await scene.page.getByRole('button', { name: scene.say.markArrived }).click()
    await scene.page.getByLabel(scene.say.reason, { exact: true }).selectOption(scene.say.anywayReasons[0]!)
  },
  'another-day': async (scene) => {
    const when = '2026-03-31T08:30:00Z'
    const params = { when, event_date: when, doctor: 'Ana Reis' }
    const tomorrow = notification({ id: 'n-2', external_id: 'A-2', params })
    await scene.rollcall.given(tomorrow, checkinToken({ notification_id: 'n-2', token: 'tomorrow' }))
    await look(scene, 'tomorrow')
    await scene.page.getByText(scene.say.anotherDay).waitFor()
  },
  cancelled: async (scene) => {
    await scene.rollcall.post('/v1/notifications/clinica-lisboa/n-1/cancellation')
    await look(scene, token)
    await verdict(scene, 'cancelled')
  },
  'moved-today': async (scene) => {
    const when = '2026-03-30T14:30:00Z'
    const params = { when, event_date: when, doctor: 'Ana Reis' }
    await scene.rollcall.given(checkinToken({ token: 'old', revoked: 'moved' }), notification({ id: 'n-2', params }))
    await look(scene, 'old')
    await verdict(scene, 'moved')
    await scene.page.getByRole('button', { name: scene.say.remedies.open }).hover()
  },
  moved: async (scene) => {
    const one = await contact(scene.rollcall, { external_id: 'A-9' })
    await one.answer('confirm')
    const code = (await one.token())!
    const when = new Date(scene.rollcall.clock.time / 1_000 + 60 * 60_000).toISOString()
    await contact(scene.rollcall, { external_id: 'A-9', params: { when, doctor: 'Ana Reis' } })
    await look(scene, code)
    await verdict(scene, 'moved')
  },
  anyway: async (scene) => {
    scene.rollcall.clock.time += hours(6)
    await look(scene, token)
    await verdict(scene, 'too-late')
    await scene.page.getByRole('button', { name: scene.say.markAnyway }).click()
    await scene.page.getByLabel(scene.say.reason).selectOption(scene.say.otherReason)
  },
  listed: async (scene) => {
    await scene.page.getByText('João Silva').first().waitFor()
    await scene.page.context().setOffline(true)
    await look(scene, token)
    await verdict(scene, 'listed')
    await scene.page.getByText(scene.say.connection.lost).waitFor()
  },
  unknown: (scene) => look(scene, 'no-such').then(() => verdict(scene, 'unknown')),
  'no-connection': async (scene) => {
    await scene.page.context().setOffline(true)
    await look(scene, 'FIRST-CODE')
    await verdict(scene, 'no-connection')
    await look(scene, 'SECOND-CODE')
    await scene.page.getByText(`${scene.say.unchecked} 1`).waitFor()
    await scene.page.getByText(scene.say.connection.lost).waitFor()
  },
  'no-camera': async ({ page, say }) => {
    await page.getByRole('button', { name: say.startCamera }).click()
    await page.getByText(say.camera.none).or(page.getByText(say.camera.denied)).waitFor()
  },
}

inspectStates('desk', states, async (happens, index) => {
  const rollcall = await bootRollcall()
  await rollcall.given(...history())
  const { token: access } = await rollcall.tokenFor({
    scopes: ['checkin:read', 'checkin:write'],
    entities: ['clinica-lisboa'],
  })
  const locale = languages[index % languages.length]!
  const page = await takeComputer({ locale })
  await page.clock.setFixedTime('2026-03-30T08:00:00Z')
  await enterBy(page, `${await rollcall.listen()}/desk#token=${access}`)
  const scene = { page, rollcall, say: wordsOf('desk', locale) }
  await page.getByText(scene.say.connection.live, { exact: true }).waitFor()
  await happens(scene)
  return page
})

browserTest('signing in at the desk and the console has no accessibility violation', async () => {
  const rollcall = await bootRollcall()
  const origin = await rollcall.listen()
  const page = await takeComputer({ locale: 'fr' })
  for (const path of ['desk', 'console']) {
    await page.goto(`${origin}/${path}`)
    // The page keeps the language that was chosen last.
    await chooseLanguage(page, 'fr')
    await expectAccessible(page, `${path}-sign-in`)
    if (path === 'console') await page.locator('.by-token > summary').click()
    await page.getByLabel(wordsOf('pages', 'fr').access.accessToken).fill('no token')
    await page.keyboard.press('Enter')
    await page.getByText(wordsOf('pages', 'fr').access.faults['no-token']).waitFor()
    await inspect(page, `${path}-no-token`)
  }
})

browserTest('a chosen visit has its button in sight, however long the day is', async () => {
  const rollcall = await bootRollcall()
  await rollcall.given(
    entity(),
    ...Array.from({ length: 60 }, (_, index) => visit(rollcall, `Contact ${index}`, index)),
  )
  const page = await takeComputer()
  await openDesk(rollcall, page)
  for (const [width, height] of [
    [1280, 720],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await rowOf(page, `Contact ${height / 60}`).click()
    await expectVerdict(page, 'expected', `Contact ${height / 60}`)
    const button = await page.getByRole('button', { name: sayInEnglish.markArrived, exact: true }).boundingBox()
    expect(button!.y + button!.height).toBeLessThanOrEqual(height)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
})
