import { describe, expect } from 'vitest'
import { wordsOf } from '../../src/languages/words.ts'
import { bootForAdmin, sayAdmin } from './admin.ts'
import { browserTest, takeComputer } from './chromium.ts'

const { console: say } = wordsOf('console', 'en')

describe('the way to the administration', () => {
  browserTest('leads from the console, in the same session, for somebody with the scope admin alone', async () => {
    const rollcall = await bootForAdmin()
    for (const scopes of [['actions:read'], ['actions:read', 'admin']] as const) {
      const { token } = await rollcall.tokenFor({ scopes: [...scopes] })
      const page = await takeComputer()
      await page.goto(`${rollcall.origin}/console#token=${token}`)
      await page.getByRole('heading', { name: say.title }).waitFor()
      const link = page.getByRole('link', { name: say.toAdmin, exact: true })
      expect(await link.count()).toBe(scopes.length - 1)
      if (scopes.length === 1) continue
      await link.click()
      await page.getByRole('navigation', { name: sayAdmin.sections }).waitFor()
      await page.getByRole('link', { name: sayAdmin.toConsole }).click()
      await link.waitFor()
    }
  })

  browserTest('leads from the first page', async () => {
    const { origin } = await bootForAdmin()
    const page = await takeComputer()
    await page.goto(origin)
    await page.getByRole('link', { name: wordsOf('first-page', 'en').admin.name, exact: true }).click()
    await page.getByRole('heading', { name: sayAdmin.title }).waitFor()
  })
})
