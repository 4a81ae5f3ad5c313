import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { minutes } from '../../src/platform/time/instant.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { browserTest } from './chromium.ts'
import { entry, openEntry, openWork, practiceSystem, press, sayWork, visitOf } from './work.ts'

const name = sayWork.lists['not-applied']
const link = (page: Page, text: string) => page.getByRole('link', { name: new RegExp(`^${text}`) })
const system = 'Practice system'

/** Boots the service with a confirmation, and a visit that the clinic withdrew. Returns their sequences. */
async function bootWithEvents() {
  const rollcall = await bootRollcall()
  const confirmed = await visitOf(rollcall, { name: 'Eva Lopes', uid: '+351912000002', birth_date: '1980-02-29' })
  await visitOf(rollcall, { name: 'Rui Costa', uid: '+351912000003', when: '2026-03-31T10:00:00+01:00' })
  await confirmed.answer('confirm')
  return { rollcall, created: 2, confirmation: 3 }
}

const later = ({ clock }: Rollcall, count: number) => {
  clock.time += minutes(count)
}

describe('the list of events that a system of the clinic could not apply', () => {
  browserTest('is absent until a system acknowledges events, and says how far it is behind', async () => {
    const { rollcall, created } = await bootWithEvents()
    const { page } = await openWork(rollcall)
    await link(page, sayWork.lists.texts).waitFor()
    expect(await link(page, name).count()).toBe(0)

    const acknowledge = await practiceSystem(rollcall, system)
    await acknowledge({ sequence: created, outcome: 'applied' })
    await page.reload()
    await link(page, name).click()
    await page.getByText(sayWork.empty['not-applied/todo']).waitFor()
    await page.getByText(`${system}: 1 event behind, since 09:00`).waitFor()
    await acknowledge({ sequence: 3, outcome: 'applied' })
    await page.reload()
    await page.getByText(`${system}: up to date`).waitFor()
  })

  browserTest('has the contact, what happened, and the reason, and sends the event again', async () => {
    const { rollcall, created, confirmation } = await bootWithEvents()
    const acknowledge = await practiceSystem(rollcall, system)
    const failed = {
      sequence: confirmation,
      outcome: 'failed',
      reason: 'No patient <img src=x onerror=alert(1)> with the number P-EvaLopes',
    } as const
    await acknowledge({ sequence: created, outcome: 'failed', reason: 'The record is locked' }, failed)
    const { page, foreign } = await openWork(rollcall, { list: 'not-applied' })
    await entry(page, 'Eva Lopes').waitFor()
    await expect.poll(() => link(page, name).locator('.count').innerText()).toBe('2')
    for (const part of ['Confirmed', failed.reason]) expect(await entry(page, 'Eva Lopes').innerText()).toContain(part)
    const text = await (await openEntry(page, 'Eva Lopes')).innerText()
    for (const part of ['no. P-EvaLopes', '31 Mar 2026, 09:30', system, failed.reason]) expect(text).toContain(part)
    expect(await entry(page, 'Rui Costa').innerText()).toContain(sayWork.events.created)

    later(rollcall, 5)
    const again = entry(page, 'Eva Lopes').getByRole('button', { name: sayWork.sendAgain })
    await again.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText(sayWork.saved.resent.replace('{name}', 'Eva Lopes')).waitFor()
    await entry(page, 'Eva Lopes').waitFor({ state: 'detached' })
    await expect.poll(() => link(page, name).locator('.count').first().innerText()).toBe('1')
    await expect.poll(() => link(page, sayWork.parts.resent).locator('.count').innerText()).toBe('1')
    await link(page, sayWork.parts.resent).click()
    expect(await (await openEntry(page, 'Eva Lopes')).innerText()).toContain('Sent again on 30 Mar 2026, 09:05')

    await acknowledge(failed)
    await link(page, sayWork.parts.todo).click()
    await page.getByText(sayWork.about['not-applied']).waitFor()
    await entry(page, 'Eva Lopes').waitFor()
    await acknowledge({ sequence: confirmation, outcome: 'applied' })
    await press(page, 'Eva Lopes', sayWork.sendAgain)
    await entry(page, 'Eva Lopes').getByText(sayWork.faults.unknown).waitFor()
    expect(foreign).toEqual([])
  })

  browserTest('only shows them without the scope to send them again', async () => {
    const { rollcall, confirmation } = await bootWithEvents()
    const acknowledge = await practiceSystem(rollcall, system)
    await acknowledge({ sequence: confirmation, outcome: 'failed', reason: 'The record is locked' })
    const { page } = await openWork(rollcall, { list: 'not-applied', scopes: ['actions:read', 'notifications:read'] })
    await entry(page, 'Eva Lopes').waitFor()
    const opened = await openEntry(page, 'Eva Lopes')
    expect(await opened.getByRole('button').allInnerTexts()).toEqual(['Eva Lopes', sayWork.openTimeline])
  })
})
