import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { format } from '../../src/platform/languages/format.ts'
import { csvFile, line } from '../csv-file.ts'
import { inspectStates } from './accessibility.ts'
import { browserTest } from './chromium.ts'
import { bootClinic, check, chooseFile, openUpload, sayUpload, sendButton, sent, spreadsheet } from './upload.ts'

const rows = [
  line({ Email: 'joao@example.org' }),
  line({ Id: 'A-2', Telemovel: '', Email: 'ines@example.org', Hora: '14:30' }),
  line({ Id: 'A-3', Telemovel: '91' }),
  line({ Id: 'A-4', Data: '25/10/2026', Hora: '01:30' }),
  line({ Id: 'A-5', Telemovel: '' }),
]
const file = spreadsheet(csvFile(...rows), 'agenda-da-semana-de-segunda-a-sexta.csv')

/** The states of the upload, each with the steps that lead to it. */
const states: Record<string, (page: Page) => Promise<unknown>> = {
  'no file': async () => {},
  'a workbook': async (page) => {
    await chooseFile(page, { ...file, buffer: Buffer.from([0x50, 0x4b, 3, 4]) })
    await page.getByText(sayUpload.programs.excel).waitFor()
  },
  'the sheets of a workbook': async (page) => {
    const workbook = readFileSync(new URL('../workbooks/openpyxl.xlsx', import.meta.url))
    await chooseFile(page, { ...file, buffer: workbook })
    await page.getByRole('button', { name: 'Marcações' }).click()
    await page.getByText(format(sayUpload.hiddenRows, { count: 1 }, 'en')).waitFor()
  },
  'columns that are missing': async (page) => {
    await chooseFile(
      page,
      spreadsheet(
        csvFile(...rows.slice(0, 1))
          .replace('Id;', 'Chave;')
          .replace('Medico', 'Quem'),
      ),
    )
    await page.getByText(sayUpload.noColumn).first().waitFor()
    await page.getByText(sayUpload.more).click()
  },
  'a date that may begin with the month': async (page) => {
    await chooseFile(page, spreadsheet(csvFile(line({ Data: '03/04/2026' }))))
    await page.getByText(sayUpload.reasons.monthFirst).waitFor()
    await page.getByLabel(sayUpload.formatOf.replace('{field}', sayUpload.fields['params.when'])).waitFor()
  },
  'faults and messages': async (page) => {
    await chooseFile(page, file)
    await check(page)
    await page.getByText(sayUpload.asMail).click()
    await page.frameLocator('iframe').getByText('Olá').first().waitFor()
  },
  'a lost connection': async (page) => {
    await chooseFile(page, file)
    await check(page)
    await page.route('**/csv?**', (route) => route.abort())
    await sendButton(page).click()
    await page.getByText(sayUpload.sendAgain).waitFor()
  },
  sent: async (page) => {
    await chooseFile(page, file)
    await check(page)
    await sendButton(page).click()
    await sent(page).waitFor()
  },
}

inspectStates('upload', states, async (happens) => {
  const { page } = await openUpload(await bootClinic())
  await happens(page)
  return page
})

browserTest('the upload works with only a keyboard', async () => {
  const { page } = await openUpload(await bootClinic())
  await chooseFile(page, spreadsheet(csvFile(line())))
  await page.getByRole('button', { name: sayUpload.check }).press('Enter')
  const heading = page.getByRole('heading', { name: sayUpload.steps.check })
  await heading.waitFor()
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true)
  for (let presses = 0; presses < 20; presses++) {
    if (await sendButton(page).evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await sent(page).waitFor()
  expect(await sent(page).evaluate((element) => element === document.activeElement)).toBe(true)
})
