import type { Page } from 'playwright-core'
import { Webhook as Verifier } from 'standardwebhooks'
import { describe, expect } from 'vitest'
import { networks } from '../../src/platform/config/networks.ts'
import { format } from '../../src/platform/languages/format.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { systemClock } from '../../src/platform/time/instant.ts'
import type { Webhook } from '../../src/systems/webhooks/webhook.ts'
import { contact } from '../contact.ts'
import { entity } from '../history.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { later, notify } from '../submission.ts'
import { webhookReceiver } from '../webhook-receiver.ts'
import { expectAccessible, inspect } from './accessibility.ts'
import { loseResponse, openAdmin, sayAdmin, signInAgain } from './admin.ts'
import { browserTest } from './chromium.ts'

const systems = wordsOf('admin-systems', 'en')
const fill = (text: string, values: Parameters<typeof format>[1]) => format(text, values, 'en')

async function boot() {
  const rollcall = await bootRollcall({ config: { webhookNetworks: networks('127.0.0.0/8')! } })
  await rollcall.given(entity())
  // Verifiers compare the timestamp with the system's clock.
  rollcall.clock.time = systemClock.now()
  return { ...rollcall, origin: await rollcall.listen() }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('the webhooks of a clinic', () => {
  const say = systems.webhooks
  const stored = async ({ get }: Rollcall): Promise<Webhook[]> => (await get('/v1/webhooks/clinica-lisboa')).json()
  const create = async ({ post }: Rollcall, url: string) =>
    (await post('/v1/webhooks/clinica-lisboa', { url })).json() as Webhook & { secret: string }

  browserTest(
    'are added with a secret that verifies what they get, tested, and listed with their attempts',
    async () => {
      const rollcall = await boot()
      const { url, posted } = await webhookReceiver()
      const page = await openAdmin(rollcall, 'webhooks')
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByText(say.none).waitFor()
      await expectAccessible(page, 'webhooks-none')

      await button(page, say.add).click()
      await page.getByLabel(say.url).fill(url)
      await page.getByLabel(say.someKinds).check()
      await page.getByText(say.noKind).waitFor()
      await page.getByLabel(say.kindNames.notification).check()
      await page.getByLabel(say.kindNames.action).check()
      await page.getByLabel(say.full).check()
      await page.getByText(say.fullAbout).waitFor()
      await inspect(page, 'webhooks-new')
      await button(page, say.create).click()

      const shown = page.getByRole('group', { name: url }).locator('code')
      const secret = await shown.innerText()
      await button(page, sayAdmin.copy).click()
      await page.getByRole('status').getByText(sayAdmin.copied).waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
      await expectAccessible(page, 'webhooks-secret')
      expect(await stored(rollcall)).toMatchObject([{ url, kinds: ['action', 'notification'], full: true }])
      await button(page, sayAdmin.done).click()
      await shown.waitFor({ state: 'detached' })

      await button(page, say.test).click()
      await page.getByText(say.testPassed).waitFor()
      const { answer } = await contact(rollcall, later)
      await answer('confirm')
      await rollcall.pushEvents()
      expect(posted.map((one) => new Verifier(secret).verify(one.body, one.headers))).toMatchObject([
        ...[{ kind: 'test' }, { kind: 'notification' }, { kind: 'action' }],
      ])

      await page.reload()
      await page.getByText(fill(say.upTo, { position: 2 })).waitFor()
      await button(page, say.attempts).click()
      await expect
        .poll(() => page.locator('tbody td:nth-child(2)').allInnerTexts())
        .toEqual(['2', '1', wordsOf('console', 'en').console.test])
      await inspect(page, 'webhooks-attempts')
    },
  )

  browserTest('say why they wait or are disabled, and go on when somebody resumes them', async () => {
    const rollcall = await boot()
    const { url, react, sequences } = await webhookReceiver(() => ({ status: 503 }))
    await create(rollcall, url)
    await notify(rollcall, later)
    await rollcall.pushEvents()
    const page = await openAdmin(rollcall, 'webhooks')
    await page.getByText(say.states.waiting).waitFor()
    await page
      .locator('.trouble')
      .getByText(fill(say.statuses.broken, { status: 503 }))
      .waitFor()
    await expectAccessible(page, 'webhooks-waiting')

    react(() => ({ status: 410 }))
    await button(page, say.tryNow).click()
    await page.getByText(say.states.working).waitFor()
    await rollcall.pushEvents()
    await page.reload()
    await page.getByText(say.states.disabled).waitFor()
    await page
      .locator('.trouble')
      .getByText(fill(say.statuses.gone, { status: 410 }))
      .waitFor()
    await inspect(page, 'webhooks-disabled')

    react(() => ({ status: 204 }))
    await button(page, say.resume).click()
    await page.getByText(fill(say.resumed, { position: 0 })).waitFor()
    await rollcall.pushEvents()
    expect(sequences()).toEqual([1, 1, 1])
  })

  browserTest('say in plain words why a test did not arrive', async () => {
    const rollcall = await boot()
    const receiver = await webhookReceiver()
    await create(rollcall, receiver.url)
    await receiver.close()
    const page = await openAdmin(rollcall, 'webhooks')
    await button(page, say.test).click()
    await page.getByRole('status').getByText(`${say.testFailed} ${say.reasons.nothing}`).waitFor()
    await expectAccessible(page, 'webhooks-test-failed')
  })

  browserTest('get events again, and another secret while the former one signs, too', async () => {
    const rollcall = await boot()
    const { url, posted, sequences } = await webhookReceiver()
    const { secret: former } = await create(rollcall, url)
    await (await contact(rollcall, later)).answer('confirm')
    await rollcall.pushEvents()
    const page = await openAdmin(rollcall, 'webhooks')
    await button(page, say.resend).click()
    await page.getByLabel(say.from).fill('1')
    await expectAccessible(page, 'webhooks-resend')
    await button(page, say.resendNow).click()
    await page.getByText(fill(say.resent, { from: 1, to: 2 })).waitFor()
    await rollcall.pushEvents()
    expect(sequences()).toEqual([1, 2, 1, 2])

    await button(page, say.rotate).click()
    await page.getByText(say.rotateAsk).waitFor()
    await expectAccessible(page, 'webhooks-rotate')
    await page.locator('.panel').getByRole('button', { name: say.rotate }).click()
    const secret = await page.getByRole('group', { name: url }).locator('code').innerText()
    expect(secret).not.toBe(former)
    await button(page, say.test).click()
    await page.getByText(say.testPassed).waitFor()
    const { body, headers } = posted.at(-1)!
    for (const one of [secret, former]) expect(new Verifier(one).verify(body, headers)).toMatchObject({ kind: 'test' })
  })

  browserTest('are deleted only after a question that names the address', async () => {
    const rollcall = await boot()
    const { url } = await webhookReceiver()
    await create(rollcall, url)
    const page = await openAdmin(rollcall, 'webhooks')
    await button(page, systems.delete).click()
    const question = page.getByText(fill(say.deleteAsk, { url }))
    await question.waitFor()
    expect(await question.evaluate((element) => element === document.activeElement)).toBe(true)
    await inspect(page, 'webhooks-delete')
    await button(page, sayAdmin.cancel).click()
    expect(await stored(rollcall)).toHaveLength(1)
    await button(page, systems.delete).click()
    await button(page, say.deleteYes).click()
    await page.getByText(fill(say.deleted, { url })).waitFor()
    expect(await stored(rollcall)).toEqual([])
  })

  browserTest('may exist after a lost connection: the page says so, and lists them', async () => {
    const rollcall = await boot()
    const { url } = await webhookReceiver()
    const page = await openAdmin(rollcall, 'webhooks')
    await button(page, say.add).click()
    await page.getByLabel(say.url).fill(url)
    await loseResponse(page, '**/v1/webhooks/clinica-lisboa')
    await button(page, say.create).click()
    await page.getByText(say.mayExist).waitFor()
    await page.getByRole('heading', { name: url }).waitFor()
    expect(await page.getByLabel(say.url).inputValue()).toBe(url)
    await expectAccessible(page, 'webhooks-lost')
    expect(await stored(rollcall)).toHaveLength(1)

    await loseResponse(page, '**/rotation')
    await button(page, say.rotate).click()
    await page.locator('.panel').getByRole('button', { name: say.rotate }).click()
    await page.getByText(say.mayHaveChanged).waitFor()
  })

  browserTest('keep what somebody typed when the service refuses it, and when the session ends', async () => {
    const rollcall = await boot()
    const page = await openAdmin(rollcall, 'webhooks')
    await button(page, say.add).click()
    await page.getByLabel(say.url).fill('https://10.0.0.1/hook')
    await button(page, say.create).click()
    await page.getByText(say.reasons.private).waitFor()
    await expectAccessible(page, 'webhooks-refused')
    await page.getByLabel(say.url).fill('https://practice.example/hook')
    await page.getByLabel(say.full).check()
    await signInAgain(rollcall, page, () => button(page, say.create).click())
    expect(await page.getByLabel(say.url).inputValue()).toBe('https://practice.example/hook')
    expect(await page.getByLabel(say.full).isChecked()).toBe(true)
    await button(page, say.create).click()
    await page.getByRole('heading', { name: say.secret }).waitFor()
    expect(await stored(rollcall)).toMatchObject([{ url: 'https://practice.example/hook', full: true }])
  })
})

const mapping = {
  category: 'medical',
  target: 'appointment',
  charset: 'windows-1252',
  separator: ';',
  country: 'PT',
  fields: {
    external_id: { column: 'Id', pad: 6 },
    'contact.external_id': 'Utente',
    'contact.name': { columns: ['Nome', 'Apelido'], join: ' ' },
    'contact.language': { constant: 'pt_PT' },
    mobile: 'Telemovel',
    'params.doctor': 'Medico',
    'params.when': { columns: ['Data', 'Hora'], format: 'dd/MM/yyyy HH:mm', skipped: 'later', repeated: 'first' },
  },
}

describe('the kept columns of files', () => {
  const say = systems.mappings

  browserTest('say which column goes to which field, and are deleted after a question', async () => {
    const rollcall = await boot()
    await rollcall.put('/v1/mappings/clinica-lisboa/agenda', mapping)
    const page = await openAdmin(rollcall, 'mappings')
    await page.getByRole('row', { name: 'Nome + Apelido' }).waitFor()
    await page.getByRole('row', { name: fill(say.format, { format: 'dd/MM/yyyy HH:mm' }) }).waitFor()
    await page.getByText(wordsOf('console', 'en').console.asJson).click()
    expect(JSON.parse(await page.locator('pre').innerText())).toEqual(mapping)
    await expectAccessible(page, 'mappings')
    await button(page, systems.delete).click()
    await page.getByText(fill(say.deleteAsk, { name: 'agenda' })).waitFor()
    await inspect(page, 'mappings-delete')
    await button(page, say.deleteYes).click()
    await page.getByText(fill(say.deleted, { name: 'agenda' })).waitFor()
    await page.getByText(say.none).waitFor()
    expect((await rollcall.get('/v1/mappings/clinica-lisboa')).json()).toEqual([])
    await expectAccessible(page, 'mappings-none')
    await page.getByRole('link', { name: say.make }).click()
    await page.getByRole('heading', { name: wordsOf('upload', 'en').title }).waitFor()
  })
})

describe('the opt-outs of a clinic', () => {
  const say = systems.optOuts
  const path = '/v1/opt-outs/clinica-lisboa'
  const stop = ({ put }: Rollcall, uid: string) => put(path, { channel: 'mobile', uid, opted_out: true })
  const search = async (page: Page, text: string) => {
    await page.getByLabel(say.search).fill(text)
    await button(page, wordsOf('console', 'en').console.search).click()
  }

  browserTest('are added, found and lifted, each after its consequence is said', async () => {
    const rollcall = await boot()
    const { delivery } = await notify(rollcall, { ...later, addresses: [{ channel: 'mobile', uid: '+351912345678' }] })
    const page = await openAdmin(rollcall, 'opt-outs')
    await page.getByText(say.none).waitFor()
    await expectAccessible(page, 'opt-outs-none')
    await button(page, say.add).click()
    await page.getByLabel(say.address, { exact: true }).fill('912')
    await button(page, say.stop).click()
    await page.getByText(say.wrongAddress).waitFor()
    await page.getByLabel(say.address, { exact: true }).fill('+351 912 345 678')
    await inspect(page, 'opt-outs-new')
    await button(page, say.stop).click()
    await page.getByText(fill(say.added, { address: '+351912345678' })).waitFor()
    await page.getByText(say.reasons.staff).waitFor()
    expect(await delivery()).toMatchObject({ state: 'stopped', reason: 'opted out' })

    await search(page, '999')
    await page.getByText(fill(say.notFound, { text: '999' })).waitFor()
    await search(page, '912 345')
    await button(page, say.lift).click()
    await page.getByText(fill(say.ask, { address: '+351912345678' })).waitFor()
    await inspect(page, 'opt-outs-lift')
    await loseResponse(page, `**${path}`)
    await button(page, say.yes).click()
    await page.getByText(sayAdmin.failed).waitFor()
    await button(page, say.yes).click()
    await page.getByText(fill(say.lifted, { address: '+351912345678' })).waitFor()
    expect((await rollcall.get(path)).json()).toEqual([])
  })

  browserTest('are listed a hundred at a time, and searched in all of them', async () => {
    const rollcall = await boot()
    for (let number = 0; number < 120; number++) await stop(rollcall, `+351912345${600 + number}`)
    const page = await openAdmin(rollcall, 'opt-outs')
    const items = page.locator('.opt-outs > li')
    await expect.poll(() => items.count()).toBe(100)
    await button(page, wordsOf('console', 'en').console.more).click()
    await expect.poll(() => items.count()).toBe(120)
    await search(page, '345 719')
    await expect.poll(() => items.count()).toBe(1)
  })

  browserTest('say which permission they need', async () => {
    const rollcall = await boot()
    const page = await openAdmin(rollcall, 'opt-outs', { scopes: ['admin'] })
    await page.getByText(say.needsRead).waitFor()
  })
})
