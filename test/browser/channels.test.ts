import type { Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { expect, onTestFinished } from 'vitest'
import { incoming } from '../../src/contacts/replies/incoming.ts'
import { format } from '../../src/platform/languages/format.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { entity } from '../history.ts'
import { mailServer } from '../mail-server.ts'
import type { bootRollcall } from '../rollcall.ts'
import { mail, notify } from '../submission.ts'
import { inspect } from './accessibility.ts'
import { bootForAdmin, openAdmin, sayAdmin } from './admin.ts'
import { browserTest } from './chromium.ts'

const say = wordsOf('admin-channels', 'en')
const { unsent } = wordsOf('pages', 'en').access
const names = wordsOf('console', 'en').console.channels
const own = say.own.mail
const password = 'pässword/+@:#?%'

/** Boots a service whose channels are open, as in `rollcall serve`. */
async function bootOpen() {
  const live: { channels?: Awaited<ReturnType<typeof bootRollcall>>['channels'] } = {}
  const rollcall = await bootForAdmin({ unsent: () => live.channels?.unsent() })
  live.channels = rollcall.channels
  const { channels, config, origin } = rollcall
  const senders = await channels.open({
    origin: () => config.publicUrl ?? origin,
    incoming: (channel) => incoming(rollcall, channel),
  })
  onTestFinished(async () => {
    await channels.stop()
    channels.close()
  })
  return { rollcall, senders }
}

const cardOf = (page: Page, channel: keyof typeof names) =>
  page.locator('.channel-card').filter({ has: page.getByRole('heading', { name: names[channel], exact: true }) })

browserTest('an administrator sets up a mail server, tests it, and switches it off', async () => {
  const { received, port } = await mailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (login, _session, done) =>
      login.username === 'notices@clinic.example' && login.password === password
        ? done(null, { user: 'x' })
        : done(new Error('Invalid login')),
  })
  const { rollcall, senders } = await bootOpen()
  const page = await openAdmin(rollcall, 'start')
  // The banner leads to the page.
  await page.getByRole('link', { name: unsent.setUp }).click()
  await page.getByRole('heading', { name: sayAdmin.names.channels }).waitFor()
  const card = cardOf(page, 'email')
  await card.getByText(say.states.off, { exact: true }).waitFor()
  await inspect(page, 'channels-off')
  await card.getByRole('button', { name: say.setUp }).click()
  const field = (label: string) => card.getByLabel(label)
  const enter = async (given: string) => {
    await field(own.host).fill('127.0.0.1')
    await field(say.fields.security).selectOption('none')
    await field(say.fields.port).fill(String(port))
    await field(say.fields.user).fill('notices@clinic.example')
    await field(say.fields.password).fill(given)
    await field(own.from).fill('notices@clinic.example')
    await field(say.fields.publicUrl).fill('https://rollcall.test')
  }
  await enter('wrong')
  await card.getByRole('button', { name: say.test }).click()
  await card.getByText('Invalid login').waitFor()
  await inspect(page, 'channels-form')
  await enter(password)
  await field(say.testTo).fill('it@clinic.example')
  await card.getByRole('button', { name: say.test }).click()
  await card.getByText(format(say.testAccepted, { uid: 'it@clinic.example' }, 'en')).waitFor()
  expect(received).toHaveLength(1)
  await field(own.from).fill('nobody')
  await card.getByRole('button', { name: say.save }).click()
  await card.getByText('must be an e-mail address').waitFor()
  await field(own.from).fill('notices@clinic.example')
  await card.getByRole('button', { name: say.save }).click()
  await page.getByText(format(say.saved, { channel: names.email }, 'en')).waitFor()
  expect(await page.getByText(unsent['no-server']).count()).toBe(0)
  // Neither the page nor the browser keeps the password.
  expect(await page.content()).not.toContain(password)
  const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])')
  expect(stored).not.toContain(password)

  await notify(rollcall, { addresses: [mail] })
  await rollcall.deliver(senders)
  const { from, text } = await PostalMime.parse(received[1]!)
  expect([from?.address, text]).toEqual(['notices@clinic.example', expect.stringContaining('https://rollcall.test/a/')])
  await card.getByText('127.0.0.1').waitFor()
  await inspect(page, 'channels-set-up')

  await card.getByRole('button', { name: say.switchOff }).click()
  await card.getByText(say.switchOffAsk).waitFor()
  await card.getByRole('button', { name: say.switchOff }).click()
  await page.getByText(format(say.switchedOff, { channel: names.email }, 'en')).waitFor()
  await page.getByText(unsent['no-server']).waitFor()
  expect(rollcall.config.servers).toEqual({})
})

browserTest('a server of the environment is only shown', async () => {
  const server = { url: 'smtps://clinic:secret@mail.example', from: 'a@example.org' }
  const rollcall = await bootForAdmin({ config: { servers: { email: server } } })
  const page = await openAdmin(rollcall, 'channels')
  const card = cardOf(page, 'email')
  await card.getByText(format(say.ofEnvironment, { variable: 'SMTP_URL' }, 'en')).waitFor()
  await card.getByText('smtps://mail.example').waitFor()
  expect(await card.getByRole('button').count()).toBe(0)
  expect(await page.content()).not.toContain('secret')
})

browserTest('an administrator of one clinic learns who can set up channels', async () => {
  const rollcall = await bootForAdmin()
  await rollcall.given(entity({ id: 'other' }))
  const page = await openAdmin(rollcall, 'channels', { entities: ['clinica-lisboa'] })
  await page.getByText(say.allNeeded).waitFor()
  expect(await page.locator('.channel-card').count()).toBe(0)
})

browserTest('a provider of texts is chosen by its name, with its own fields', async () => {
  const rollcall = await bootForAdmin()
  const page = await openAdmin(rollcall, 'channels')
  const card = cardOf(page, 'mobile')
  await card.getByRole('button', { name: say.setUp }).click()
  await card.getByLabel(say.provider).selectOption('vonage')
  await card.getByLabel(say.own.vonage.account).fill('key')
  await card.getByLabel(say.own.vonage.token).fill('se/cret')
  await card.getByLabel(say.fields.from, { exact: true }).fill('Clinica')
  await card.getByRole('button', { name: say.save }).click()
  await page.getByText(format(say.saved, { channel: names.mobile }, 'en')).waitFor()
  expect(rollcall.config.servers.mobile).toMatchObject({ url: 'vonage://key:se%2Fcret@api.nexmo.com', from: 'Clinica' })
  expect(rollcall.config.publicUrl).toBe(rollcall.origin)
  await card.getByRole('button', { name: say.change }).click()
  expect(await card.getByLabel(say.own.vonage.account).inputValue()).toBe('key')
  expect(await card.getByLabel(say.own.vonage.token).inputValue()).toBe('')
})
