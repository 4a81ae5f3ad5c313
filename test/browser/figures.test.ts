import { readFileSync } from 'node:fs'
import { read, utils } from '@e965/xlsx'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { ActionName } from '../../src/log/actions/action.ts'
import { wordsOf } from '../../src/platform/languages/words.ts'
import { contact, notifications, setTime } from '../contact.ts'
import { action, entity, history, notification } from '../history.ts'
import { bootRollcall, type Rollcall } from '../rollcall.ts'
import { item, notify } from '../submission.ts'
import { browserTest, takeComputer, takePhone } from './chromium.ts'
import { openConsole, rate, say, sayFigures, sayLists, sayRates } from './console.ts'

const sayVisits = wordsOf('visits', 'en')

/** A visit of history, and the contact's clicks. */
const visitWith = (id: string, when: string, ...clicks: ActionName[]) => [
  notification({ id, external_id: id, params: { when, doctor: 'Ana Reis' } }),
  ...clicks.map((name, index) =>
    action({ id: `${id}-${index}`, notification_id: id, action: name, date: `2026-03-2${index}T10:00:00Z` }),
  ),
]

const lines = async (page: Page, label: string, part: 'over' | 'toCome' = 'over') =>
  (await rate(page, label, part).locator('dd').allInnerTexts()).map((line) => line.trim())
const of = (count: number, whole: number) =>
  sayRates.of.replace('{count}', String(count)).replace('{whole}', String(whole))
const than = (change: keyof typeof sayRates.compared, before: string) =>
  sayRates.compared[change].replace('{before}', before)

async function openAt(rollcall: Rollcall, time: string, period: { from: string; to: string }, page?: Page) {
  const one = page ?? (await takeComputer())
  await one.clock.setFixedTime(time)
  setTime(rollcall, time)
  return openConsole(rollcall, { page: one, ...period })
}

describe('the rates', () => {
  browserTest(
    'are of the appointments that are over, and today is compared with the same hour of yesterday',
    async () => {
      const rollcall = await bootRollcall()
      await rollcall.given(
        entity(),
        ...visitWith('arrived-1', '2026-03-30T08:00:00Z', 'confirm', 'reschedule', 'arrive'),
        ...visitWith('arrived-2', '2026-03-30T08:30:00Z', 'arrive'),
        ...visitWith('cancelled', '2026-03-30T08:30:00Z', 'cancel'),
        ...visitWith('silent', '2026-03-30T08:30:00Z'),
        ...visitWith('evening', '2026-03-30T17:00:00Z', 'confirm'),
        ...visitWith('evening-2', '2026-03-30T17:30:00Z'),
        ...visitWith('before', '2026-03-29T08:30:00Z', 'arrive'),
        ...visitWith('before-evening', '2026-03-29T17:00:00Z', 'cancel'),
      )
      const day = { from: '2026-03-30', to: '2026-03-30' }
      const { page } = await openAt(rollcall, '2026-03-30T12:00:00Z', day)
      const { over, toCome } = sayRates
      await page.getByText(over.sameHour.replace('{count}', '4').replace('{days}', '29 Mar 2026')).waitFor()
      expect(await lines(page, over.names.arrived)).toEqual([
        ...[of(2, 3), '', than('less', of(1, 1)), over.definitions.arrived],
      ])
      expect(await lines(page, over.names.cancelled_in_time)).toEqual([
        ...[of(1, 3), '', than('more', of(0, 1)), over.definitions.cancelled_in_time],
      ])
      expect(await lines(page, over.names.no_show)).toContain(sayRates.compared.same)
      await page.getByText(over.unknown.replace('{count}', '1')).waitFor()
      await page.getByText(toCome.hint.replace('{count}', '2').replace('{arrived}', '0')).waitFor()
      expect(await lines(page, toCome.names.confirmed, 'toCome')).toEqual([of(1, 2), '', toCome.definitions.confirmed])

      // A day that is over is compared with a whole day.
      await page.getByRole('button', { name: say.presets.yesterday, exact: true }).click()
      await expect
        .poll(() => lines(page, over.names.arrived))
        .toEqual([...[of(1, 2), '', sayRates.noComparison, over.definitions.arrived]])
      expect(await page.getByRole('region', { name: toCome.title }).count()).toBe(0)
    },
  )

  browserTest('leave no empty place in a row', async () => {
    const rollcall = await bootRollcall()
    await rollcall.given(...history())
    const { page } = await openConsole(rollcall)
    for (const width of [600, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const empty = await page.locator('dl.numbers').evaluate((list) => {
        const ends = [list, list.lastElementChild!].map((one) => one.getBoundingClientRect().right)
        return Math.abs(ends[0]! - ends[1]!) > 3
      })
      expect({ width, empty }).toEqual({ width, empty: false })
    }
  })
})

/** February of a clinic with two doctors. Dr. Reis has 3 missed appointments, on a Monday and on two Thursdays. */
async function february(rollcall: Rollcall) {
  const visits = [
    ['2026-02-02T10:00:00Z', 'Ana Reis', false],
    ['2026-02-02T11:00:00Z', 'Ana Reis', true],
    ['2026-02-05T10:00:00Z', 'Ana Reis', false],
    ['2026-02-05T11:00:00Z', 'Rui Sá', true],
    ['2026-02-12T10:00:00Z', 'Ana Reis', false],
    ['2026-02-12T11:00:00Z', 'Ana Reis', true],
    ['2026-02-13T10:00:00Z', 'Rui Sá', false],
    ['2026-02-13T11:00:00Z', 'Rui Sá', true],
  ] as const
  setTime(rollcall, '2026-02-01T08:00:00Z')
  for (const [when, doctor, isArrived] of visits) {
    const { id } = await notify(rollcall, { external_id: when, params: { ...item().params, when, doctor } })
    if (!isArrived) continue
    setTime(rollcall, when)
    expect((await rollcall.post(`${notifications}/${id}/arrival`)).statusCode).toBe(201)
    setTime(rollcall, '2026-02-01T08:00:00Z')
  }
  setTime(rollcall, '2026-03-10T08:00:00Z')
  while (await rollcall.remind());
}

/** The counts of a row. */
const row = (visits: number, arrived: number, missed: number) =>
  [visits, ...[arrived, missed, 0, 0, 0].map((count) => of(count, visits)), 0].join(' ')

const breakdown = (page: Page) => page.getByRole('region', { name: sayFigures.title })
const rowsOf = async (page: Page) =>
  (await breakdown(page).locator('table tr').allInnerTexts()).slice(1).map((row) => row.replaceAll(/\s+/g, ' ').trim())

describe('the comparison', () => {
  browserTest(
    'says in a few clicks how many appointments with Dr. Reis were missed last month, and on which days',
    async () => {
      const rollcall = await bootRollcall()
      await february(rollcall)
      const { page } = await openAt(rollcall, '2026-03-10T08:00:00Z', { from: '2026-03-10', to: '2026-03-10' })
      await page.getByRole('button', { name: say.presets.lastMonth }).click()
      await breakdown(page).getByLabel(sayFigures.by).selectOption('doctor')
      await breakdown(page).getByRole('button', { name: 'Ana Reis' }).click()
      await page.waitForURL(/compare=weekday&of=Ana\+Reis/)
      await expect
        .poll(() => rowsOf(page))
        .toEqual([`Monday ${row(2, 1, 1)}`, `Thursday ${row(3, 1, 2)}`, `Total ${row(5, 2, 3)}`])

      // The rates are of the doctor, too, and last month is compared with the month before.
      const ofReis = sayRates.onlyDoctor.replace('{doctor}', 'Ana Reis')
      await page.getByRole('heading', { name: ofReis }).waitFor()
      const { over } = sayRates
      await expect.poll(() => lines(page, over.names.no_show)).toContain(of(3, 5))
      await page.getByText(/^5 of the appointments .* Compared with 1\s?–\s?31 Jan 2026\.$/).waitFor()

      // The address keeps the doctor, and the choice of the breakdown.
      await page.reload()
      await page.getByRole('heading', { name: ofReis }).waitFor()
      await breakdown(page).getByLabel(sayFigures.by).selectOption('week')
      await expect
        .poll(() => rowsOf(page))
        .toEqual([...[`2 – 8 Feb 2026 ${row(3, 1, 2)}`, `9 – 15 Feb 2026 ${row(2, 1, 1)}`, `Total ${row(5, 2, 3)}`]])
      await page.getByRole('button', { name: sayRates.allDoctors }).click()
      await expect
        .poll(() => rowsOf(page))
        .toEqual([...[`Ana Reis ${row(5, 2, 3)}`, `Rui Sá ${row(3, 2, 1)}`, `Total ${row(8, 4, 4)}`]])
      await breakdown(page).getByLabel(sayFigures.by).selectOption('reminder')
      await breakdown(page).getByRole('columnheader', { name: sayFigures.names.reminder, exact: true }).waitFor()
      await expect.poll(async () => (await rowsOf(page)).at(-1)).toBe(`Total ${row(8, 4, 4)}`)
    },
  )

  browserTest('leads from each number to as many appointments', async () => {
    const rollcall = await bootRollcall()
    await february(rollcall)
    const late = await contact(rollcall, {
      external_id: 'late',
      params: { ...item().params, when: '2026-03-10T12:00:00Z' },
    })
    await rollcall.deliver()
    await late.answer('cancel')
    await notify(rollcall, {
      external_id: 'no-address',
      addresses: [],
      params: { ...item().params, when: '2026-03-11T12:00:00Z' },
    })
    const { page } = await openAt(rollcall, '2026-03-10T15:00:00Z', { from: '2026-02-09', to: '2026-03-31' })
    const numbers = page.locator('.rates a, .breakdown table a')
    for (const by of ['weekday', 'week', 'doctor', 'reminder'] as const) {
      await breakdown(page).getByLabel(sayFigures.by).selectOption(by)
      await breakdown(page).getByRole('columnheader', { name: sayFigures.names[by], exact: true }).waitFor()
      await expect.poll(() => breakdown(page).locator('[aria-busy=true]').count()).toBe(0)
      const links = await numbers.evaluateAll((all) =>
        all.map((one) => ({ href: one.getAttribute('href')!, text: one.textContent! })),
      )
      expect(links.length).toBeGreaterThan(10)
      for (const { href, text } of links.filter(({ href }) => by === 'weekday' || href.includes('counted_by'))) {
        await page.evaluate((to) => {
          location.hash = to
        }, href)
        const count = page.getByText(sayVisits.count.replace('{count}', Number.parseInt(text, 10).toString()), {
          exact: true,
        })
        await count.waitFor()
        expect(await page.locator('.rows .visit').count()).toBe(Number.parseInt(text, 10))
        await page.goBack()
        await breakdown(page).waitFor()
      }
    }
  })

  browserTest('downloads the period with the words of the page and the numbers behind the percentages', async () => {
    const rollcall = await bootRollcall()
    await february(rollcall)
    const { page } = await openAt(rollcall, '2026-03-10T08:00:00Z', { from: '2026-02-01', to: '2026-02-28' })
    const save = async (name: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.locator('.downloads').getByRole('button', { name }).click(),
      ])
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
    }
    const csv = await save(sayLists.download.ready)
    expect(csv.name).toBe('clinica-lisboa_2026-02-01_2026-02-28.csv')
    const lines = csv.bytes.toString('utf8').split('\r\n')
    expect(lines.slice(0, 2)).toEqual([
      '\ufeffDate,Time,Contact,"Birth date, number",Telephone or e-mail,Doctor,Place,State,Answered on,Answered at,Channel,About',
      expect.stringMatching(/^2026-02-02,10:00,João Silva,no\. P-77,'\+351912345678,Ana Reis,,Did not come,,,Text,/),
    ])
    expect(lines.indexOf('')).toBe(9)
    expect(lines).toContain('Total,8,4,4,0,0,0,0')
    const workbook = await save(sayFigures.workbook.ready)
    expect(workbook.name).toBe('clinica-lisboa_2026-02-01_2026-02-28.xlsx')
    const { Sheets, SheetNames } = read(workbook.bytes)
    expect(SheetNames).toEqual(['Appointments', sayFigures.title])
    expect(utils.sheet_to_json(Sheets[SheetNames[0]!]!)).toHaveLength(8)
    expect(utils.sheet_to_csv(Sheets[SheetNames[1]!]!)).toContain('Total,8,4,4,0,0,0,0')
  })

  browserTest('counts again when the connection returns, and fits a phone', async () => {
    const rollcall = await bootRollcall()
    const one = await contact(rollcall)
    const { page } = await openAt(
      rollcall,
      '2026-03-30T08:10:00Z',
      { from: '2026-03-30', to: '2026-03-30' },
      await takePhone(),
    )
    const { toCome } = sayRates
    await expect.poll(() => lines(page, toCome.names.confirmed, 'toCome')).toContain(of(0, 1))
    await rollcall.post(`${notifications}/${one.id}/arrival`)
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await page.getByText(toCome.hint.replace('{count}', '1').replace('{arrived}', '1')).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(await page.evaluate(() => innerWidth))
  })
})
