import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import type { ActionRecord } from '../../client/client.ts'
import { words as accessWords } from '../../web/access/words.ts'
import { contact } from '../contact.ts'
import { entity, history } from '../history.ts'
import { bootRollcall, byDate, type Rollcall } from '../rollcall.ts'
import { notify } from '../submission.ts'
import { browserTest, takeComputer } from './chromium.ts'
import { bootWithExamples, brokenChannel, figure, openConsole, records, say } from './console.ts'

const [from, to] = ['2026-03-01', '2026-04-30']
const listOf = async (rollcall: Rollcall, start = from, end = to): Promise<ActionRecord[]> =>
  (await rollcall.get(byDate(start, end))).json()
const count = (list: ActionRecord[], action: string) => list.filter((one) => one.action === action).length

describe('the charts', () => {
  browserTest('show the number of each action in figures and tables, and the share of confirmations', async () => {
    const rollcall = await bootWithExamples()
    const { page, foreign } = await openConsole(rollcall)
    const list = await listOf(rollcall)
    const sums = ['confirm', 'reschedule', 'cancel', 'arrive', 'annul'].map((action) => count(list, action))
    const [confirm, reschedule, cancel] = sums as [number, number, number]
    await expect.poll(() => figure(page, say.actions.confirm).innerText()).toBe(confirm.toLocaleString('en'))
    const rate = (confirm / (confirm + reschedule + cancel)) * 100
    expect(Number.parseFloat(await figure(page, say.confirmRate).innerText())).toBeCloseTo(rate, 0)

    const chart = page.getByRole('figure', { name: say.by.day })
    await chart.getByText(say.table).click()
    const rows = await chart.locator('tbody tr').allInnerTexts()
    expect(rows).toHaveLength(61)
    const cells = rows.map((row) => row.split('\t').slice(1).map(Number))
    const columns = [0, 1, 2, 3, 4].map((column) => cells.reduce((sum, row) => sum + row[column]!, 0))
    expect(columns).toEqual(sums)
    expect(foreign).toEqual([])
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
  })

  browserTest('open the list of a day', async () => {
    const rollcall = await bootWithExamples()
    const { page } = await openConsole(rollcall)
    const chart = page.getByRole('figure', { name: say.by.day })
    await chart.getByText(say.table).click()
    await chart.getByRole('button', { name: '29 Mar 2026' }).click()
    const list = await listOf(rollcall, '2026-03-29', '2026-03-29')
    await records(page)
      .getByText(say.listStates.whole.replace('{rows}', String(list.length)))
      .waitFor()
    expect(await records(page).locator('tbody tr').count()).toBe(list.length)
  })

  browserTest('of a year have a column for each week', async () => {
    const { page } = await openConsole(await bootWithExamples(), { from: '2025-05-01', to })
    await page.getByRole('figure', { name: say.by.week }).waitFor()
    const rows = page.getByRole('figure', { name: say.by.week }).locator('tbody tr')
    expect(await rows.count()).toBe(53)
  })

  browserTest('of days without actions link to days with actions', async () => {
    const { page } = await openConsole(await bootWithExamples(), { from: '2025-01-01', to: '2025-01-31' })
    await page.getByRole('button', { name: say.toLatest.split('{day}')[0]! }).click()
    await expect.poll(() => figure(page, say.actions.confirm).innerText()).not.toBe('0')
  })
})

describe('the period', () => {
  browserTest('covers days in the zone of the clinic, and is part of the address', async () => {
    const rollcall = await bootRollcall()
    await rollcall.given(entity({ time_zone: 'Pacific/Auckland' }), ...history().slice(1))
    const page = await takeComputer({ timezoneId: 'America/New_York' })
    // The 31st has begun in Auckland, and the 30th has not in New York.
    await page.clock.setFixedTime('2026-03-30T12:30:00Z')
    await openConsole(rollcall, { page })
    await page.getByRole('button', { name: say.presets.today, exact: true }).click()
    await page.waitForURL(/from=2026-03-31&to=2026-03-31/)
    await page.getByRole('button', { name: say.presets.previousMonth }).click()
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
  browserTest('is filtered, and searched without regard to case and accents', async () => {
    const rollcall = await bootWithExamples()
    const { page } = await openConsole(rollcall)
    const list = await listOf(rollcall)
    await records(page).getByLabel(say.day).selectOption(say.allDays)
    await records(page).getByLabel(say.action).selectOption(say.actions.cancel)
    await page.getByRole('button', { name: say.more }).click()
    await page.getByText(say.listStates.whole.replace('{rows}', String(count(list, 'cancel')))).waitFor()
    await records(page).getByLabel(say.action).selectOption(say.all)
    await records(page).getByLabel(say.channel).selectOption(say.channels.mobile!)
    await records(page).getByLabel(say.search).fill('JOAO silva')
    const found = list.filter(({ contact, channel }) => /João.*Silva/.test(contact.name) && channel === 'mobile')
    await page.getByText(say.listStates.whole.replace('{rows}', String(found.length))).waitFor()
    expect(found.length).toBeGreaterThan(0)
  })

  browserTest('loads a hundred records at a time', async () => {
    const { page } = await openConsole(await bootWithExamples())
    await records(page).getByLabel(say.day).selectOption(say.allDays)
    await page.getByText(say.listStates.more.replace('{rows}', '100')).waitFor()
    await page.getByRole('button', { name: say.more }).click()
    await page.getByText(say.listStates.more.replace('{rows}', '200')).waitFor()
  })

  browserTest('opens each record, with its details and its deliveries', async () => {
    const rollcall = await bootRollcall()
    const one = await contact(rollcall)
    await rollcall.deliver()
    await one.answer('reschedule', 'Mondays')
    const { page } = await openConsole(rollcall, { from: '2026-03-30', to: '2026-03-30' })
    await records(page).getByRole('button', { name: 'João Silva' }).click()
    const dialog = page.getByRole('dialog', { name: 'João Silva' })
    for (const text of ['30 Mar 2026, 09:30', 'Ana Reis', 'A-1001', 'Mondays', say.deliveryStates.sent]) {
      await dialog.getByText(text).first().waitFor()
    }
    await dialog.getByText(say.asJson).click()
    const [record] = await listOf(rollcall, '2026-03-30', '2026-03-30')
    expect(JSON.parse(await dialog.locator('pre').innerText())).toEqual(record)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  browserTest('is saved as the CSV of the service', async () => {
    const rollcall = await bootWithExamples()
    const { page } = await openConsole(rollcall)
    await records(page).getByLabel(say.day).selectOption(say.allDays)
    await records(page).getByLabel(say.action).selectOption(say.actions.cancel)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: say.download.ready }).click(),
    ])
    expect(download.suggestedFilename()).toBe('clinica-lisboa_2026-03-01_2026-04-30.csv')
    const csv = await rollcall.get(byDate(from, to, '?action=cancel'), { accept: 'text/csv' })
    expect(readFileSync(await download.path(), 'utf8')).toBe(csv.body)
  })
})

describe('the live view', () => {
  const begin = async () => {
    const rollcall = await bootRollcall()
    const one = await contact(rollcall)
    const opened = await openConsole(rollcall, { from: '2026-03-30', to: '2026-03-30' })
    return { rollcall, one, ...opened, live: opened.page.getByRole('region', { name: say.live, exact: true }) }
  }

  browserTest('shows each action at once, and the charts count it', async () => {
    const { one, page, live } = await begin()
    await one.answer('confirm')
    await live.getByText(say.actions.confirm).waitFor()
    await one.answer('cancel')
    await live.getByText(say.actions.cancel).waitFor()
    expect(await figure(page, say.actions.confirm).innerText()).toBe('1')
    expect(await figure(page, say.confirmRate).innerText()).toBe('50%')
    await page.getByRole('button', { name: say.presets.today, exact: true }).waitFor()
    await live.getByRole('button', { name: 'João Silva' }).first().click()
    await page.getByRole('dialog', { name: 'João Silva' }).waitFor()
  })

  browserTest('shows the actions of a lost connection afterwards', async () => {
    const { one, page, live } = await begin()
    await page.context().setOffline(true)
    await page.getByText(say.connection.lost).waitFor()
    await one.answer('confirm')
    await one.answer('reschedule')
    await page.context().setOffline(false)
    await live.getByText(say.actions.confirm).waitFor()
    await live.getByText(say.actions.reschedule).waitFor()
    await page.getByText(say.connection.live).waitFor()
    expect(await live.locator('li').count()).toBe(2)
  })
})

describe('deliveries', () => {
  browserTest('are counted by task, with the failed ones and their reasons', async () => {
    const rollcall = await bootRollcall()
    await notify(rollcall)
    await rollcall.deliver({ mobile: brokenChannel })
    const { page } = await openConsole(rollcall, { from: '2026-03-30', to: '2026-03-30' })
    const tasks = page.getByRole('region', { name: say.tasks })
    await tasks.getByText(say.notices.replace('{count}', '1')).waitFor()
    await tasks.getByText(`${say.deliveryStates.failed} 1`).waitFor()
    await tasks.getByText(say.failures).click()
    await tasks.getByText('João Silva').waitFor()
    await tasks.getByText('550 no such number').waitFor()
  })

  browserTest('name the reason why an address receives no messages', async () => {
    const rollcall = await bootRollcall()
    const one = await contact(rollcall)
    await one.answer('confirm')
    const stopped = { channel: 'mobile', uid: '+351912345678', opted_out: true }
    const optOuts = '/v1/opt-outs/clinica-lisboa'
    const headers = { authorization: `Bearer ${rollcall.token}` }
    expect((await rollcall.app.inject({ url: optOuts, method: 'PUT', headers, payload: stopped })).statusCode).toBe(200)
    const { page } = await openConsole(rollcall, { from: '2026-03-30', to: '2026-03-30' })
    for (const reason of ['staff', 'not-me', 'opt-out'] as const) {
      await rollcall.database.updateTable('opt_outs').set({ reason }).execute()
      await records(page).getByRole('button', { name: 'João Silva' }).click()
      const dialog = page.getByRole('dialog', { name: 'João Silva' })
      await dialog.getByText(say.optOuts[reason]).first().waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  })

  browserTest('need the scope notifications:read', async () => {
    const rollcall = await bootRollcall()
    await contact(rollcall)
    const { page } = await openConsole(rollcall, { scopes: ['actions:read'] })
    await page.getByText(say.noTasksAllowed).waitFor()
  })
})

describe('a session', () => {
  browserTest('belongs to one tab, and survives a reload', async () => {
    const { page, origin } = await openConsole(await bootWithExamples())
    await page.reload()
    await page.getByText(say.connection.live).waitFor()
    const tab = await page.context().newPage()
    await tab.goto(`${origin}/console`)
    await tab.getByLabel(accessWords.en.accessToken).waitFor()
  })
})
