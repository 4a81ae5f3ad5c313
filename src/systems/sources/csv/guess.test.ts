import { describe, expect, test } from 'vitest'
import { csvFile, line, mapping } from '../../../../test/csv-file.ts'
import { guessMapping } from './guess.ts'

const portuguese = { language: 'pt-PT' }
const today = Temporal.PlainDate.from('2026-03-01')

/** Guesses the mapping of a file of a clinic whose zone does not name its country. */
const guess = (file: Buffer, { language }: { language: string }) =>
  guessMapping(file, { language, time_zone: 'UTC' }, today)

/** A file of some rows, with these columns. */
function fileOf(separator: string, columns: Record<string, string[]>): string {
  const rows = Object.values(columns)[0]!.map((_, index) => Object.values(columns).map((values) => values[index]))
  return [Object.keys(columns), ...rows].map((cells) => `${cells.join(separator)}\n`).join('')
}

describe('the guess at a mapping', () => {
  test('finds charset, separator, columns and the form of the dates', async () => {
    const text = csvFile(
      line({ Email: 'a@example.org' }),
      line({ Id: 'A-2', Data: '01/04/2026', Email: 'b@example.org' }),
    )
    const { mapping: guessed, ...rest } = await guess(Buffer.from(text, 'latin1'), portuguese)
    const { 'contact.language': _, ...fields } = mapping.fields
    expect(guessed).toEqual({
      category: 'medical',
      target: 'appointment',
      charset: 'windows-1252',
      separator: ';',
      country: 'PT',
      fields: { ...fields, 'params.when': { columns: ['Data', 'Hora'], format: 'dd/MM/yyyy HH:mm' } },
    })
    expect(rest).toMatchObject({ missing: [], uncertain: [] })
    expect(rest.columns[0]).toEqual({ name: 'Id', field: 'external_id', examples: ['A-1', 'A-2'] })
    expect(rest.columns[3]).toMatchObject({ name: 'Apelido', field: 'contact.name' })
    expect(rest.rows).toHaveLength(2)
    expect(rest.targets.map(({ target }) => target)).toContain('exam')
    expect(rest.targets[0]!.fields).toEqual(
      expect.arrayContaining([
        { name: 'params.when', type: 'instant', required: true, time: true },
        { name: 'contact.birth_date', type: 'day', required: false },
        { name: 'mobile', type: 'address', required: false },
      ]),
    )
  })

  const languages: [language: string, header: string[], when: object][] = [
    [
      'en-GB',
      ['Appointment ID', 'Patient ID', 'Patient name', 'Mobile', 'E-mail', 'Doctor', 'Date', 'Time'],
      { columns: ['Date', 'Time'] },
    ],
    [
      'pt-BR',
      ['ID Consulta', 'Código do paciente', 'Nome do paciente', 'Celular', 'E-mail', 'Médico', 'Data', 'Hora'],
      { columns: ['Data', 'Hora'] },
    ],
    [
      'es-ES',
      ['Id cita', 'Nº paciente', 'Nombre', 'Móvil', 'Correo electrónico', 'Médico', 'Fecha', 'Hora'],
      { columns: ['Fecha', 'Hora'] },
    ],
    [
      'de-DE',
      ['Termin-Nr', 'Patientennummer', 'Name', 'Handy', 'E-Mail', 'Arzt', 'Datum', 'Uhrzeit'],
      { columns: ['Datum', 'Uhrzeit'] },
    ],
    [
      'fr-FR',
      ['N° RDV', 'N° patient', 'Nom', 'Portable', 'Courriel (e-mail)', 'Médecin', 'Date', 'Heure'],
      { columns: ['Date', 'Heure'] },
    ],
  ]
  test.for(languages)('knows the names of columns in %s', async ([language, header, when]) => {
    const cells = ['A-1', '1234', 'João Silva', '912 345 678', 'a@example.org', 'Ana Reis', '31/03/2026', '9:30']
    const text = fileOf(',', Object.fromEntries(header.map((name, index) => [name, [cells[index]!]])))
    const { mapping, missing } = await guess(Buffer.from(text), { language })
    const [external_id, contactId, name, mobile, email, doctor] = header
    expect(mapping.fields).toEqual({
      external_id,
      'contact.external_id': contactId,
      'contact.name': name,
      mobile,
      email,
      'params.doctor': doctor,
      'params.when': { ...when, format: 'dd/MM/yyyy H:mm' },
    })
    expect([missing, mapping.country]).toEqual([[], language.slice(3)])
  })

  /** The source of the start of the visits, and the fields that a person must check. */
  const startOf = async (columns: Record<string, string[]>, language = 'en-US') => {
    const { mapping, uncertain } = await guess(Buffer.from(fileOf(',', columns)), { language })
    return { source: mapping.fields['params.when'], uncertain }
  }

  test('reads AM and PM in a column of their own, and asks where they may be missing', async () => {
    const days = { 'Appt Date': ['12/15/2026', '12/16/2026'], 'Appt Time': ['2:30', '9:15'] }
    const { source } = await startOf({ ...days, 'AM/PM': ['PM', 'AM'] })
    expect(source).toEqual({ columns: ['Appt Date', 'Appt Time', 'AM/PM'], format: 'MM/dd/yyyy h:mm[:ss] a' })
    const reasons = (await startOf(days)).uncertain.map(({ reason }) => reason)
    expect(reasons).toEqual([expect.stringContaining('AM and PM may be missing')])
  })

  test('asks about the times of another zone', async () => {
    const times = ['2026-12-15 17:30', '2026-12-16 18:00']
    for (const columns of [
      { 'Start Time (UTC)': times },
      { 'Start time': times, Timezone: ['Asia/Dubai', 'Asia/Dubai'] },
    ])
      expect((await startOf(columns)).uncertain.map(({ reason }) => reason)).toContain(
        'The times may be those of another zone.',
      )
    expect((await startOf({ 'Start time': times, Timezone: ['UTC', 'UTC'] })).uncertain).toEqual([])
  })

  test('asks once for a day and a time that both have a rival, with the pairs', async () => {
    const { uncertain } = await startOf({
      'Appointment Date': ['15/12/2026', '16/12/2026'],
      'Appointment Time': ['09:30', '10:00'],
      'Visit Date': ['22/12/2026', '23/12/2026'],
      'Visit Time': ['14:30', '15:00'],
    })
    expect(uncertain).toHaveLength(1)
    expect(uncertain[0]!.choices!.slice(0, 2)).toEqual([
      ['Appointment Date', 'Appointment Time'],
      ['Visit Date', 'Visit Time'],
    ])
  })

  test.for([
    ['Caregiver Mobile', '912345678'],
    ['Telemóvel fisioterapeuta', '912345678'],
    ['Handy Ehepartner', '912345678'],
    ['Nurse Email', 'a@example.org'],
  ] as const)("takes %s for nobody's address without a question", async ([name, value]) => {
    const { mapping, uncertain } = await guess(Buffer.from(fileOf(',', { [name]: [value] })), portuguese)
    const field = value.includes('@') ? 'email' : 'mobile'
    expect(mapping.fields[field] === undefined || uncertain.some((one) => one.field === field)).toBe(true)
  })

  test('knows family names in two columns with numbers, and asks about days of two digits', async () => {
    const names = { Nombre: ['Ana'], Apellido1: ['Ruiz'], Apellido2: ['Prado'] }
    const { mapping } = await guess(Buffer.from(fileOf(';', names)), { language: 'es-ES' })
    expect(mapping.fields['contact.name']).toMatchObject({ columns: ['Nombre', 'Apellido1', 'Apellido2'] })
    const { uncertain } = await startOf({ Date: ['26-12-28 09:30', '26-12-29 10:00'] }, 'en-GB')
    expect(uncertain).not.toEqual([])
  })

  test.for([
    ['Apellido y Nombre', 'Ruiz Ana', 'es-ES'],
    ['Apellidos, Nombre', 'Ruiz Prado Ana', 'es-ES'],
    ['Nachname Vorname', 'Roth Ute', 'de-DE'],
    ['Name, Vorname', 'Roth Ute', 'de-DE'],
    ['Nom Prénom', 'Blanc Odile', 'fr-FR'],
    ['NOM et prénom', 'Blanc Odile', 'fr-FR'],
    ['Nom Prénom du patient', 'Blanc Odile', 'fr-FR'],
    ['Sobrenome Nome', 'Lopes Rita', 'pt-BR'],
    ['Apelido e Nome', 'Lopes Rita', 'pt-PT'],
    ['Último nome, primeiro nome', 'Lopes Rita', 'pt-PT'],
    ['Last First', 'Hill Joan', 'en-US'],
    ['Last Name, First Name', 'Hill Joan', 'en-US'],
    ['Patient Name (Last First)', 'Hill Joan', 'en-US'],
    ['Surname Forename', 'Hill Joan', 'en-GB'],
  ] as const)('sees in %s that the family name comes first', async ([name, value, language]) => {
    const { mapping } = await guess(Buffer.from(fileOf(';', { Id: ['A-1'], [name]: [value], Data: ['15/12/2026'] })), {
      language,
    })
    expect(mapping.fields).toMatchObject({ 'contact.name': name, 'contact.name_order': { constant: 'family-first' } })
  })

  test.for([
    ['Nombre y Apellidos', 'Ana Ruiz', 'es-ES'],
    ['Prénom et nom', 'Odile Blanc', 'fr-FR'],
    ['Nome e Apelido', 'Rita Lopes', 'pt-PT'],
    ['Vorname Nachname', 'Ute Roth', 'de-DE'],
    ['Nom du patient', 'Odile Blanc', 'fr-FR'],
    ['First and Last Name', 'Joan Hill', 'en-US'],
    ['Nome do utente', 'Rita Lopes', 'pt-PT'],
  ] as const)('leaves the order of speech in %s', async ([name, value, language]) => {
    const { mapping } = await guess(Buffer.from(fileOf(';', { Id: ['A-1'], [name]: [value], Data: ['15/12/2026'] })), {
      language,
    })
    expect(mapping.fields).toMatchObject({ 'contact.name': name })
    expect(mapping.fields).not.toHaveProperty('contact.name_order')
  })

  test('keeps the order of the columns, which is that of the addresses', async () => {
    const orderIn = async (...names: string[]) => {
      const values = { Telemovel: ['91', '912345678', '912345679'], Email: ['a@example.org', '', 'b@example.org'] }
      const columns = Object.fromEntries(names.map((name) => [name, values[name as 'Email']]))
      const { mapping } = await guess(Buffer.from(fileOf(';', columns)), portuguese)
      return Object.keys(mapping.fields)
    }
    expect(await orderIn('Telemovel', 'Email')).toEqual(['mobile', 'email'])
    expect(await orderIn('Email', 'Telemovel')).toEqual(['email', 'mobile'])
  })

  test('says what a person must check', async () => {
    const columns = {
      PatientId: ['2.98725E+13', '5.58998E+14'],
      AppointmentID: ['1', '1'],
      Phone: ['912345678', ''],
      When: ['03/04/2026 09:30', '05/06/2026 10:00'],
    }
    const { mapping, missing, uncertain } = await guess(Buffer.from(fileOf('\t', columns)), { language: 'en' })
    expect(mapping.separator).toBe('\t')
    expect(mapping.fields['params.when']).toEqual({ column: 'When', format: 'dd/MM/yyyy HH:mm' })
    expect(missing).toEqual(['contact.name', 'params.doctor'])
    expect(uncertain.map(({ field }) => field).sort()).toEqual([
      ...['contact.external_id', 'external_id', 'mobile', 'params.when'],
    ])
    const american = await guess(Buffer.from(fileOf('\t', columns)), { language: 'en-US' })
    expect(american.mapping.fields['params.when']).toMatchObject({ format: 'MM/dd/yyyy HH:mm' })
  })

  test('finds the form of the dates although some rows have faults', async () => {
    const rows = [line(), line({ Data: '13/04/2026' }), line({ Hora: '11h30' }), line({ Data: '31/02/2026' })]
    const { mapping: guessed, uncertain } = await guess(Buffer.from(csvFile(...rows)), portuguese)
    expect(guessed.fields['params.when']).toEqual({ columns: ['Data', 'Hora'], format: 'dd/MM/yyyy HH:mm' })
    expect(uncertain.map(({ field }) => field)).not.toContain('params.when')
  })

  test.for<[what: string, bytes: Buffer]>([
    ['an empty file', Buffer.alloc(0)],
    ['a file of zeros', Buffer.alloc(1_000)],
    ['a picture', Buffer.from(Array.from({ length: 4_000 }, (_, index) => (index * 7_919) % 256))],
    ['an open quotation mark', Buffer.from(`"${'x'.repeat(80_000)}`)],
  ])('of %s lacks all fields', async ([, bytes]) => {
    const { mapping: guessed, missing } = await guess(bytes, portuguese)
    expect(guessed.fields).toEqual({})
    expect(missing).toContain('external_id')
  })

  test('takes no longer for a cell or a column name that is built to make a regular expression backtrack', async () => {
    const began = performance.now()
    await guess(Buffer.from(`Id;Email\n1;${'@.'.repeat(30_000)} x\n`), portuguese)
    await guess(Buffer.from(`${'a@b.'.repeat(15_000)};Email\n1;2\n`), portuguese)
    await guess(Buffer.from(`${'time'.repeat(16_000)};Email\n1;2\n`), portuguese)
    // An expression that backtracks takes days for the first file.
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  test('recognises the letters of a Macintosh, which are signs in Windows-1252', async () => {
    const charsetOf = async (name: string) =>
      (await guess(Buffer.from(`Nome;Data\n${name};31/03/2026\n`, 'latin1'), portuguese)).mapping.charset
    // Conceição, Telemóvel.
    expect(await charsetOf('Concei\u008d\u008bo')).toBe('macintosh')
    expect(await charsetOf('Telem\u0097vel')).toBe('macintosh')
    expect(await charsetOf('Conceição d\u0092Ana, sala 3 \u0097 piso 2')).toBe('windows-1252')
    expect(await charsetOf('Rua d\u0092Ana')).toBe('windows-1252')
  })

  test('reads the beginning of a large file, in UTF-16, too', async () => {
    const text = csvFile(...Array.from({ length: 2_000 }, (_, index) => line({ Id: `A-${index}` })))
    for (const charset of ['utf8', 'utf16le'] as const) {
      const { mapping: guessed, missing } = await guess(Buffer.from(text, charset), portuguese)
      expect([guessed.charset, missing]).toEqual([charset === 'utf8' ? 'utf-8' : 'utf-16le', []])
    }
  })
})
