import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import type { ActionRecord } from '../../client/client.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { contact, notifications } from '../contact.ts'
import { entity, history } from '../history.ts'
import { bootRollcall, byDate, type Rollcall } from '../rollcall.ts'
import { item, later, mail, submission } from '../submission.ts'
import { browserTest, takeComputer } from './chromium.ts'
import {
  bootWithExamples,
  brokenChannel,
  openConsole,
  openMessages,
  rate,
  records,
  say,
  sayLists,
  sayMessages,
  sayRates,
  sayTasks,
} from './console.ts'
import { askedToSignIn } from './sign-in-link.ts'

const [from, to] = ['2026-03-01', '2026-04-30']
const listOf = async (rollcall: Rollcall, start = from, end = to): Promise<ActionRecord[]> =>
  (await rollcall.get(byDate(start, end))).json()
const count = (list: ActionRecord[], action: string) => list.filter((one) => one.action === action).length

browserTest('the rates and the deliveries need the scope notifications:read', async () => {
  const rollcall = await bootRollcall()
  await rollcall.given(...history())
  const { page } = await openConsole(rollcall, { scopes: ['actions:read'] })
  for (const name of [sayRates.over.title, say.tasks]) {
    await page.getByRole('region', { name }).getByText(say.needsScope).waitFor()
  }
  expect(await page.getByRole('region', { name: sayRates.over.title }).locator('dl').count()).toBe(0)
})

describe('the period', () => {
  browserTest('covers days in the zone of the clinic, and is in the address', async () => {
    const rollcall = await bootRollcall()
    await rollcall.given(entity({ time_zone: 'Pacific/Auckland' }), ...history().slice(1))
    const page = await takeComputer({ timezoneId: 'America/New_York' })
    // The 31st has begun in Auckland, and the 30th has not in New York.
    await page.clock.setFixedTime('2026-03-30T12:30:00Z')
    await openConsole(rollcall, { page })
    await page.getByRole('button', { name: say.presets.today, exact: true }).click()
    await page.waitForURL(/from=2026-03-31&to=2026-03-31/)
    await page.getByRole('button', { name: say.presets.lastMonth }).click()
    await page.waitForURL(/from=2026-02-01&to=2026-02-28/)
    // Digit by digit, as people type, and not every one of them makes a year.
    await page.getByLabel(say.from, { exact: true }).focus()
    await page.keyboard.type('03032026')
    await page.waitForURL(/from=2026-03-03&to=2026-03-03/)
    await page.getByLabel(say.to, { exact: true }).fill('2026-03-02')
    await page.waitForURL(/from=2026-03-02&to=2026-03-02/)
    await page.getByLabel(say.from, { exact: true }).fill('2026-03-05')
    await page.waitForURL(/from=2026-03-05&to=2026-03-05/)
    await page.reload()
    expect(await page.getByLabel(say.to, { exact: true }).inputValue()).toBe('2026-03-05')
  })
})

describe('the list', () => {
  browserTest('loads a hundred records at a time, is filtered, and saved as CSV', async () => {
    const rollcall = await bootWithExamples()
    const { page, origin, foreign } = await openConsole(rollcall)
    const list = await listOf(rollcall)
    await page.getByText(say.listStates.more.replace('{rows}', '100')).waitFor()
    await records(page).getByRole('button', { name: say.more }).click()
    await page.getByText(say.listStates.more.replace('{rows}', '200')).waitFor()
    await records(page).getByLabel(say.action).selectOption(say.actions.cancel)
    await records(page).getByRole('button', { name: say.more }).click()
    await page.getByText(say.listStates.whole.replace('{rows}', String(count(list, 'cancel')))).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      records(page).getByRole('button', { name: sayLists.download.ready }).click(),
    ])
    expect(download.suggestedFilename()).toBe('clinica-lisboa_2026-03-01_2026-04-30.csv')
    const csv = await rollcall.get(byDate(from, to, '?action=cancel'), { accept: 'text/csv' })
    expect(readFileSync(await download.path(), 'utf8')).toBe(`\ufeff${csv.body}`)
    expect(foreign).toEqual([])

    // The session belongs to the tab.
    await page.reload()
    await page.getByText(say.connection.live).waitFor()
    const tab = await page.context().newPage()
    await tab.goto(`${origin}/console`)
    await askedToSignIn(tab)
  })

  browserTest('opens each record, with its details, deliveries, and the reasons why there are no more', async () => {
    const rollcall = await bootRollcall()
    const one = await contact(rollcall)
    await rollcall.deliver()
    await one.answer('reschedule', 'Mondays')
    const eva = { external_id: 'A-2', contact: { external_id: 'P-2', name: 'Eva Lopes', country: 'PT' } }
    await (await contact(rollcall, eva)).answer('confirm')
    const { page } = await openConsole(rollcall, { from: '2026-03-30', to: '2026-03-30' })
    await records(page).getByRole('button', { name: 'João Silva' }).click()
    const dialog = page.getByRole('dialog', { name: 'João Silva' })
    for (const text of ['30 Mar 2026, 09:30', 'Ana Reis', 'A-1001', 'Mondays', say.deliveryStates.sent]) {
      await dialog.getByText(text).first().waitFor()
    }
    await dialog.getByText(say.asJson).click()
    const list = await listOf(rollcall, '2026-03-30', '2026-03-30')
    const record = list.find(({ contact }) => contact.name === 'João Silva')
    expect(JSON.parse(await dialog.locator('pre').innerText())).toEqual(record)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    const stopped = { channel: 'mobile', uid: '+351912345678', opted_out: true }
    expect((await rollcall.put('/v1/opt-outs/clinica-lisboa', stopped)).statusCode).toBe(200)
    const other = page.getByRole('dialog', { name: 'Eva Lopes' })
    for (const reason of ['staff', 'not-me', 'opt-out'] as const) {
      await rollcall.database.updateTable('opt_outs').set({ reason }).execute()
      await records(page).getByRole('button', { name: 'Eva Lopes' }).click()
      await other.getByText(say.deliveryStates.stopped, { exact: true }).waitFor()
      await other.getByText(say.reasons.confirmed!).waitFor()
      await other.getByText(say.optOuts[reason]).first().waitFor()
      await page.keyboard.press('Escape')
      await other.waitFor({ state: 'detached' })
    }
  })
})

describe('the messages of a notification', () => {
  // One word: a message shows it whole.
  const hostile = '<img/src=x/onerror=alert(1)><b/style="color:red"><script>alert(2)</script>'

  browserTest('are shown as the contact received them, run no script, and can be loaded again', async () => {
    const rollcall = await bootRollcall()
    const addresses = [mail, ...item().addresses]
    const one = await contact(rollcall, { addresses, contact: { ...item().contact, name: hostile } })
    await rollcall.deliver()
    await one.answer('confirm')
    await rollcall.deliver()
    const token = (await one.token())!
    const { page, foreign } = await openConsole(rollcall, { from: '2026-03-30', to: '2026-03-30' })
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('dialog', (dialog) => complaints.push(dialog.message()))
    await records(page).locator('tbody button').click()
    const messages = page.getByRole('dialog').locator('.timeline .message')
    const { notice, confirmation } = sayMessages.kinds
    await expect.poll(() => messages.locator('strong').allInnerTexts()).toEqual([notice, notice, confirmation])
    await openMessages(messages)
    expect(await messages.locator('.text-message').innerText()).toContain(`/a/clinica-lisboa.${'*'.repeat(20)}`)
    const frame = messages.locator('iframe').last().contentFrame()
    await frame.getByText('*'.repeat(26)).waitFor()
    // The name is text, and the styles of the mail apply.
    await frame.getByText(hostile).first().waitFor()
    const widths = await frame
      .locator('img[src^="data:image/png"]')
      .evaluateAll((all) => all.map((one) => one.clientWidth))
    expect(widths).toEqual([240])
    expect(await frame.locator('[data-style*="background"]').count()).toBeGreaterThan(0)
    const background = await frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
    expect(background).not.toBe('rgba(0, 0, 0, 0)')
    expect(await frame.locator('a[href]').count()).toBe(0)
    const [height, content] = await messages
      .locator('iframe')
      .last()
      .evaluate((one: HTMLIFrameElement) => [one.clientHeight, one.contentDocument!.documentElement.scrollHeight])
    expect(height).toBeGreaterThanOrEqual(content!)
    const everything = (await page.content()) + (await frame.locator('html').innerHTML())
    expect(everything).not.toContain(one.link.split('.')[1])
    expect(everything).not.toContain(token)
    expect(complaints).toEqual([])
    expect(foreign).toEqual([])

    const mailFrame = messages.locator('iframe').last()
    expect(await mailFrame.getAttribute('sandbox')).toBe('allow-same-origin')
    // A script that a later version of the mails might contain.
    const ran = await mailFrame.evaluate(async (one: HTMLIFrameElement) => {
      const loaded = new Promise((resolve) => one.addEventListener('load', resolve, { once: true }))
      one.srcdoc = '<script>parent.document.title = "ran"</script><img src="x" onerror="parent.document.title = 1">'
      await loaded
      return document.title
    })
    expect(ran).toContain('Clínica Lisboa')
    expect(complaints.join()).toContain('sandbox')

    await page.keyboard.press('Escape')
    await page.route('**/messages', (route) => route.fulfill({ status: 500 }))
    await records(page).locator('tbody button').click()
    await messages.first().locator('summary').click()
    const failed = messages.getByText(sayMessages.messagesFailed)
    await failed.waitFor()
    await page.unroute('**/messages')
    await failed.getByRole('button').click()
    await messages.getByText(sayMessages.renderedAgain).waitFor()
  })
})

describe('the live view', () => {
  browserTest(
    'shows actions at once, and those of a lost connection afterwards, and the rates count them',
    async () => {
      const rollcall = await bootRollcall()
      const one = await contact(rollcall)
      const page = await takeComputer()
      await page.clock.setFixedTime('2026-03-30T08:00:00Z')
      await openConsole(rollcall, { page, from: '2026-03-30', to: '2026-03-30' })
      const live = page.getByRole('region', { name: say.live, exact: true })
      await one.answer('confirm')
      await live.getByText(say.actions.confirm).waitFor()
      await one.answer('cancel')
      await live.getByText(say.actions.cancel).waitFor()
      await page.getByRole('button', { name: say.presets.today, exact: true }).waitFor()
      await live.getByRole('button', { name: 'João Silva' }).first().click()
      await page.getByRole('dialog', { name: 'João Silva' }).waitFor()
      await page.keyboard.press('Escape')

      await page.context().setOffline(true)
      await page.getByText(say.connection.lost).waitFor()
      await one.answer('confirm')
      await one.answer('reschedule')
      await page.context().setOffline(false)
      await live.getByText(say.actions.reschedule).waitFor()
      await page.getByText(say.connection.live).waitFor()
      expect(await live.locator('li').count()).toBe(4)
      // One contact who clicked four times. The page counts again when the connection returns.
      const another = rate(page, sayRates.toCome.names.another_time, 'toCome').locator('dd')
      await expect.poll(() => another.first().innerText()).toBe('1 of 1')
      expect(await rate(page, sayRates.toCome.names.confirmed, 'toCome').locator('dd').first().innerText()).toBe(
        '0 of 1',
      )
    },
  )

  browserTest('opens with the latest actions, then follows', async () => {
    const rollcall = await bootWithExamples()
    const one = await contact(rollcall, { external_id: 'A-live' })
    const { page } = await openConsole(rollcall, { from: '2026-03-30', to: '2026-03-30' })
    const entries = page.getByRole('region', { name: say.live, exact: true }).locator('li')
    const { last_sequence: last } = await rollcall.database
      .selectFrom('entities')
      .select('last_sequence')
      .where('entity_id', '=', 'clinica-lisboa')
      .executeTakeFirstOrThrow()
    const feed = `/v1/metrics/notifications/actions/clinica-lisboa/since/${last - 30}`
    const latest: ActionRecord[] = (await rollcall.get(feed)).json().toReversed()
    expect(latest).toHaveLength(30)
    const shown = await entries.allInnerTexts()
    expect(shown.map((text, index) => text.includes(latest[index]!.contact.name))).toEqual(Array(30).fill(true))
    await one.answer('confirm')
    await entries.first().getByText('João Silva').waitFor()
    expect(await entries.count()).toBe(30)
  })
})

describe('deliveries', () => {
  browserTest('of a test token are marked as tests, in the list and in their dialog', async () => {
    const rollcall = await bootRollcall()
    await rollcall.given(entity())
    const tester = await rollcall.tokenFor({ test: true })
    await rollcall.post(notifications, submission(), { authorization: `Bearer ${tester.token}` })
    await rollcall.deliver()
    const { page } = await openConsole(rollcall, { from: '2026-03-30', to: '2026-03-30' })
    const tasks = page.getByRole('region', { name: say.tasks })
    await tasks.getByText(say.test, { exact: true }).click()
    await tasks.getByText(say.reasons.test).waitFor()
    await tasks.getByRole('button', { name: 'João Silva' }).click()
    await page.getByRole('dialog', { name: 'João Silva' }).getByText(say.testHint).waitFor()
  })

  browserTest('are counted by task, whose name describes it, and which opens its notices, fifty at once', async () => {
    const rollcall = await bootRollcall()
    await rollcall.given(entity())
    const { uid } = mail
    const broken = { external_id: 'A-2', contact: { ...item().contact, name: 'Ana Sá' } }
    await rollcall.post(notifications, submission(item({ addresses: [mail] }), item(broken)))
    await rollcall.deliver({ mobile: brokenChannel })
    const exam = { params: { when: later.params.when, exam: 'ECG' }, addresses: [] }
    const examItems = Array.from({ length: 60 }, (_, index) => item({ ...exam, external_id: `E-${index}` }))
    await rollcall.post(notifications, { ...submission(...examItems), target: 'exam' })
    const { page } = await openConsole(rollcall, { from: '2026-03-30', to: '2026-03-30' })
    const tasks = page.getByRole('region', { name: say.tasks })
    const counted = (count: number, reached: number) =>
      sayTasks.counts.replace('{count}', String(count)).replace('{reached}', String(reached))
    const named = (name: string) => tasks.locator('ol > li').filter({ hasText: name })
    const [appointments, exams] = (['medical/appointment', 'medical/exam'] as const).map((pair) =>
      named(wordsOf('plugins', 'en')[pair].notices),
    )
    await appointments!.getByText('30 Mar 2026, 09:00').first().waitFor()
    await appointments!.getByText(counted(2, 1)).waitFor()
    await appointments!.getByText(`${say.deliveryStates.failed} 1`).waitFor()
    await exams!.getByText(counted(60, 0)).click()
    await exams!.getByText(sayTasks.noDeliveries).first().waitFor()
    await expect.poll(() => exams!.locator('.notices > ul > li').count()).toBe(50)
    await exams!.getByRole('button', { name: say.more }).click()
    await expect.poll(() => exams!.locator('.notices > ul > li').count()).toBe(60)

    await appointments!.getByText(counted(2, 1)).click()
    const notices = appointments!.locator('.notices li').filter({ hasText: say.states.open })
    await expect.poll(() => notices.count()).toBe(2)
    await notices.getByText(uid).waitFor()
    await notices.getByText(say.deliveryStates.sent).waitFor()
    await appointments!.getByRole('button', { name: sayTasks.onlyFailed }).click()
    await expect.poll(() => notices.count()).toBe(1)
    await notices.getByText('550 no such number').waitFor()
    await notices.getByRole('button', { name: 'Ana Sá' }).click()
    await page.getByRole('dialog', { name: 'Ana Sá' }).getByText(say.deliveryStates.failed, { exact: true }).waitFor()
  })
})
