import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import type { ActionRecord } from '../../client/client.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { contact, notifications } from '../contact.ts'
import { action, entity, history, notification } from '../history.ts'
import { multiply } from '../multiply.ts'
import { bootRollcall, byDate, type Rollcall } from '../rollcall.ts'
import { item, later, mail, submission } from '../submission.ts'
import { browserTest, takeComputer } from './chromium.ts'
import {
  bootWithExamples,
  brokenChannel,
  figure,
  openConsole,
  openMessages,
  rate,
  records,
  say,
  sayFigures,
  sayLists,
  sayMessages,
  sayRates,
  sayTasks,
} from './console.ts'

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

describe('the charts', () => {
  browserTest('show the number of each action in figures and tables, and open the list of a day', async () => {
    const rollcall = await bootWithExamples()
    const { page, origin, foreign } = await openConsole(rollcall)
    const list = await listOf(rollcall)
    const sums = ['confirm', 'reschedule', 'cancel', 'arrive', 'annul'].map((action) => count(list, action))
    await expect.poll(() => figure(page, say.actions.confirm).innerText()).toBe(sums[0]!.toLocaleString('en'))

    const chart = page.getByRole('figure', { name: say.by.day })
    await chart.getByText(say.table).click()
    const rows = await chart.locator('tbody tr').allInnerTexts()
    expect(rows).toHaveLength(61)
    const cells = rows.map((row) => row.split('\t').slice(1).map(Number))
    const columns = [0, 1, 2, 3, 4].map((column) => cells.reduce((sum, row) => sum + row[column]!, 0))
    expect(columns).toEqual(sums)

    await chart.getByRole('button', { name: '29 Mar 2026' }).click()
    const ofDay = await listOf(rollcall, '2026-03-29', '2026-03-29')
    await records(page)
      .getByText(say.listStates.whole.replace('{rows}', String(ofDay.length)))
      .waitFor()
    expect(await records(page).locator('tbody tr').count()).toBe(ofDay.length)
    expect(foreign).toEqual([])

    // The session belongs to the tab.
    await page.reload()
    await page.getByText(say.connection.live).waitFor()
    const tab = await page.context().newPage()
    await tab.goto(`${origin}/console`)
    await tab.getByLabel(wordsOf('pages', 'en').access.accessToken).waitFor()
  })

  browserTest('show the figures of a column to the mouse and to the keyboard', async () => {
    const rollcall = await bootWithExamples()
    const { page } = await openConsole(rollcall, { from: '2026-03-29', to: '2026-03-30' })
    const list = await listOf(rollcall, '2026-03-29', '2026-03-30')
    const chart = page.getByRole('figure', { name: say.by.day })
    const columns = chart.getByRole('group', { name: say.by.day })
    const tooltip = chart.getByRole('status')
    await expect.poll(() => chart.locator('.scale').innerText()).not.toContain('2\n1\n0')
    const [top, half, zero] = (await chart.locator('.scale').innerText()).split('\n').map(Number)
    expect([half! * 2, zero]).toEqual([top, 0])

    await chart.locator('rect.whole').first().hover()
    await tooltip.getByText('29 Mar 2026').waitFor()
    await page.mouse.move(0, 0)
    await tooltip.waitFor({ state: 'detached' })

    await columns.press('End')
    await tooltip.getByText('30 Mar 2026').waitFor()
    await columns.press('ArrowLeft')
    await tooltip.getByText('29 Mar 2026').waitFor()
    const onDay = list.filter(({ date }) => date < '2026-03-29T23:00:00')
    const confirmed = tooltip.locator('dl > div').filter({ hasText: say.actions.confirm })
    expect(await confirmed.locator('dd').innerText()).toBe(String(count(onDay, 'confirm')))
    await page.keyboard.press('Enter')
    await records(page)
      .getByText(say.listStates.whole.replace('{rows}', String(onDay.length)))
      .waitFor()
    await columns.press('Escape')
    await tooltip.waitFor({ state: 'detached' })

    await page.getByText(sayFigures.cost.title).focus()
    await page.keyboard.press('Tab')
    await tooltip.getByText('29 Mar 2026').waitFor()
    await page.keyboard.press('Tab')
    await tooltip.waitFor({ state: 'detached' })
  })

  browserTest('run from right to left in Arabic', async () => {
    const { page } = await openConsole(await bootWithExamples(), { from: '2026-03-29', to: '2026-03-30' })
    await page.locator('footer button[lang=ar]').click()
    const chart = page.getByRole('figure', { name: wordsOf('console', 'ar').console.by.day })
    const day = () => chart.getByRole('status').locator('p').innerText()
    await chart.locator('rect.whole').first().hover()
    await expect.poll(day).toContain('29')
    const [first, second] = await chart.locator('rect.whole').all()
    expect((await first!.boundingBox())!.x).toBeGreaterThan((await second!.boundingBox())!.x)
    await chart.locator('.plot').press('ArrowLeft')
    await expect.poll(day).toContain('30')
  })

  browserTest('have a table with totals, and are absent if they would be empty', async () => {
    const rollcall = await bootRollcall()
    const arrival = action({ action: 'arrive', channel: 'desk', date: '2026-03-30T08:20:00Z' })
    await rollcall.given(entity(), notification(), arrival)
    const { page } = await openConsole(rollcall, { from: '2026-03-30', to: '2026-03-30' })
    await expect.poll(() => figure(page, say.actions.arrive).innerText()).toBe('1')
    await expect.poll(() => page.locator('figure').count()).toBe(1)
    const chart = page.getByRole('figure', { name: say.byHour })
    await chart.getByText(say.table).click()
    expect((await chart.locator('tfoot tr').innerText()).split('\t')).toEqual([say.total, '0', '0', '0', '1', '0'])
  })
})

describe('the period', () => {
  browserTest('covers days in the zone of the clinic, is in the address, and leads to days with actions', async () => {
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
    await page.getByRole('button', { name: say.toLatest.split('{day}')[0]! }).click()
    await expect.poll(() => figure(page, say.actions.confirm).innerText()).toBe('1')
  })
})

describe('the list', () => {
  const searched = (state: keyof typeof say.searchStates, counts: Record<string, number>) =>
    Object.entries(counts).reduce(
      (text, [name, count]) => text.replace(`{${name}}`, String(count)),
      say.searchStates[state],
    )

  browserTest(
    'is searched over all days, loads a hundred records at a time, is filtered, and saved as CSV',
    async () => {
      const rollcall = await bootWithExamples()
      const { page } = await openConsole(rollcall)
      const list = await listOf(rollcall)
      expect(await records(page).getByLabel(say.day).inputValue()).toBe('2026-04-30')
      const [first] = list
      await records(page).getByLabel(say.search).fill(first!.contact.name)
      const found = list.filter(({ contact }) => contact.name === first!.contact.name)
      await records(page)
        .getByText(searched('whole', { rows: found.length, days: 61, all: 61 }))
        .first()
        .waitFor()
      expect(await records(page).getByLabel(say.day).inputValue()).toBe('')
      expect(await records(page).locator('tbody tr').count()).toBe(found.length)

      await records(page).getByLabel(say.day).selectOption('2026-03-29')
      const onDay = found.filter(({ date }) => date >= '2026-03-29T00:00' && date < '2026-03-29T23:00')
      await records(page)
        .getByText(searched('whole', { rows: onDay.length, days: 1, all: 1 }))
        .first()
        .waitFor()

      await records(page).getByLabel(say.search).fill('')
      await records(page).getByLabel(say.day).selectOption(say.allDays)
      await page.getByText(say.listStates.more.replace('{rows}', '100')).waitFor()
      await page.getByRole('button', { name: say.more }).click()
      await page.getByText(say.listStates.more.replace('{rows}', '200')).waitFor()
      await records(page).getByLabel(say.action).selectOption(say.actions.cancel)
      await page.getByRole('button', { name: say.more }).click()
      await page.getByText(say.listStates.whole.replace('{rows}', String(count(list, 'cancel')))).waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: sayLists.download.ready }).click(),
      ])
      expect(download.suggestedFilename()).toBe('clinica-lisboa_2026-03-01_2026-04-30.csv')
      const csv = await rollcall.get(byDate(from, to, '?action=cancel'), { accept: 'text/csv' })
      expect(readFileSync(await download.path(), 'utf8')).toBe(`\ufeff${csv.body}`)

      await records(page).getByLabel(say.action).selectOption(say.all)
      await records(page).getByLabel(say.channel).selectOption(say.channels.mobile!)
      await records(page).getByLabel(say.search).fill('JOAO silva')
      const filtered = list.filter(({ contact, channel }) => /João.*Silva/.test(contact.name) && channel === 'mobile')
      await records(page)
        .getByText(searched('whole', { rows: filtered.length, days: 61, all: 61 }))
        .first()
        .waitFor()
      expect(filtered.length).toBeGreaterThan(0)
    },
  )

  browserTest('says how much a search has covered, can be stopped, and leaves the page usable', async () => {
    const rollcall = await bootRollcall()
    await rollcall.given(...history(), notification({ id: 'n-2', contact: { external_id: 'P-2', name: 'Zoé Sá' } }))
    await multiply(rollcall.database, 5_000)
    await rollcall.given(action({ id: 'late', notification_id: 'n-2', date: '2026-04-10T10:00:00Z' }))
    const { page } = await openConsole(rollcall)
    // The third page of the list waits for the test.
    let pages = 0
    const held = Promise.withResolvers<void>()
    await page.route('**/bydate/2026-03-01/2026-04-30?*', async (route) => {
      if (++pages === 3) await held.promise
      await route.continue()
    })
    await records(page).getByLabel(say.search).fill('zoe')
    await expect.poll(() => pages).toBe(3)
    // The first action is on the 29th.
    await records(page)
      .getByText(searched('reading', { rows: 0, days: 28, all: 61 }))
      .waitFor()
    expect(await records(page).locator('progress').getAttribute('value')).toBe('28')
    // The page reacts meanwhile.
    await page.getByRole('figure', { name: say.byHour }).getByText(say.table).click()
    await page.getByRole('figure', { name: say.byHour }).locator('table').waitFor()
    await records(page).getByRole('button', { name: say.stop }).click()
    held.resolve()
    await records(page).getByRole('button', { name: say.goOn }).waitFor()
    expect(pages).toBe(3)
    await records(page)
      .getByText(searched('stopped', { rows: 0, days: 28, all: 61 }))
      .first()
      .waitFor()
    await records(page).getByRole('button', { name: say.goOn }).click()
    await records(page)
      .getByText(searched('whole', { rows: 1, all: 61 }))
      .first()
      .waitFor()
    await records(page).getByRole('button', { name: 'Zoé Sá' }).waitFor()
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
  browserTest('shows actions at once, those of a lost connection afterwards, and the charts count them', async () => {
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
    expect(await figure(page, say.actions.confirm).innerText()).toBe('1')
    // One contact who clicked twice.
    const cancelled = rate(page, sayRates.toCome.names.cancelled, 'toCome').locator('dd')
    await expect.poll(() => cancelled.first().innerText()).toBe('100%')
    expect(await rate(page, sayRates.toCome.names.confirmed, 'toCome').locator('dd').first().innerText()).toBe('0%')
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
  })

  browserTest('opens with the latest actions, then follows, and the list offers new ones of its filters', async () => {
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
    const list = await listOf(rollcall, '2026-03-30', '2026-03-30')
    expect(await figure(page, say.actions.confirm).innerText()).toBe(String(count(list, 'confirm')))

    await one.answer('confirm')
    await entries.first().getByText('João Silva').waitFor()
    expect(await entries.count()).toBe(30)
    expect(await figure(page, say.actions.confirm).innerText()).toBe(String(count(list, 'confirm') + 1))

    await records(page).getByLabel(say.action).selectOption(say.actions.cancel)
    const whole = (rows: number) => records(page).getByText(say.listStates.whole.replace('{rows}', String(rows)))
    await whole(count(list, 'cancel')).waitFor()
    await one.answer('cancel')
    await records(page)
      .getByRole('button', { name: say.showFresh.replace('{count}', '1') })
      .click()
    await whole(count(list, 'cancel') + 1).waitFor()
    expect(await records(page).locator('tbody tr').count()).toBe(count(list, 'cancel') + 1)
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
