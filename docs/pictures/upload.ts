import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { wordsOf } from '../../src/platform/languages/words.ts'

const here = new URL('./', import.meta.url)
const say = wordsOf('upload', 'en')

/** Takes the pictures of docs/integrate/spreadsheet.md in a console of the demo, which writes its notices to files. */
export async function takeUpload(console: Page) {
  const size = console.viewportSize()!
  await console.setViewportSize({ width: 1024, height: 900 })
  await console.getByRole('link', { name: wordsOf('pages', 'en').frame.places.upload, exact: true }).click()
  await console.locator('input[type=file]').setInputFiles({
    name: 'appointments.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(exampleFile(Temporal.Now.plainDateISO()), 'latin1'),
  })
  await console.getByText(say.understood).waitFor()
  await console.evaluate(() => document.querySelector('main.upload')!.scrollIntoView())
  const take = async (selector: string, name: string) =>
    console
      .locator(selector)
      .filter({ visible: true })
      .screenshot({ path: fileURLToPath(new URL(`${name}.png`, here)) })
  await take('.step:has(.columns-table)', 'upload-columns')
  await console.getByRole('button', { name: say.check }).click()
  await console.getByRole('heading', { name: say.steps.check }).waitFor()
  await take('.step:has(.counts)', 'upload-check')
  await console.locator('.sending button.main').click()
  await console.getByRole('heading', { name: say.steps.written, exact: true }).waitFor()
  await take('.step:has(.counts)', 'upload-sent')
  await console.setViewportSize(size)
}

/** A file as a spreadsheet exports it, with two faults. One of the days is after the 12th, so that the dates are
 *  clear. */
function exampleFile(today: Temporal.PlainDate): string {
  const day = (days: number) => {
    const { year, month, day: number } = today.add({ days })
    return [number, month, year].map((part) => String(part).padStart(2, '0')).join('/')
  }
  const rows = [
    ['Appointment no.', 'Patient no.', 'Name', 'Mobile', 'E-mail', 'Doctor', 'Date', 'Time'],
    ['5001', '201', 'Inês Conceição', '912 345 671', '', 'Ana Reis', day(13), '09:00'],
    ['5002', '202', 'Tomás Brandão', '912 345 672', '', 'Ana Reis', day(13), '09:30'],
    ['5003', '203', 'Marta Leão', '912 345', '', 'Ana Reis', day(13), '10:00'],
    ['5004', '204', 'Luís Simões', '912 345 674', '', 'Rui Melo', day(27), '10:30'],
    ['5005', '205', 'Zoé Pais', '912 345 675', '', 'Rui Melo', day(27), '11h00'],
    ['5006', '206', 'Rita Lobo', '912 345 676', '', 'Rui Melo', day(27), '11:30'],
  ]
  return rows.map((cells) => cells.join(';')).join('\r\n')
}
