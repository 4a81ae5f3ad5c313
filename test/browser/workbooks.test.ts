import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { format } from '../../src/platform/languages/format.ts'
import { byVisit, type Rollcall } from '../rollcall.ts'
import { browserTest } from './chromium.ts'
import { bootClinic, check, countOf, faultsOf, openUpload, sayUpload, sendButton, sent } from './upload.ts'

const chooseWorkbook = (page: Page, name: string) =>
  page.locator('input[type=file]').setInputFiles(fileURLToPath(new URL(`../workbooks/${name}`, import.meta.url)))

const namesOn = async (rollcall: Rollcall, day: string) =>
  (await rollcall.get(byVisit(day)))
    .json()
    .map(({ contact, params }: { contact: { name: string }; params: { when: string } }) => [contact.name, params.when])

/** Sends the list of Agenda: two rows, and one that is in the past. */
async function sendList(rollcall: Rollcall, page: Page) {
  await page.getByText('Monday, 14 December 2026 at 09:00').waitFor()
  await check(page)
  expect([await countOf(page, 'created'), await countOf(page, 'faulty')]).toEqual(['2', '1'])
  expect(await faultsOf(page)).toMatchObject([['4', 'Date', sayUpload.reasons.past]])
  await sendButton(page).click()
  await sent(page).waitFor()
  expect(await namesOn(rollcall, '2026-12-14')).toEqual([
    ['Inês Conceição', '2026-12-14T09:00:00Z'],
    ['Tomás Brandão', '2026-12-14T14:30:00Z'],
  ])
}

describe('a workbook', () => {
  browserTest('of one sheet is sent like a CSV file, and its faulty rows are downloaded', async () => {
    const rollcall = await bootClinic()
    const { page } = await openUpload(rollcall)
    await chooseWorkbook(page, 'list.ods')
    await page.getByText('list.ods').waitFor()
    await sendList(rollcall, page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: sayUpload.downloadFaulty }).click(),
    ])
    expect(download.suggestedFilename()).toBe('list-faults.csv')
    const rows = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(rows[1]).toContain('"5003","203","Zoé Prado","912345673",,"Rui Dias","2026-01-05","10:15"')
    expect(rows).toHaveLength(2)
  })

  browserTest('of several sheets asks which one has the appointments, and another one can be chosen', async () => {
    const rollcall = await bootClinic()
    const { page } = await openUpload(rollcall)
    await chooseWorkbook(page, 'list-of-two.xlsx')
    await page.getByRole('group', { name: sayUpload.whichSheet }).waitFor()
    const sheet = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) })
    await sheet('Doctors').click()
    await page.getByText(format(sayUpload.faults['no-rows'], { name: 'list-of-two.xlsx' }, 'en')).waitFor()
    await sheet('Agenda').click()
    await sendList(rollcall, page)
  })

  browserTest('with hidden rows and sheets says so', async () => {
    const { page } = await openUpload(await bootClinic())
    await chooseWorkbook(page, 'openpyxl.xlsx')
    await page.getByRole('button', { name: `Listas 1 row ${sayUpload.hiddenSheet}` }).waitFor()
    await page.getByRole('button', { name: 'Marcações 3 rows' }).click()
    await page.getByText(format(sayUpload.hiddenRows, { count: 1 }, 'en')).waitFor()
  })

  browserTest('that cannot be read is refused with the clicks of "Save as CSV"', async () => {
    const { page } = await openUpload(await bootClinic())
    for (const [name, kind] of [
      ['old.xls', 'old-workbook'],
      ['locked.xlsx', 'locked-workbook'],
    ] as const) {
      await chooseWorkbook(page, name)
      await page.getByText(format(sayUpload.faults[kind], { name }, 'en')).waitFor()
      await page.getByText(sayUpload.programs.excel).waitFor()
    }
    const workbook = readFileSync(new URL('../workbooks/agenda.xlsx', import.meta.url))
    const cut = { name: 'cut.xlsx', mimeType: 'application/zip', buffer: workbook.subarray(0, 4_000) }
    await page.locator('input[type=file]').setInputFiles(cut)
    await page.getByText(format(sayUpload.faults['damaged-workbook'], { name: 'cut.xlsx' }, 'en')).waitFor()
  })

  browserTest('of more than 20,000 rows is refused', async () => {
    const { page } = await openUpload(await bootClinic())
    const { utils, write } = await import('@e965/xlsx')
    const rows = Array.from({ length: 20_002 }, (_, index) => [`Contact ${index}`])
    const buffer = write(utils.book_new(utils.aoa_to_sheet(rows), 'Agenda'), {
      type: 'buffer',
      bookType: 'xlsx',
      compression: true,
    })
    await page.locator('input[type=file]').setInputFiles({ name: 'long.xlsx', mimeType: 'application/zip', buffer })
    await page
      .getByText(format(sayUpload.faults['long-workbook'], { name: 'long.xlsx', max: '20,000' }, 'en'))
      .waitFor()
  })
})
