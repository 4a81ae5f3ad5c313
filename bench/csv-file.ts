import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { exampleMapping, type Mapping } from '../src/systems/sources/csv/mapping.ts'

/** How the columns of the export map to fields. */
export const mapping: Mapping = {
  ...exampleMapping,
  country: 'BR',
  // The service sends nothing during the benchmark.
  fields: { ...exampleMapping.fields, send_at: { constant: Temporal.Now.instant().add({ hours: 24 }).toString() } },
}

const header = ['Id', 'Utente', 'Nome', 'Apelido', 'Telemovel', 'Email', 'Medico', 'Data', 'Hora', 'Bairro', 'Idade']
const firstNames = ['João', 'Maria "Zé"', 'Conceição\r\nde Fátima', 'Luís', 'Ana', 'Antônia "Tó"', 'José', 'Inês']
const lastNames = ['Silva', 'Gonçalves', 'Araújo\r\nNeto', "D'Ávila", 'Souza', 'Magalhães']
const doctors = ['Ana Reis', 'Margarida Guimarães', 'Rui Conceição', 'Tomé "Tó" Brandão']
const rowsAtOnce = 1_000

/** An appointment of the public data set "Medical Appointment No Shows" (Vitória, 2016), which has no names, numbers and times. */
interface Appointment {
  PatientId: string
  AppointmentID: string
  AppointmentDay: string
  Neighbourhood: string
  Age: string
}

/** Writes an export as a clinic's system would: with semicolons, in Windows-1252, and with dates as dd/MM/yyyy. Repeats the
 *  appointments of `source`, with other keys and future days, until there are `rows`. */
export async function writeExport(source: string, path: string, rows: number) {
  const appointments: Appointment[] = parse(readFileSync(source), { columns: true })
  const today = Temporal.Now.plainDateISO()
  const firstDay = Temporal.PlainDate.from(appointments[0]!.AppointmentDay.slice(0, 10))
  const file = createWriteStream(path)
  file.write(`${header.join(';')}\r\n`, 'latin1')
  for (let from = 0; from < rows; from += rowsAtOnce) {
    const lines = Array.from({ length: Math.min(rowsAtOnce, rows - from) }, (_, index) => {
      const number = from + index
      const one = appointments[number % appointments.length]!
      const sinceFirst = firstDay.until(one.AppointmentDay.slice(0, 10)).days
      const day = today.add({ days: 7 + sinceFirst + (Math.floor(number / appointments.length) % 60) })
      const cells = [
        ...[`${one.AppointmentID}-${Math.floor(number / appointments.length)}`, `${one.PatientId}-${number}`],
        ...[firstNames[number % firstNames.length]!, lastNames[number % lastNames.length]!],
        ...[`27 9${String(80_000_000 + number).slice(0, 4)}-${String(number % 10_000).padStart(4, '0')}`, ''],
        ...[doctors[number % doctors.length]!, day.toString().split('-').reverse().join('/')],
        `${String(8 + (number % 10)).padStart(2, '0')}:${number % 2 === 0 ? '00' : '30'}`,
        ...[one.Neighbourhood, one.Age],
      ]
      return `${cells.map(quoted).join(';')}\r\n`
    })
    if (!file.write(lines.join(''), 'latin1')) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
}

const quoted = (cell: string) => (/[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
