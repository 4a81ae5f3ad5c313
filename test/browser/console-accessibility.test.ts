import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { contact, setTime } from '../contact.ts'
import { history } from '../history.ts'
import { multiplyVisits } from '../multiply.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { item, mail, notify } from '../submission.ts'
import { expectAccessible, inspectStates } from './accessibility.ts'
import { browserTest } from './chromium.ts'
import { bootWithExamples, brokenChannel, openConsole, openMessages, records, say, sayFigures } from './console.ts'
import { chooseLanguage } from './places.ts'

interface Scene {
  page: Page
  rollcall: Rollcall
}

interface State {
  period?: { from: string; to: string }
  happens(scene: Scene): Promise<unknown>
}

/** The states of the console, each with the steps that lead to it. */
const states: Record<string, State> = {
  'a comparison by doctor': {
    happens: async ({ page }) => {
      const compared = page.getByRole('region', { name: sayFigures.title })
      await compared.getByLabel(sayFigures.by).selectOption('doctor')
      await compared.locator('tbody button').first().waitFor()
    },
  },
  'an empty period': {
    period: { from: '2025-01-01', to: '2025-01-31' },
    happens: ({ page }) => page.getByText(say.listStates.whole.replace('{rows}', '0')).waitFor(),
  },
  'deliveries and a live view': {
    period: { from: '2026-03-30', to: '2026-03-30' },
    happens: async ({ page, rollcall }) => {
      const one = await contact(rollcall, { external_id: 'A-live' })
      await one.answer('confirm')
      await page.getByRole('region', { name: say.live, exact: true }).getByText('João Silva').waitFor()
      await page.getByRole('region', { name: say.tasks }).locator('summary').first().click()
      await page.getByText('550 no such number').waitFor()
    },
  },
  'no connection': {
    happens: async ({ page }) => {
      await page.context().setOffline(true)
      await page.getByText(say.connection.lost).waitFor()
    },
  },
}

async function open(period = { from: '2026-03-01', to: '2026-04-30' }): Promise<Scene> {
  const rollcall = await bootWithExamples()
  await notify(rollcall, { external_id: 'A-fails' })
  await rollcall.deliver({ mobile: brokenChannel })
  const { page } = await openConsole(rollcall, period)
  return { page, rollcall }
}

inspectStates('console', states, async ({ period, happens }) => {
  const scene = await open(period)
  await happens(scene)
  return scene.page
})

describe('the console has no accessibility violation', () => {
  browserTest('messages', async () => {
    const { page, rollcall } = await open({ from: '2026-03-30', to: '2026-03-30' })
    const one = await contact(rollcall, { external_id: 'A-sent', addresses: [mail, ...item().addresses] })
    await rollcall.deliver()
    await one.answer('confirm')
    await rollcall.deliver()
    await page.getByRole('region', { name: say.live, exact: true }).getByText('João Silva').click()
    await page.locator('.timeline .message summary').nth(2).waitFor()
    await openMessages(page.locator('.timeline .message'))
    await page.locator('iframe').last().contentFrame().getByText('*'.repeat(26)).waitFor()
    // So that a picture shows the whole dialog.
    await page.setViewportSize({ width: 1440, height: 2400 })
    await expectAccessible(page, 'console-messages')
    await page.setViewportSize({ width: 390, height: 2400 })
    await expectAccessible(page, 'console-messages-390')
  })

  browserTest('a record', async () => {
    const { page } = await open()
    await records(page).locator('tbody button').first().click()
    // The page of the visit is loaded below it.
    await page.locator('dialog .timeline li').first().waitFor()
    await page.getByText(say.asJson).click()
    await expectAccessible(page, 'console-record')
  })
})

browserTest('the console breaks no number over lines, in French and at any width', async () => {
  const rollcall = await bootRollcall()
  await rollcall.given(...history())
  await multiplyVisits(rollcall.database, 12_345)
  setTime(rollcall, '2026-04-02T08:00:00Z')
  const { page } = await openConsole(rollcall, { from: '2026-03-29', to: '2026-03-30' })
  await chooseLanguage(page, 'fr')
  await page.getByText('12\u202f345').first().waitFor()
  for (const width of [320, 390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(brokenNumbers)).toEqual([])
  }
})

/** Returns the numbers of the page that are on two lines. */
function brokenNumbers(): string[] {
  const broken: string[] = []
  const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const { 0: number, index } of text.nodeValue!.matchAll(/\d[\d.,:\u202f\u00a0]*%?/g)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + number.length)
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (tops.size > 1) broken.push(number)
    }
  }
  return broken
}
