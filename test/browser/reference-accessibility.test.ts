import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { bootRollcall } from '../rollcall.ts'
import { expectAccessible } from './accessibility.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { watchForeign } from './front-desk.ts'

const operation = (page: Page) => page.locator('#operations-access-listEntities')

/** What a reader opens, at a width in pixels. axe reads the operations for half a minute each time. */
const states: Record<string, { widths: number[]; happens: (page: Page) => Promise<unknown> }> = {
  'an operation': {
    widths: [390, 1280],
    async happens(page) {
      await operation(page).getByRole('button').first().click()
      await operation(page).getByText('Responses').first().waitFor()
    },
  },
  'the access token': {
    widths: [1280],
    async happens(page) {
      await page.getByRole('button', { name: 'Authorize' }).first().click()
      await page.getByRole('dialog').or(page.locator('.dialog-ux')).first().waitFor()
    },
  },
}

async function openReference(width: number) {
  const rollcall = await bootRollcall()
  const origin = await rollcall.listen()
  const page = await takeComputer({ viewport: { width, height: 900 } })
  const foreign = watchForeign(page, origin)
  await page.goto(`${origin}/docs`)
  await operation(page).waitFor()
  return { page, foreign, origin }
}

describe('the API reference has no accessibility violation, and loads nothing from other hosts', () => {
  for (const [state, { widths, happens }] of Object.entries(states)) {
    for (const width of widths) {
      browserTest(`${state}, ${width} pixels wide`, async () => {
        const { page, foreign } = await openReference(width)
        await happens(page)
        await expectAccessible(page, `reference-${state.replaceAll(' ', '-')}-${width}`)
        expect(foreign).toEqual([])
      })
    }
  }
})
