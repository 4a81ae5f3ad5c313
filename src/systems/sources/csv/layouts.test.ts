import { describe, expect, test } from 'vitest'
import { csvFile, line, mapping, submitCsv } from '../../../../test/csv-file.ts'
import { entity } from '../../../../test/history.ts'
import { byVisit, serviceTest } from '../../../../test/rollcall.ts'
import { textOfCell } from './cells.ts'
import { guessMapping } from './guess.ts'
import type { CsvReport } from './report.ts'

const clinic = { language: 'pt-PT', time_zone: 'Europe/Lisbon' }
const guess = (text: string) => guessMapping(Buffer.from(text), clinic, Temporal.PlainDate.from('2026-03-01'))

const visits = [line(), line({ Id: 'A-2', Utente: 'P-2', Hora: '10:00' })]
const [header, ...rows] = csvFile(...visits)
  .trim()
  .split('\r\n') as [string, ...string[]]
const joined = (...lines: string[]) => `${lines.join('\r\n')}\r\n`

/** Files that people have, whose rows are those of `visits`. */
const layouts: [what: string, file: string, expected: object][] = [
  ['names its separator', joined('sep=;', header, ...rows), { separator: ';' }],
  ['has a title and an empty line above its header', joined('Agenda de 31/03/2026', '', header, ...rows), { skip: 2 }],
  ['has a title of as many cells as the header', joined(`Agenda${';'.repeat(8)}`, header, ...rows), { skip: 1 }],
  ['has a total below its rows', joined(header, ...rows, 'Total;2;;;;;;;'), { separator: ';' }],
  ['has no header', joined(...rows), { header: false }],
]

describe('a file', () => {
  for (const [what, file, expected] of layouts)
    serviceTest(`that ${what} is read whole`, async (rollcall) => {
      await rollcall.given(entity())
      const { mapping: guessed, uncertain } = await guess(file)
      expect(guessed).toMatchObject(expected)
      const numbered = {
        '1': 'Id',
        '2': 'Utente',
        '3': 'Nome',
        '4': 'Apelido',
        '5': 'Telemovel',
        '7': 'Medico',
        '8': 'Data',
        '9': 'Hora',
      }
      const nameOf = (name: string) =>
        guessed.header === false ? Object.entries(numbered).find(([, one]) => one === name)![0] : name
      const fields = {
        external_id: nameOf('Id'),
        'contact.external_id': nameOf('Utente'),
        'contact.name': { columns: [nameOf('Nome'), nameOf('Apelido')] },
        mobile: nameOf('Telemovel'),
        'params.doctor': nameOf('Medico'),
        'params.when': { columns: [nameOf('Data'), nameOf('Hora')], format: 'dd/MM/yyyy HH:mm' },
      }
      expect(uncertain.some(({ field }) => field === 'header')).toBe(guessed.header === false)
      const report: CsvReport = (await submitCsv(rollcall, file, { ...guessed, fields })).json()
      expect(report).toMatchObject({ rows: 2, faulty: 0, faults: [], outcomes: { created: 2 } })
      const stored: { external_id: string }[] = (await rollcall.get(byVisit('2026-03-31'))).json()
      expect(stored.map(({ external_id }) => external_id)).toEqual(['A-1', 'A-2'])
    })

  serviceTest(
    'without the header of its mapping is refused with advice, and its first person is not lost',
    async (rollcall) => {
      await rollcall.given(entity())
      const adviceFor = async (file: string) => {
        const { faults, complete }: CsvReport = (await submitCsv(rollcall, file)).json()
        expect(complete).toBe(false)
        return faults[0]!.reason
      }
      expect(await adviceFor(joined(...rows))).toContain('The first line looks like data')
      expect(await adviceFor(joined('Agenda', header, ...rows))).toContain('set skip')
      const short = { header: false, fields: { ...mapping.fields, external_id: '12' } }
      expect((await submitCsv(rollcall, joined(...rows), short)).json().faults[0].reason).toContain(
        'are their numbers, from 1',
      )
    },
  )

  serviceTest('keeps a patient whose name is Total, and a faulty row that is no total', async (rollcall) => {
    await rollcall.given(entity())
    const file = csvFile(line({ Nome: 'Total', Apelido: 'Silva' }), ';;Maria;;;;;;', line({ Id: '', Nome: 'Total' }))
    expect((await submitCsv(rollcall, file)).json()).toMatchObject({ rows: 3, faulty: 2, outcomes: { created: 1 } })
  })
})

test.for(['15/12/2026 09:30', '2026-12-15T09:30', '15.12.2026 14h30', '15 Dec 2026 9:30'])(
  'a first line with %s is an appointment',
  async (when) => {
    const { mapping, uncertain } = await guess(`A1,P1,Ann Lee,${when},Ray Poe\nA2,P2,Bo Lee,${when},Ray Poe\n`)
    expect([mapping.header, uncertain[0]!.field]).toEqual([false, 'header'])
  },
)

test('a header some of whose columns have no name is a header', async () => {
  const row = 'A-1,Ann Lee,x,912345678,x,15/12/2026 09:30,x,x'
  const { mapping } = await guess(`Appt ID,Patient,,Mobile,,When,,\n${row}\n${row}\n`)
  expect(mapping).toMatchObject({ fields: { external_id: 'Appt ID', mobile: 'Mobile' } })
  expect(mapping.skip).toBeUndefined()
})

describe('a cell', () => {
  test.for([
    ["'+351912345678", '+351912345678'],
    ['="0123"', '0123'],
    ["'0123", '0123'],
    ["'0123'", '0123'],
    ['\u00a0912\u00a0345\u00a0678\u00a0', '912 345 678'],
    ['\u202f \u2003', ''],
    ['\ufeffMaria\u200b', 'Maria'],
    ["'t Hooft", "'t Hooft"],
    ["D'Ávila", "D'Ávila"],
    ['Silva\r\nSantos', 'Silva Santos'],
  ])('%j is %j', ([cell, text]) => {
    expect(textOfCell(cell!)).toBe(text)
  })
})
