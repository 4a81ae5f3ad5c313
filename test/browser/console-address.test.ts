import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { entity } from '../history.ts'
import { browserTest } from './chromium.ts'
import { bootWithExamples, openConsole, records, say } from './console.ts'

const action = (page: Page) => records(page).getByLabel(say.action)
const search = (page: Page) => records(page).getByRole('searchbox', { name: say.search })

describe('the address of the console', () => {
  browserTest('keeps the period, the day and the filters through a reload', async () => {
    const { page } = await openConsole(await bootWithExamples())
    await records(page).getByLabel(say.day).selectOption('2026-03-28')
    await action(page).selectOption('cancel')
    await records(page).getByLabel(say.channel).selectOption('mobile')
    await search(page).pressSequentially('silva')
    await page.waitForURL(/search=silva$/)
    const shown = records(page)
      .locator('.search-progress .hint')
      .filter({ hasText: say.searchStates.whole.replace('{all}', '1').replace(' {rows}.', '') })
    const before = await shown.innerText()
    await page.reload()
    await expect.poll(() => shown.innerText()).toBe(before)
    expect(await records(page).getByLabel(say.day).inputValue()).toBe('2026-03-28')
    expect(await action(page).inputValue()).toBe('cancel')
    expect(await search(page).inputValue()).toBe('silva')
  })

  browserTest('leads back through each choice, and forward again', async () => {
    const { page } = await openConsole(await bootWithExamples())
    await action(page).selectOption('cancel')
    await page.getByLabel(say.from, { exact: true }).fill('2026-03-20')
    await page.waitForURL(/from=2026-03-20/)
    await search(page).pressSequentially('silva')
    await page.waitForURL(/search=silva$/)
    await page.goBack()
    await expect.poll(() => page.getByLabel(say.from, { exact: true }).inputValue()).toBe('2026-03-01')
    await expect.poll(() => search(page).inputValue()).toBe('')
    expect(await action(page).inputValue()).toBe('cancel')
    await page.goBack()
    await expect.poll(() => action(page).inputValue()).toBe('')
    await page.goForward()
    await expect.poll(() => action(page).inputValue()).toBe('cancel')
    await page.goForward()
    await expect.poll(() => search(page).inputValue()).toBe('silva')
  })

  browserTest('leads back to the previous clinic', async () => {
    const rollcall = await bootWithExamples()
    await rollcall.given(entity({ id: 'clinica-porto', name: 'Clínica Porto' }))
    const { token } = await rollcall.tokenFor({ scopes: ['actions:read'] })
    const { page, origin } = await openConsole(rollcall)
    await page.goto(`${origin}/console#entity=clinica-lisboa&from=2026-03-01&to=2026-04-30&token=${token}`)
    await page.getByLabel('Clinic').selectOption('Clínica Porto')
    await page.getByText(say.nothingInPeriod).waitFor()
    await page.waitForURL(/entity=clinica-porto/)
    await page.goBack()
    await page.waitForURL(/entity=clinica-lisboa/)
    await records(page).locator('tbody tr').first().waitFor()
    expect(await page.getByLabel('Clinic').inputValue()).toBe('clinica-lisboa')
  })

  browserTest('names the clinic of the token if the token cannot access the one in it', async () => {
    const { page, origin } = await openConsole(await bootWithExamples())
    await page.goto(`${origin}/console#entity=unknown&from=2026-03-01&to=2026-04-30`)
    await page.waitForURL(/entity=clinica-lisboa&from=2026-03-01/)
    await records(page).locator('tbody tr').first().waitFor()
  })
})
