import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { entity } from '../history.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { bootWithExamples, openConsole, records, say } from './console.ts'
import { enterBy } from './sign-in-link.ts'

const action = (page: Page) => records(page).getByLabel(say.action)
const start = (page: Page) => page.getByLabel(say.from, { exact: true })

describe('the address of the console', () => {
  browserTest('leads back through each choice and forward again, and keeps the choices through a reload', async () => {
    const { page } = await openConsole(await bootWithExamples(), { from: '2026-03-26', to: '2026-03-29' })
    await action(page).selectOption('cancel')
    await start(page).fill('2026-03-27')
    await page.waitForURL(/from=2026-03-27/)
    await page.goBack()
    await expect.poll(() => start(page).inputValue()).toBe('2026-03-26')
    expect(await action(page).inputValue()).toBe('cancel')
    await page.goBack()
    await expect.poll(() => action(page).inputValue()).toBe('')
    await page.goForward()
    await expect.poll(() => action(page).inputValue()).toBe('cancel')
    await page.goForward()
    await expect.poll(() => start(page).inputValue()).toBe('2026-03-27')

    await page.reload()
    await expect.poll(() => start(page).inputValue()).toBe('2026-03-27')
    expect(await action(page).inputValue()).toBe('cancel')
  })

  browserTest('leads back to the previous clinic, and names one that the token can access', async () => {
    const rollcall = await bootWithExamples()
    await rollcall.given(entity({ id: 'clinica-porto', name: 'Clínica Porto' }))
    const { token } = await rollcall.tokenFor({ scopes: ['actions:read'] })
    const [page, origin] = [await takeComputer(), await rollcall.listen()]
    await enterBy(page, `${origin}/console#entity=clinica-lisboa&from=2026-03-29&to=2026-03-29&token=${token}`)
    await page.getByLabel('Clinic').selectOption('Clínica Porto')
    await page.getByText(say.listStates.whole.replace('{rows}', '0')).waitFor()
    await page.waitForURL(/entity=clinica-porto/)
    await page.goBack()
    await page.waitForURL(/entity=clinica-lisboa/)
    await records(page).locator('tbody tr').first().waitFor()
    expect(await page.getByLabel('Clinic').inputValue()).toBe('clinica-lisboa')
    await page.goto(`${origin}/console#entity=unknown&from=2026-03-29&to=2026-03-29`)
    await page.waitForURL(/entity=clinica-lisboa&from=2026-03-29/)
    await records(page).locator('tbody tr').first().waitFor()
  })
})
