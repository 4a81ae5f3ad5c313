import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { hours, minutes } from '../../src/instant.ts'
import { contact } from '../contact.ts'
import { checkinToken } from '../history.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { item, submission } from '../submission.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { at, begin, find, lastAction, rowOf } from './desk-day.ts'
import { expectHeading, expectVerdict, markAnyway, openDesk, say, typeCode, verdictOf } from './front-desk.ts'

const submit = (rollcall: Rollcall, over: Parameters<typeof item>[0]) =>
  rollcall.post('/v1/notifications/clinica-lisboa', submission(item(over)))
const stateOf = async ({ get }: Rollcall, id: string) => (await get(`/v1/notifications/clinica-lisboa/${id}`)).json()

/** Boots the service with one confirmed contact, and opens the desk. */
async function beginWithCode(over: Parameters<typeof contact>[1] = {}) {
  const rollcall = await bootRollcall()
  const one = await contact(rollcall, over)
  await one.answer('confirm')
  const code = (await one.token())!
  const page = await takeComputer()
  return { rollcall, one, code, page, open: () => openDesk(rollcall, page) }
}

const when = (inHours: number, { clock }: Rollcall) => ({
  params: { ...item().params, when: new Date((clock.time + hours(inHours)) / 1_000).toISOString() },
})

const toneOf = async (page: Page) => (await verdictOf(page).getAttribute('class'))!.split(' ')[1]
const markArrived = (page: Page) => verdictOf(page).getByRole('button', { name: say.markArrived, exact: true })

describe('a contact who no longer wants the visit', () => {
  for (const [answer, outcome] of [
    ['cancel', 'had-cancelled'],
    ['reschedule', 'another-time'],
  ] as const) {
    browserTest(`has one verdict by name and by code after the answer ${answer}`, async () => {
      const { rollcall, one, code, page, open } = await beginWithCode()
      await one.answer(answer)
      await open()
      await rowOf(page, 'João Silva').click()
      await expectVerdict(page, outcome, 'João Silva', 'Ana Reis', '09:30')
      const byName = await verdictOf(page).innerText()
      await typeCode(page, code)
      await expect.poll(() => verdictOf(page).getAttribute('aria-busy')).toBe('false')
      await expectVerdict(page, outcome)
      expect(await verdictOf(page).innerText()).toBe(byName)
      expect(await toneOf(page)).toBe('wait')
      expect(await markArrived(page).getAttribute('class')).not.toContain('main')
      const reason = await markAnyway(page, say.markArrived)
      await expectVerdict(page, 'arrived', 'João Silva')
      expect(await lastAction(rollcall)).toEqual({ action: 'arrive', reason })
    })

    browserTest(`arrives by name after the answer ${answer}`, async () => {
      const { rollcall, one, page, open } = await beginWithCode()
      await one.answer(answer)
      await open()
      await rowOf(page, 'João Silva').click()
      await expectVerdict(page, outcome)
      await markArrived(page).click()
      await expectVerdict(page, 'arrived', 'João Silva')
      expect(await lastAction(rollcall)).toEqual({ action: 'arrive', reason: null })
    })
  }

  browserTest('is not expected any more while the desk shows the verdict', async () => {
    const { one, page, open } = await beginWithCode()
    await open()
    await rowOf(page, 'João Silva').click()
    await expectVerdict(page, 'expected')
    await one.answer('cancel')
    await page.clock.fastForward(31_000)
    await expectVerdict(page, 'had-cancelled', 'João Silva')
  })
})

describe('a visit that the clinic', () => {
  for (const [day, time, inHours] of [
    ['today', '10:00', 1],
    ['tomorrow', '09:00', 24],
  ] as const)
    browserTest(`moved to ${day} leads from its code to the new time`, async () => {
      const { rollcall, code, page, open } = await beginWithCode()
      await submit(rollcall, when(inHours, rollcall))
      await open()
      await rowOf(page, 'João Silva').or(page.getByText(say.noVisits)).waitFor()
      await typeCode(page, code)
      await expectVerdict(page, 'moved', 'João Silva', `New time: ${inHours === 1 ? 30 : 31} Mar 2026, ${time}`)
      expect(await verdictOf(page).innerText()).not.toContain('asked for')
      expect(await markArrived(page).count()).toBe(0)
      await page.getByRole('button', { name: say.remedies.open }).click()
      if (inHours === 1) await expectVerdict(page, 'expected', 'João Silva', time)
      else await expectHeading(page, 'Tomorrow, 31 March', 'João Silva', time)
    })
})

describe('an arrival outside of its window', () => {
  for (const [outcome, inMinutes, by] of [
    ['too-early', 150, 'code'],
    ['too-late', -90, 'name'],
  ] as const)
    browserTest(`is marked anyway, with a reason: ${outcome}, by ${by}`, async () => {
      const { rollcall, page } = await begin(at('Eva Lopes', inMinutes))
      await rollcall.given(checkinToken({ notification_id: 'eva-lopes' }))
      if (by === 'code') await typeCode(page, '7F3K9QXW2MZT4B8NDR6VHJ5CPE')
      else {
        await find(page, 'eva')
        await rowOf(page, 'Eva Lopes').click()
      }
      await expectVerdict(page, outcome, 'Eva Lopes')
      expect(await markArrived(page).count()).toBe(0)
      const reason = await markAnyway(page)
      await expectVerdict(page, 'arrived', 'Eva Lopes')
      expect(await lastAction(rollcall)).toEqual({ action: 'arrive', reason })
    })

  browserTest('can have a typed reason, and is not marked without one', async () => {
    const { rollcall, page } = await begin(at('Eva Lopes', 150))
    await rowOf(page, 'Eva Lopes').click()
    await page.getByRole('button', { name: say.markAnyway }).click()
    const mark = verdictOf(page).getByRole('button', { name: say.markAnyway })
    expect(await mark.isDisabled()).toBe(true)
    await page.getByRole('button', { name: say.doNotMark }).click()
    await page.getByRole('button', { name: say.markAnyway }).click()
    await page.getByLabel(say.reason, { exact: true }).selectOption(say.otherReason)
    await page.getByRole('textbox', { name: say.otherReason }).fill('Came with her sister')
    await mark.click()
    await expectVerdict(page, 'arrived')
    expect(await lastAction(rollcall)).toEqual({ action: 'arrive', reason: 'Came with her sister' })
  })

  browserTest('that closes while the desk shows the verdict is marked anyway', async () => {
    const { rollcall, page } = await begin(at('Eva Lopes', 0))
    await rowOf(page, 'Eva Lopes').click()
    await expectVerdict(page, 'expected')
    rollcall.clock.time += minutes(61)
    await markArrived(page).click()
    await expectVerdict(page, 'too-late', 'Eva Lopes')
    await markAnyway(page)
    await expectVerdict(page, 'arrived')
  })
})

describe('a visit of another day', () => {
  browserTest('is headed by its day, by code and by name, and is marked anyway', async () => {
    const { rollcall, page } = await begin(at('Eva Lopes', 25 * 60), at('Rui Costa', -24 * 60))
    await rollcall.given(checkinToken({ notification_id: 'eva-lopes' }))
    await typeCode(page, '7F3K9QXW2MZT4B8NDR6VHJ5CPE')
    await expectHeading(page, 'Tomorrow, 31 March', 'Eva Lopes', say.anotherDay)
    await find(page, 'rui')
    await rowOf(page, 'Rui Costa').click()
    await expectHeading(page, 'Yesterday, 29 March', 'Rui Costa', say.anotherDay)
    await markAnyway(page)
    await expectVerdict(page, 'arrived', 'Rui Costa')
    expect((await stateOf(rollcall, 'rui-costa')).state).toBe('arrived')
  })

  browserTest('is headed by its day when its code has expired', async () => {
    const { rollcall, page } = await begin(at('Eva Lopes', -24 * 60))
    const expired = { notification_id: 'eva-lopes', token: 'old', expires_at: '2026-03-29T23:00:00Z' }
    await rollcall.given(checkinToken(expired))
    await typeCode(page, 'old')
    await expectHeading(page, 'Yesterday, 29 March', 'Eva Lopes')
    await markAnyway(page)
    await expectVerdict(page, 'arrived', 'Eva Lopes')
  })
})
