import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { contact } from '../contact.ts'
import type { Rollcall } from '../rollcall.ts'
import { notify } from '../submission.ts'
import { barriersByDayAndNight, tooWideInAnyLanguage } from './barriers.ts'
import { browserTest } from './chromium.ts'
import { bootWithExamples, brokenChannel, openConsole, records, say } from './console.ts'

interface Scene {
  page: Page
  rollcall: Rollcall
}

/** The states of the console, each with the steps that lead to it. */
const states: Record<string, { period?: { from: string; to: string }; happens(scene: Scene): Promise<unknown> }> = {
  charts: { happens: async () => {} },
  tables: {
    happens: async ({ page }) => {
      for (const summary of await page.getByText(say.table).all()) await summary.click()
    },
  },
  'a tooltip': {
    happens: ({ page }) => page.getByRole('group', { name: say.by.day }).press('End'),
  },
  'an empty period': {
    period: { from: '2025-01-01', to: '2025-01-31' },
    happens: ({ page }) => page.getByText(say.nothingInPeriod).waitFor(),
  },
  'deliveries and a live view': {
    period: { from: '2026-03-30', to: '2026-03-30' },
    happens: async ({ page, rollcall }) => {
      const one = await contact(rollcall, { external_id: 'A-live' })
      await one.answer('confirm')
      await page.getByRole('region', { name: say.live, exact: true }).getByText('João Silva').waitFor()
      await page.getByRole('region', { name: say.tasks }).getByText(say.failures).click()
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

describe('the console has no violation that axe detects, and fits every screen in every language and colour scheme', () => {
  for (const [state, { period, happens }] of Object.entries(states)) {
    browserTest(state, async () => {
      const scene = await open(period)
      await happens(scene)
      const name = `console-${state.replaceAll(' ', '-')}`
      expect(await barriersByDayAndNight(scene.page, name)).toEqual([])
      expect(await tooWideInAnyLanguage(scene.page, name)).toEqual([])
    })
  }

  browserTest('a record', async () => {
    const { page } = await open()
    await records(page).locator('tbody button').first().click()
    await page.getByText(say.asJson).click()
    expect(await barriersByDayAndNight(page, 'console-record')).toEqual([])
  })
})
