import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { hours, minutes } from '../../src/platform/time/instant.ts'
import { contact } from '../contact.ts'
import { checkinToken } from '../history.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { item, notify } from '../submission.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { at, begin, find, lastAction, rowOf, today } from './desk-day.ts'
import { expectHeading, expectVerdict, markAnyway, openDesk, say, typeCode, verdictOf } from './front-desk.ts'

const stateOf = async ({ get }: Rollcall, id: string) => (await get(`/v1/notifications/clinica-lisboa/${id}`)).json()

/** Boots the service with one confirmed contact. */
async function bootWithCode() {
  const rollcall = await bootRollcall()
  const one = await contact(rollcall)
  await one.answer('confirm')
  return { rollcall, one, code: (await one.token())!, page: await takeComputer() }
}

const markArrived = (page: Page) => verdictOf(page).getByRole('button', { name: say.markArrived, exact: true })

describe('a contact who no longer wants the visit', () => {
  browserTest('has one verdict by name and by code, and is marked anyway with a reason', async () => {
    const { rollcall, one, code, page } = await bootWithCode()
    await one.answer('reschedule')
    await openDesk(rollcall, page)
    await rowOf(page, 'João Silva').click()
    await expectVerdict(page, 'another-time', 'João Silva', 'Ana Reis', '09:30')
    const byName = await verdictOf(page).innerText()
    await typeCode(page, code)
    await expect.poll(() => verdictOf(page).getAttribute('aria-busy')).toBe('false')
    await expectVerdict(page, 'another-time')
    expect(await verdictOf(page).innerText()).toBe(byName)
    expect((await verdictOf(page).getAttribute('class'))!.split(' ')[1]).toBe('wait')
    expect(await markArrived(page).getAttribute('class')).not.toContain('main')
    const reason = await markAnyway(page, say.markArrived)
    await expectVerdict(page, 'arrived', 'João Silva')
    expect(await lastAction(rollcall)).toEqual({ action: 'arrive', reason })
  })

  browserTest('is not expected any more while the desk shows the verdict, and arrives by name', async () => {
    const { rollcall, one, page } = await bootWithCode()
    await openDesk(rollcall, page)
    await rowOf(page, 'João Silva').click()
    await expectVerdict(page, 'expected')
    await one.answer('cancel')
    await page.clock.fastForward(31_000)
    await expectVerdict(page, 'cancelled-by-contact', 'João Silva')
    await markArrived(page).click()
    await expectVerdict(page, 'arrived', 'João Silva')
    expect(await lastAction(rollcall)).toEqual({ action: 'arrive', reason: null })
  })
})

browserTest(
  'a visit that the clinic moved leads from its code to the new time, on the day and on another one',
  async () => {
    const { rollcall, code, page } = await bootWithCode()
    const move = (inHours: number) => {
      const when = new Date((rollcall.clock.time + hours(inHours)) / 1_000).toISOString()
      return notify(rollcall, { params: { ...item().params, when } })
    }
    await move(1)
    await openDesk(rollcall, page)
    await rowOf(page, 'João Silva').waitFor()
    await typeCode(page, code)
    await expectVerdict(page, 'moved', 'João Silva', 'New time: 30 Mar 2026, 10:00')
    expect(await verdictOf(page).innerText()).not.toContain('asked for')
    expect(await markArrived(page).count()).toBe(0)
    await page.getByRole('button', { name: say.remedies.open }).click()
    await expectVerdict(page, 'expected', 'João Silva', '10:00')

    await move(24)
    await typeCode(page, code)
    await verdictOf(page).getByText('New time: 31 Mar 2026, 09:00').waitFor()
    await page.getByRole('button', { name: say.remedies.open }).click()
    await expectHeading(page, 'Tomorrow, 31 March', 'João Silva', '09:00')
  },
)

browserTest('an arrival outside of its window is marked anyway, with a reason', async () => {
  const { rollcall, page } = await begin(at('Eva Lopes', 150), at('Rui Costa', -90), at('Ana Cruz', 0))
  await rollcall.given(checkinToken({ notification_id: 'eva-lopes' }))
  await typeCode(page, '7F3K9QXW2MZT4B8NDR6VHJ5CPE')
  await expectVerdict(page, 'too-early', 'Eva Lopes')
  expect(await markArrived(page).count()).toBe(0)
  await page.getByRole('button', { name: say.markAnyway }).click()
  const mark = verdictOf(page).getByRole('button', { name: say.markAnyway })
  expect(await mark.isDisabled()).toBe(true)
  await page.getByRole('button', { name: say.doNotMark }).click()
  await page.getByRole('button', { name: say.markAnyway }).click()
  await page.getByLabel(say.reason, { exact: true }).selectOption(say.otherReason)
  await page.getByRole('textbox', { name: say.otherReason }).fill('Came with her sister')
  await mark.click()
  await expectVerdict(page, 'arrived', 'Eva Lopes')
  expect(await lastAction(rollcall)).toEqual({ action: 'arrive', reason: 'Came with her sister' })

  await find(page, 'rui')
  await rowOf(page, 'Rui Costa').click()
  await expectVerdict(page, 'too-late', 'Rui Costa')
  const reason = await markAnyway(page)
  await expectVerdict(page, 'arrived', 'Rui Costa')
  expect(await lastAction(rollcall)).toEqual({ action: 'arrive', reason })

  // The window closes while the desk shows the verdict.
  await find(page, 'ana')
  await rowOf(page, 'Ana Cruz').click()
  await expectVerdict(page, 'expected', 'Ana Cruz')
  rollcall.clock.time += minutes(61)
  await markArrived(page).click()
  await expectVerdict(page, 'too-late', 'Ana Cruz')
  await markAnyway(page)
  await expectVerdict(page, 'arrived', 'Ana Cruz')
})

browserTest('a visit of another day is headed by its day, by code and by name, and is marked anyway', async () => {
  const { rollcall, page } = await begin(at('Eva Lopes', 25 * 60), at('Rui Costa', -24 * 60), at('Ana Cruz', -24 * 60))
  const expired = { notification_id: 'ana-cruz', token: 'old', expires_at: '2026-03-29T23:00:00Z' }
  await rollcall.given(checkinToken({ notification_id: 'eva-lopes' }), checkinToken(expired))
  await typeCode(page, '7F3K9QXW2MZT4B8NDR6VHJ5CPE')
  await expectHeading(page, 'Tomorrow, 31 March', 'Eva Lopes', say.anotherDay)
  await find(page, 'rui')
  await today(page).getByText(say.onAnotherDay).waitFor()
  await rowOf(page, 'Rui Costa').click()
  await expectHeading(page, 'Yesterday, 29 March', 'Rui Costa', say.anotherDay)
  await markAnyway(page)
  await expectVerdict(page, 'arrived', 'Rui Costa')
  expect((await stateOf(rollcall, 'rui-costa')).state).toBe('arrived')
  await expect.poll(() => rowOf(page, 'Rui Costa').innerText()).toContain('Arrived')
  expect(await page.locator('.arrivals li').innerText()).toContain('29 Mar 2026')
  await typeCode(page, 'old')
  await expectHeading(page, 'Yesterday, 29 March', 'Ana Cruz')
  await markAnyway(page)
  await expectVerdict(page, 'arrived', 'Ana Cruz')
})
