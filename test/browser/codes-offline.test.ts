import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { format } from '../../src/platform/languages/format.ts'
import { minutes } from '../../src/platform/time/instant.ts'
import { checkinToken } from '../history.ts'
import { browserTest } from './chromium.ts'
import { at, begin, find, lastAction, rowOf } from './desk-day.ts'
import { expectHeading, expectVerdict, markAnyway, say, typeCode, verdictOf } from './front-desk.ts'

const code = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'
const markArrived = (page: Page) => page.getByRole('button', { name: say.markArrived, exact: true }).click()

/** A desk that loses its connection after it has loaded the day with the visit of the code, and found one of tomorrow. */
async function beginOffline(inMinutes: number) {
  const scene = await begin(at('Rui Costa', 60), at('Ana Cruz', 25 * 60))
  const { rollcall, page } = scene
  await rollcall.given(at('Eva Lopes', inMinutes)(rollcall), checkinToken({ notification_id: 'eva-lopes' }))
  await page.reload()
  await rowOf(page, 'Eva Lopes').waitFor()
  await find(page, 'ana')
  await rowOf(page, 'Ana Cruz').waitFor()
  await page.context().setOffline(true)
  return scene
}

const arrivalOf = async ({ get }: Awaited<ReturnType<typeof begin>>['rollcall']) =>
  (await get('/v1/notifications/clinica-lisboa/eva-lopes')).json()

describe('without a connection, a code', () => {
  browserTest('in lower case and groups finds its visit, and the arrival is sent later with its time', async () => {
    const { rollcall, page } = await beginOffline(30)
    await typeCode(page, '7f3k9 qxw2m zt4b8 ndr6v hj5cpe')
    await expectVerdict(page, 'listed', 'Eva Lopes', 'Ana Reis')
    await markArrived(page)
    await page.clock.runFor(5_000)
    await expectVerdict(page, 'unsent', 'Eva Lopes')
    const markedAt = rollcall.clock.time
    // The next scan does not replace it.
    await typeCode(page, 'NO-SUCH-CODE')
    await expectVerdict(page, 'no-connection')
    await page.getByText(`${say.unsent} 1`).waitFor()
    await typeCode(page, code)
    await expectVerdict(page, 'unsent', 'Eva Lopes')
    rollcall.clock.time += minutes(20)
    await page.context().setOffline(false)
    await page.getByText(`${say.unsent} 1`).waitFor({ state: 'detached' })
    const { state, arrived_at } = await arrivalOf(rollcall)
    expect(state).toBe('arrived')
    expect(Date.parse(arrived_at)).toBeLessThan(markedAt / 1_000 + 60_000)
  })

  browserTest('is marked anyway outside of the window, and a visit of another day begins with that day', async () => {
    const { rollcall, page } = await beginOffline(150)
    await rowOf(page, 'Ana Cruz').click()
    await expectHeading(page, 'Tomorrow, 31 March', 'Ana Cruz', say.fromDevice)
    await typeCode(page, code)
    await expectVerdict(page, 'too-early', 'Eva Lopes', say.fromDevice)
    const reason = await markAnyway(page)
    await page.clock.runFor(5_000)
    await expectVerdict(page, 'unsent', 'Eva Lopes')
    await page.context().setOffline(false)
    await page.getByText(`${say.unsent} 1`).waitFor({ state: 'detached' })
    expect(await lastAction(rollcall)).toEqual({ action: 'arrive', reason })
    expect((await arrivalOf(rollcall)).state).toBe('arrived')
  })

  browserTest('that this device does not know stays until the service has looked it up', async () => {
    const { page } = await beginOffline(30)
    await typeCode(page, 'FIRST-UNKNOWN')
    await expectVerdict(page, 'no-connection')
    expect(await verdictOf(page).getByRole('button', { name: say.markArrived }).count()).toBe(0)
    await typeCode(page, 'SECOND-UNKNOWN')
    await expectVerdict(page, 'no-connection')
    await page.getByText(`${say.unchecked} 1`).waitFor()
    await page.context().setOffline(false)
    await expectVerdict(page, 'unknown')
    // It is looked up by itself, and says what the service found.
    await page.getByText(`${say.checkedSince} 1`).waitFor()
    await page.locator('.unsent-list').getByText(say.outcomes.unknown.title).waitFor()
    await page.reload()
    await page.locator('.unsent-list').getByRole('button', { name: 'FIRST-UNKNOWN' }).click()
    await expectVerdict(page, 'unknown')
    await page.getByText(say.checkedSince).waitFor({ state: 'detached' })
  })

  browserTest(
    'is resolved when the connection returns: offered by its name, unless another desk has marked it',
    async () => {
      const { rollcall, page } = await begin(at('Eva Lopes', 30), at('Rui Costa', 60))
      await page.context().setOffline(true)
      // Codes that this device does not know yet.
      const [ofEva, ofRui] = ['CODE-OF-EVA', 'CODE-OF-RUI']
      await rollcall.given(
        checkinToken({ token: ofEva, notification_id: 'eva-lopes' }),
        checkinToken({ token: ofRui, notification_id: 'rui-costa' }),
      )
      await rollcall.post(`/v1/checkin/bytoken/clinica-lisboa/${ofRui}/arrival`)
      for (const scanned of [ofEva, ofRui, 'NO-SUCH-CODE', 'THE-LAST-CODE']) {
        await typeCode(page, scanned)
        await expectVerdict(page, 'no-connection')
      }
      await page.getByText(`${say.unchecked} 3`).waitFor()
      await page.context().setOffline(false)
      await page.clock.runFor(31_000)
      await page.getByText(`${say.checkedSince} 2`).waitFor()
      await page.getByText(say.unchecked).waitFor({ state: 'detached' })
      const list = page.locator('.unsent-list')
      const unknown = list.getByRole('listitem').filter({ hasText: 'NO-SUCH-CODE' })
      await unknown.getByRole('button', { name: say.removeCode }).click()
      await unknown.waitFor({ state: 'detached' })
      await list.getByRole('button', { name: 'Eva Lopes' }).click()
      await expectVerdict(page, 'expected', 'Eva Lopes')
      await page.getByText(say.checkedSince).waitFor({ state: 'detached' })
    },
  )
})

browserTest('a code of which the end is missing says how many characters to add', async () => {
  const { page } = await begin(at('Eva Lopes', 30))
  await typeCode(page, code.slice(0, 22))
  await expectVerdict(page, 'unknown', format(say.missingCharacters, { count: 4 }, 'en'))
  await typeCode(page, code.slice(0, 25))
  await verdictOf(page)
    .getByText(format(say.missingCharacters, { count: 1 }, 'en'))
    .waitFor()
})
