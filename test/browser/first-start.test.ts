import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createLink } from '../../src/first-start/link.ts'
import { languages } from '../../src/languages/languages.ts'
import { wordsOf } from '../../src/languages/words.ts'
import { outerAddress } from '../outer-address.ts'
import { bootRollcall } from '../rollcall.ts'
import { tooWide, violationsByDayAndNight } from './accessibility.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { hasWebKit } from './find-webkit.ts'
import { openWebKit, withText } from './webkit.ts'

async function installed() {
  const rollcall = await bootRollcall()
  const { database, clock } = rollcall
  await database.deleteFrom('access_tokens').execute()
  return {
    ...rollcall,
    newLink: () => createLink(database, clock),
    sessions: () => database.selectFrom('sessions').select('name').execute(),
  }
}

const say = wordsOf('first-start', 'en')

describe('in Chromium, the link of the first start', () => {
  browserTest('signs in the first administrator over http: at both names of this machine', async () => {
    const { listen, newLink } = await installed()
    const origin = await listen()
    for (const host of ['127.0.0.1', 'localhost']) {
      const own = origin.replace('127.0.0.1', host)
      const page = await takeComputer()
      const requested: string[] = []
      page.on('request', (request) => requested.push(request.url(), request.headers().referer ?? ''))
      const link = await newLink()
      await page.goto(own + link)
      expect(await page.getByText(say.elsewhere).isVisible()).toBe(false)
      await page.getByRole('button', { name: say.begin }).click()
      await page.waitForURL(`${own}/admin#signed-in`)
      expect(requested.join()).not.toContain(link.split('#')[1])
      await page.goto(`${own}/v1/session`)
      expect(JSON.parse(await page.locator('body').innerText())).toMatchObject({ name: 'First administrator' })
    }
  })

  browserTest('is not used by a scanner that renders the page', async () => {
    const { listen, newLink, sessions } = await installed()
    const page = await takeComputer()
    await page.goto((await listen()) + (await newLink()))
    await page.getByRole('button', { name: say.begin }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await sessions()).toEqual([])
  })

  browserTest('is opened in the tab that shows that another one no longer works', async () => {
    const { listen, newLink } = await installed()
    const origin = await listen()
    const [old, link] = [await newLink(), await newLink()]
    const page = await takeComputer()
    await page.goto(origin + old)
    await page.getByRole('button', { name: say.begin }).click()
    await page.getByRole('heading', { name: say.over.title }).waitFor()
    await page.goto(origin + link)
    await page.getByRole('button', { name: say.begin }).click()
    await page.waitForURL(`${origin}/admin#signed-in`)
  })

  browserTest('is pasted over an old one that has not been used', async () => {
    const { listen, newLink } = await installed()
    const origin = await listen()
    const [old, link] = [await newLink(), await newLink()]
    const page = await takeComputer()
    await page.goto(origin + old)
    await page.goto(origin + link)
    await page.getByRole('button', { name: say.begin }).click()
    await page.waitForURL(`${origin}/admin#signed-in`)
  })

  browserTest.skipIf(outerAddress === undefined)(
    'stays unused where the browser would not keep the session: the page says where to open it',
    async () => {
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

  browserTest('is readable in each language, without a violation that axe detects', async () => {
    const { listen, newLink, tokenFor, database } = await installed()
    const origin = await listen()
    const found: string[] = []
    for (const language of languages) {
      const words = wordsOf('first-start', language)
      const page = await takeComputer({ locale: language })
      const press = () => page.getByRole('button', { name: words.begin }).click()
      await page.goto(origin + (await newLink()))
      await page.getByRole('heading', { name: words.title }).waitFor()
      const name = `first-start-${language}`
      found.push(...(await violationsByDayAndNight(page, name)), ...(await tooWide(page, name)))
      await page.goto(`${origin}/first-start#unknown`)
      await press()
      await page.getByRole('heading', { name: words.over.title }).waitFor()
      found.push(...(await violationsByDayAndNight(page, `${name}-over`)))
      await tokenFor()
      await page.goto(origin + (await newLink()))
      await press()
      await page.getByRole('heading', { name: words.notNeeded.title }).waitFor()
      found.push(...(await violationsByDayAndNight(page, `${name}-not-needed`)))
      await database.deleteFrom('access_tokens').execute()
    }
    expect(found).toEqual([])
  })
})

// Its engine stores no `Secure` cookie at any http: address (measured with WebKitGTK).
test.skipIf(!hasWebKit)('in WebKit, the link of the first start stays unused at an http: address', async () => {
  const { listen, newLink, sessions } = await installed()
  await using page = await openWebKit()
  await page.open((await listen()) + (await newLink()))
  expect(await page.text(withText(say.elsewhere))).toContain('https')
  expect(await page.property('//form', 'hidden')).toBe('true')
  expect(await sessions()).toEqual([])
})
