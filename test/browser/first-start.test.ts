import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { password } from '../accounts.ts'
import { outerAddress } from '../outer-address.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { installed } from './installed.ts'

const say = wordsOf('first-start', 'en')
const sayAccount = wordsOf('account-page', 'en')

/** Gives the name of the first administrator, and opens the page of the invitation. */
async function begin(page: Page) {
  await page.getByLabel(say.name).fill('Rita Melo')
  await page.getByRole('button', { name: say.begin }).click()
  await page.getByRole('heading', { name: sayAccount.invitation.title }).waitFor()
}

describe('in Chromium, the link of the first start', () => {
  browserTest('invites the first administrator over http: at both names of this machine', async () => {
    const { listen, newLink, database } = await installed()
    const origin = await listen()
    for (const host of ['127.0.0.1', 'localhost']) {
      const own = origin.replace('127.0.0.1', host)
      const page = await takeComputer()
      const requested: string[] = []
      page.on('request', (request) => requested.push(request.url(), request.headers().referer ?? ''))
      const link = await newLink()
      await page.goto(own + link)
      expect(await page.getByText(say.elsewhere).isVisible()).toBe(false)
      await begin(page)
      expect(requested.join()).not.toContain(link.split('#')[1])
      await page.getByLabel(sayAccount.password.new).fill(password)
      await page.getByRole('button', { name: sayAccount.password.save }).click()
      await page.waitForURL(`${own}/admin`)
      await page.goto(`${own}/v1/session`)
      expect(JSON.parse(await page.locator('body').innerText())).toMatchObject({ name: 'Rita Melo' })
      await database.deleteFrom('accounts').execute()
    }
  })

  browserTest('is not used by a scanner that renders the page', async () => {
    const { listen, newLink, accounts } = await installed()
    const page = await takeComputer()
    await page.goto((await listen()) + (await newLink()))
    await page.getByRole('button', { name: say.begin }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await accounts()).toEqual([])
  })

  browserTest('is opened in the tab that shows that another one no longer works', async () => {
    const { listen, newLink } = await installed()
    const origin = await listen()
    const [old, link] = [await newLink(), await newLink()]
    const page = await takeComputer()
    await page.goto(origin + old)
    await page.getByLabel(say.name).fill('Rita Melo')
    await page.getByRole('button', { name: say.begin }).click()
    await page.getByRole('heading', { name: say.over.title }).waitFor()
    await page.goto(origin + link)
    await begin(page)
  })

  browserTest('is pasted over an old one that has not been used', async () => {
    const { listen, newLink } = await installed()
    const origin = await listen()
    const [old, link] = [await newLink(), await newLink()]
    const page = await takeComputer()
    await page.goto(origin + old)
    await page.goto(origin + link)
    await begin(page)
  })

  browserTest(
    'stays unused where the browser would not keep the session: the page says where to open it',
    async ({ skip }) => {
      skip(outerAddress === undefined)
      const { app, newLink } = await installed()
      await app.listen({ host: outerAddress!, port: 0 })
      const { port } = app.server.address() as AddressInfo
      const page = await takeComputer()
      await page.goto(`http://${outerAddress}:${port}${await newLink()}`)
      await page.getByText(say.elsewhere).waitFor()
      await page.waitForLoadState('load')
      expect(await page.getByRole('button').count()).toBe(0)
    },
  )

  browserTest('says without JavaScript that it needs it', async () => {
    const { listen, newLink } = await installed()
    const page = await takeComputer({ javaScriptEnabled: false })
    await page.goto((await listen()) + (await newLink()))
    await page.getByText(say.elsewhere).waitFor()
    expect(await page.getByRole('button').count()).toBe(0)
  })
})
