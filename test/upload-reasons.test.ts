import { expect } from 'vitest'
import { guessMapping } from '../src/systems/sources/csv/guess.ts'
import type { Mapping } from '../src/systems/sources/csv/mapping.ts'
import type { CsvReport } from '../src/systems/sources/csv/report.ts'
import { type ReasonName, readReason } from '../web/console/upload/reasons.ts'
import { csvFile, line, mapping, submitCsv } from './csv-file.ts'
import { entity } from './history.ts'
import { serviceTest } from './rollcall.ts'

const withField = (name: string, source: Mapping['fields'][string]) => ({
  fields: { ...mapping.fields, [name]: source },
})
const inColumn = (name: string) => withField(name, 'Medico')
const endAt = { column: 'Medico', format: 'dd/MM/yyyy HH:mm', zone: 'Europe/Lisbon' }

const row = (cells: string[]) => `${cells.join(';')}\n`
const header = row(['PatientId', 'AppointmentID', 'Phone', 'Date'])
const when = '31/03/2026 09:30'

/** For each doubt that the page has words for: a file that has it. */
const guesses = {
  monthFirst: header + row(['1', 'A-1', '', '03/04/2026 09:30']),
  noDate: header + row(['1', 'A-1', '', '31.31.2026 09:30']),
  shortened: header + row(['2.98725E+13', 'A-1', '', when]),
  sameKey: header + row(['1', 'A-1', '', when]) + row(['2', 'A-1', '', '31/03/2026 10:30']),
  noCountry: header + row(['1', 'A-1', '912345678', when]),
  several: row(['Mobile', 'Cell phone', 'Date']) + row(['+351912345678', '+351913456789', when]),
  weak: row(['Agenda', 'Date']) + row(['Ana Reis', when]),
  pastDays: header + row(['1', 'A-1', '', '31/01/2026 09:30']),
  midnight: header + row(['1', 'A-1', '', '31/03/2026 00:00']),
  noTimes: row(['Date', 'Time']) + row(['31/03/2026', '9:30 h approx']),
  noTime: row(['Date']) + row(['31/03/2026']),
  counted: header + [1, 2, 3].map((number) => row(['1', `${number}`, '', when])).join(''),
  landlines: header + row(['1', 'A-1', '+351212345678', when]),
  halfDay: row(['Date', 'Time']) + row(['31/03/2026', '9:15']) + row(['31/03/2026', '3:30']),
  otherZone: row(['Date (UTC)']) + row([when]),
  noHeader: row(['Maria Santos', '+351912345678']),
}

/** For each reason that the page has words for: a file that gets it, and how its mapping differs. */
const files: Record<Exclude<ReasonName, keyof typeof guesses>, [file: string, over?: Partial<Mapping>]> = {
  missing: [csvFile(line({ Id: '' }))],
  past: [csvFile(line({ Data: '29/03/2026' }))],
  erased: [csvFile(line({ Utente: 'P-9' }))],
  phone: [csvFile(line({ Telemovel: '12' }))],
  areaCode: [csvFile(line({ Telemovel: '98765-4321' })), { country: 'BR' }],
  countryCode: [csvFile(line({ Telemovel: '+999 12345678' }))],
  shortNumber: [csvFile(line({ Telemovel: '9123456' }))],
  longNumber: [csvFile(line({ Telemovel: '9123456781' }))],
  noNumber: [csvFile(line({ Telemovel: '999 999 999' }))],
  severalNumbers: [csvFile(line({ Telemovel: '912345678 / 913456789' }))],
  numberSigns: [csvFile(line({ Telemovel: '912345678 (mãe)' }))],
  extension: [csvFile(line({ Telemovel: '912345678 x3' }))],
  serviceNumber: [csvFile(line({ Telemovel: '800 200 200' }))],
  cutNumber: [csvFile(line({ Telemovel: '9.12345678E+08' }))],
  email: [csvFile(line({ Email: 'nobody' }))],
  format: [csvFile(line({ Data: '31.03.2026' }))],
  date: [csvFile(line({ Data: '31/02/2026' }))],
  time: [csvFile(line({ Hora: '25:30' }))],
  instant: [csvFile(line()), inColumn('params.when')],
  skipped: [csvFile(line({ Data: '28/03/2027', Hora: '01:30' }))],
  repeated: [csvFile(line({ Data: '31/10/2027', Hora: '01:30' }))],
  twice: [csvFile(line(), line())],
  fewCells: [csvFile('A-9;P-1')],
  manyCells: [csvFile(`${line()};x`)],
  long: [csvFile(line({ Medico: 'x'.repeat(300) }))],
  invisible: [csvFile(line({ Nome: '\u200b', Apelido: '' }))],
  charset: [csvFile(line({ Nome: 'Jo\ufffdo' }))],
  column: [csvFile(line()).replace('Email', 'Mail')],
  columnTwice: [csvFile(`${line()};x`).replace('Hora', 'Hora;Id')],
  empty: [''],
  quote: [csvFile(line({ Nome: '"João' }))],
  longRow: [csvFile(line({ Nome: `"${'x'.repeat(70_000)}` }))],
  locale: [csvFile(line()), inColumn('contact.language')],
  country: [csvFile(line()), inColumn('contact.country')],
  letter: [csvFile(line()), inColumn('contact.gender')],
  end: [csvFile(line({ Medico: '31/03/2026 09:00' })), withField('params.end', endAt)],
  longVisit: [csvFile(line({ Medico: '31/03/2027 09:00' })), withField('params.end', endAt)],
}

serviceTest('the upload has words for the reasons of the service', async (rollcall) => {
  await rollcall.given(entity())
  await rollcall.post('/v1/erasures/clinica-lisboa', { contact_external_id: 'P-9' })
  for (const [name, [file, over]] of Object.entries(files)) {
    const { faults }: CsvReport = (await submitCsv(rollcall, file, over)).json()
    expect([name, faults.map(({ reason }) => readReason(reason)?.name ?? reason)]).toEqual([name, [name]])
  }
})

serviceTest('the upload has words for what the service does not know for certain', async () => {
  for (const [name, file] of Object.entries(guesses)) {
    const { uncertain } = await guessMapping(
      Buffer.from(file),
      { language: 'en', time_zone: 'UTC' },
      Temporal.PlainDate.from('2026-03-01'),
    )
    expect([name, uncertain.map(({ reason }) => readReason(reason)?.name ?? reason)]).toEqual([name, [name]])
  }
})
