import { describe, expect } from 'vitest'
import { contact, notifications } from '../../../../test/contact.ts'
import { csvFile, line, mapping, submitCsv, whenWith } from '../../../../test/csv-file.ts'
import { entity, notification } from '../../../../test/history.ts'
import { byVisit, eachEngine, type Rollcall, serviceTest } from '../../../../test/rollcall.ts'
import { item, later, submission } from '../../../../test/submission.ts'
import { parseInstant } from '../../../platform/time/instant.ts'
import type { Charset } from './charset.ts'
import type { CsvReport } from './report.ts'

const tryCsv = async (...[rollcall, payload, over]: Parameters<typeof submitCsv>): Promise<CsvReport> =>
  (await submitCsv(rollcall, payload, over, '&dry_run=true')).json()

const startsOf = async ({ get }: Rollcall, day: string) => {
  const visits: { external_id: string; state: string; starts_at: string }[] = (await get(byVisit(day))).json()
  return visits.flatMap(({ external_id, state, starts_at }) =>
    state === 'superseded' ? [] : [[external_id, starts_at.slice(11, 16)]],
  )
}

const phoneRule = "must be a phone number, with its country's code or in the country of the contact"

describe('a CSV file', () => {
  eachEngine('is submitted by a stored mapping, and changes nothing the second time', async (rollcall) => {
    const { app, token, given, put, get } = rollcall
    await given(entity())
    expect((await put('/v1/mappings/clinica-lisboa/agenda', mapping)).statusCode).toBe(200)
    const payload = csvFile(
      line(),
      line({ Id: 'A-2', Telemovel: '12' }),
      line({ Id: 'A-3', Nome: '"Maria ""Zé""\r\n"', Hora: '10:00' }),
    )
    const submit = (query = '') =>
      app.inject({
        method: 'POST',
        url: `${notifications}/csv?mapping=agenda${query}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
        payload,
      })
    const faults = [{ line: 3, column: 'Telemovel', reason: phoneRule }]
    const days = { from: '2026-03-31', to: '2026-03-31' }
    const counted = { rows: 3, outcomes: { created: 2, unchanged: 0, updated: 0, moved: 0, stale: 0 }, faulty: 1 }
    const first = { ...counted, faults, days }
    const { preview, ...tried } = (await submit('&dry_run=true')).json()
    expect(tried).toEqual({ ...first, complete: true })
    expect(preview).toMatchObject([
      { line: 2, external_id: 'A-1', outcome: 'created', message: { channel: 'mobile', uid: '+351912345678' } },
      { line: 4, external_id: 'A-3', outcome: 'created' },
    ])
    expect((await get(byVisit('2026-03-31'))).json()).toEqual([])
    expect((await submit()).json()).toEqual({ ...first, complete: true })
    const visits = (await get(byVisit('2026-03-31'))).json()
    expect(visits).toMatchObject([
      { external_id: 'A-1', contact: { name: 'João Silva', language: 'pt_PT' }, params: { hour: '9' } },
      { external_id: 'A-3', contact: { name: 'Maria "Zé" Silva' } },
    ])
    const again = { created: 0, unchanged: 2 }
    expect((await submit('&dry_run=true')).json()).toMatchObject({ outcomes: again })
    expect((await submit()).json()).toMatchObject({ outcomes: again })
  })

  eachEngine('has the same outcomes in a dry run, whatever the state of the stored visits', async (rollcall) => {
    await rollcall.given(entity(), notification({ external_id: 'imported' }))
    const states = ['open', 'confirm', 'reschedule', 'cancel', 'withdrawn', 'arrived'] as const
    for (const state of states) {
      const one = await contact(rollcall, { ...later, external_id: state })
      if (['confirm', 'reschedule', 'cancel'].includes(state))
        await rollcall.post(`${notifications}/${one.id}/answer`, { action: state })
      if (state === 'withdrawn') await rollcall.post(`${notifications}/${one.id}/cancellation`)
      if (state === 'arrived')
        await rollcall.post(`${notifications}/${one.id}/arrival`, { force: true, reason: 'At the desk' })
    }
    const same = { Utente: item().contact.external_id, Data: '04/05/2099' }
    const changes = { updated: same, moved: { ...same, Hora: '10:00' }, created: { ...same, Utente: 'P-99' } }
    for (const [outcome, change] of Object.entries(changes)) {
      const payload = csvFile(...[...states, 'imported'].map((Id) => line({ ...change, Id })))
      const { preview: _, ...tried } = await tryCsv(rollcall, payload)
      expect(tried.outcomes[outcome as 'moved']).toBeGreaterThan(4)
      expect((await submitCsv(rollcall, payload)).json()).toEqual(tried)
    }
  })

  serviceTest(
    'shows the messages that it would send, by its templates and with the old time of a move',
    async (rollcall) => {
      await rollcall.given(entity())
      await submitCsv(rollcall, csvFile(line()))
      const template = '/v1/templates/clinica-lisboa/medical/appointment/pt/mobile/notice'
      await rollcall.put(template, { text: 'Olá {contact}, {when}: {link}' })
      const rows = [
        line({ Hora: '10:30' }),
        line({ Id: 'A-2' }),
        line({ Id: 'A-3', Telemovel: '', Email: 'zoe@example.org' }),
        line({ Id: 'A-4', Telemovel: '' }),
        ...Array.from({ length: 30 }, (_, index) => line({ Id: `B-${index}` })),
      ]
      const { preview } = await tryCsv(rollcall, csvFile(...rows))
      expect(preview).toHaveLength(20)
      const [moved, noticed, mailed, silent] = preview!
      expect(moved).toMatchObject({ line: 2, outcome: 'moved' })
      expect(moved!.message!.text).toMatch(/10:30.*09:30/)
      expect(noticed!.message!.text).toMatch(/^Ola Joao, ter 31 mar 09:30: http\S+\*{20}$/)
      expect(mailed!.message).toMatchObject({
        channel: 'email',
        uid: 'zoe@example.org',
        subject: expect.stringContaining('Clínica Lisboa'),
        html: expect.stringContaining('João'),
      })
      expect(silent).toEqual({ line: 5, external_id: 'A-4', outcome: 'created' })
      expect((await rollcall.get(byVisit('2026-03-31'))).json()).toHaveLength(1)
    },
  )

  serviceTest(
    'tells which addresses get a message beside the one of the preview, and when quiet hours end',
    async (rollcall) => {
      await rollcall.given(entity())
      const file = csvFile(line({ Email: 'joao@example.org' }))
      const byDay = await tryCsv(rollcall, file)
      expect(byDay.preview).toMatchObject([{ message: { channel: 'mobile' }, further: ['email'] }])
      expect(byDay).not.toHaveProperty('quiet_until')
      await rollcall.put('/v1/entities/clinica-lisboa/settings', { fallback: { after: 'PT4H' } })
      rollcall.clock.time = parseInstant('2026-03-30T22:30:00Z')!
      const byNight = await tryCsv(rollcall, file)
      expect(byNight.preview![0]).not.toHaveProperty('further')
      expect(byNight.quiet_until).toMatch(/^2026-03-31T07:00:00/)
      expect((await submitCsv(rollcall, file)).json()).toHaveProperty('quiet_until', byNight.quiet_until)
    },
  )

  serviceTest('has more rows than a task', async (rollcall) => {
    await rollcall.given(entity())
    const rows = Array.from({ length: 2_300 }, (_, index) => line({ Id: `A-${index}`, Nome: '"a\r\nb"' }))
    rows[1_500] = line({ Id: 'A-3' })
    rows[2_200] = line({ Id: 'A-2200', Data: '31/02/2026' })
    const { outcomes, faulty, faults } = (await submitCsv(rollcall, csvFile(...rows))).json()
    expect({ outcomes, faulty }).toMatchObject({ outcomes: { created: 2_298 }, faulty: 2 })
    const line1 = 2 + 1_500 * 2
    expect(faults).toEqual([
      { line: line1, column: 'Id', reason: 'is also that of line 8' },
      { line: line1 + 1 + 699 * 2, column: 'Data', reason: 'is not a day of the calendar' },
    ])
    const tasks = (await rollcall.get('/v1/tasks/clinica-lisboa/bydate/2026-03-30/2026-03-30')).json()
    expect(tasks).toHaveLength(3)
  })

  serviceTest('lists at most 1,000 faults, and counts all faulty rows', async (rollcall) => {
    await rollcall.given(entity())
    const rows = Array.from({ length: 1_500 }, (_, index) => line({ Id: `A-${index}`, Data: '30.03.2026' }))
    const { faulty, faults } = (await submitCsv(rollcall, csvFile(...rows, line()))).json()
    expect([faulty, faults.length]).toEqual([1_500, 1_000])
  })

  serviceTest('names the line and the column of each fault, as the reasons of a submission', async (rollcall) => {
    await rollcall.given(entity())
    const rows = [
      line({ Id: '' }),
      line({ Id: 'A-2', Email: 'nobody' }),
      line({ Id: 'A-3', Data: '29/03/2026' }),
      line({ Id: 'A-4', Hora: '9:30' }),
      line({ Id: 'A-5', Hora: '' }),
      line({ Id: 'A-6', Medico: 'x'.repeat(300) }),
      line({ Id: 'A-7', Medico: 'x'.repeat(1_100) }),
      line({ Id: 'A-8', Nome: '\u200b', Apelido: '' }),
      'A-9;P-1',
      `${line({ Id: 'A-10' })};x`,
      `${line({ Id: 'A-11' })};;;`,
      line({ Id: 'A-12', Data: '', Hora: '' }),
      ';;;;;;;;',
      line({ Id: '=1+1', Nome: 'a\u0000b\u202e' }),
    ]
    expect((await submitCsv(rollcall, csvFile(...rows))).json()).toEqual({
      days: { from: '2026-03-31', to: '2026-03-31' },
      rows: 13,
      outcomes: { created: 2, unchanged: 0, updated: 0, moved: 0, stale: 0 },
      faulty: 11,
      faults: [
        { line: 2, column: 'Id', reason: 'is missing' },
        { line: 3, column: 'Email', reason: 'must be an e-mail address' },
        { line: 4, column: 'Data', reason: 'in-the-past' },
        ...[5, 6].map((one) => ({ line: one, column: 'Hora', reason: 'must be a date of the form dd/MM/yyyy HH:mm' })),
        { line: 7, column: 'Medico', reason: 'must not have more than 256 characters' },
        { line: 8, column: 'Medico', reason: 'has more than 1024 characters' },
        { line: 9, column: 'Nome', reason: 'must have a visible character' },
        { line: 10, column: 'Nome', reason: 'is missing: the row has 2 cells, and the header 9' },
        { line: 11, reason: 'has 10 cells, and the header 9' },
        { line: 13, column: 'Data', reason: 'is missing' },
      ],
      complete: true,
    })
    expect((await rollcall.get(`${notifications}?external_id=${encodeURIComponent('=1+1')}`)).json()).toMatchObject([
      { contact: { name: 'a b Silva' } },
    ])
  })

  eachEngine('is imported beside other files and submissions of the same entity', async (rollcall) => {
    await rollcall.given(entity())
    const rowsOf = (name: string) =>
      csvFile(...Array.from({ length: 2_000 }, (_, index) => line({ Id: `${name}-${index}` })))
    const files = ['A', 'B'].map((name) => submitCsv(rollcall, rowsOf(name)))
    const others = Array.from({ length: 10 }, (_, index) =>
      rollcall.post(notifications, submission(item({ ...later, external_id: `other-${index}` }))),
    )
    expect((await Promise.all(others)).map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(202))
    for (const file of await Promise.all(files))
      expect(file.json()).toMatchObject({ outcomes: { created: 2_000 }, complete: true })
  })

  serviceTest('with a very long column name gets a short report', async (rollcall) => {
    await rollcall.given(entity())
    const [header, row] = csvFile(line()).split('\r\n')
    const rows = Array.from({ length: 1_000 }, (_, index) => row!.replace('A-1', `A-${index}`))
    const report = await submitCsv(rollcall, [`${header};${'Z'.repeat(50_000)}`, ...rows].join('\r\n'))
    expect(report.json()).toMatchObject({ faulty: 1_000, complete: true })
    expect(report.body.length).toBeLessThan(200_000)
  })

  serviceTest('needs a credential that still has access when a task is submitted', async (rollcall) => {
    await rollcall.given(entity())
    const { token } = await rollcall.tokenFor({ scopes: ['notifications:read'] })
    expect((await submitCsv({ app: rollcall.app, token }, csvFile(line()))).statusCode).toBe(403)
    const json = await rollcall.post(`${notifications}/csv?mapping=x`, '{}')
    expect(json.json().code).toBe('unsupported-media-type')
    const unknown = await rollcall.app.inject({
      method: 'POST',
      url: `${notifications}/csv?mapping=x`,
      headers: { authorization: `Bearer ${rollcall.token}`, 'content-type': 'text/csv' },
      payload: csvFile(line()),
    })
    expect(unknown.json().code).toBe('mapping-not-found')
  })
})

describe('a telephone number of a file', () => {
  serviceTest('that is a landline, or that the service corrects, has a note with its line', async (rollcall) => {
    await rollcall.given(entity())
    const rows = [line(), line({ Id: 'A-2', Telemovel: '212345678' }), line({ Id: 'A-3', Telemovel: '912345678.0' })]
    const notes = [
      { line: 3, column: 'Telemovel', kind: 'landline', reason: 'is a landline, which may not receive texts' },
      { line: 4, column: 'Telemovel', kind: 'repaired', reason: 'was read as +351912345678' },
    ]
    expect(await tryCsv(rollcall, csvFile(...rows))).toMatchObject({ faulty: 0, notes })
    expect((await submitCsv(rollcall, csvFile(...rows))).json()).toMatchObject({ faulty: 0, notes })
    expect((await submitCsv(rollcall, csvFile(line()))).json()).not.toHaveProperty('notes')
  })
})

describe('a local time', () => {
  const spring = csvFile(line({ Data: '28/03/2027', Hora: '01:30' }))
  const autumn = csvFile(line({ Data: '31/10/2027', Hora: '01:30' }))

  serviceTest('that a clock change skips or repeats is a fault, or what the mapping says', async (rollcall) => {
    await rollcall.given(entity())
    expect((await tryCsv(rollcall, spring)).faults).toEqual([
      { line: 2, column: 'Hora', reason: 'does not exist in Europe/Lisbon: the clocks go forward' },
    ])
    expect((await tryCsv(rollcall, autumn)).faults).toEqual([
      { line: 2, column: 'Hora', reason: 'occurs twice in Europe/Lisbon: the clocks go back' },
    ])
    await submitCsv(rollcall, spring, whenWith({ skipped: 'later' }))
    expect(await startsOf(rollcall, '2027-03-28')).toEqual([['A-1', '01:30']])
    await submitCsv(rollcall, autumn, whenWith({ repeated: 'first' }))
    expect(await startsOf(rollcall, '2027-10-31')).toEqual([['A-1', '00:30']])
    await submitCsv(rollcall, autumn, whenWith({ repeated: 'second' }))
    expect(await startsOf(rollcall, '2027-10-31')).toEqual([['A-1', '01:30']])
  })

  serviceTest("is in the zone of the mapping, or else the entity's", async (rollcall) => {
    await rollcall.given(entity())
    const { zone: _, ...without } = mapping.fields['params.when'] as { zone: string }
    const fields = { ...mapping.fields, 'params.when': without }
    for (const [over, start] of [
      [{ fields }, '08:30'],
      [whenWith({ zone: 'Atlantic/Azores' }), '09:30'],
    ] as const) {
      await submitCsv(rollcall, csvFile(line()), over)
      expect(await startsOf(rollcall, '2026-03-31')).toEqual([['A-1', start]])
    }
  })

  serviceTest('has the day first, or the month first, as the format says', async (rollcall) => {
    await rollcall.given(entity())
    const payload = csvFile(line({ Data: '03/04/2026' }))
    for (const [format, day] of [
      ['dd/MM/yyyy HH:mm', '2026-04-03'],
      ['MM/dd/yyyy HH:mm', '2026-04-03'],
    ] as const) {
      const date = format.startsWith('dd') ? payload : csvFile(line({ Data: '04/03/2026' }))
      await submitCsv(rollcall, date, whenWith({ format }))
      expect(await startsOf(rollcall, day)).toHaveLength(1)
    }
    const short = csvFile(line({ Id: 'A-2', Data: '3.4.26', Hora: '9:05' }))
    await submitCsv(rollcall, short, whenWith({ format: 'd.M.yy H:mm' }))
    expect(await startsOf(rollcall, '2026-04-03')).toContainEqual(['A-2', '08:05'])
  })
})

describe('a spreadsheet', () => {
  serviceTest('that removed leading zeros loses no number and no padded key', async (rollcall) => {
    await rollcall.given(entity())
    const fields = { ...mapping.fields, 'contact.external_id': { column: 'Utente', pad: 8 } }
    const german = { country: 'DE', fields }
    const rows = csvFile(line({ Utente: '1234', Telemovel: '15123456789' }))
    const { preview } = await tryCsv(rollcall, rows, german)
    expect(preview![0]!.message!.uid).toBe('+4915123456789')
    await submitCsv(rollcall, rows, german)
    const [visit] = (await rollcall.get(`${notifications}?external_id=A-1`)).json()
    expect(visit.contact).toEqual({ external_id: '00001234', name: 'João Silva', language: 'pt_PT' })
  })

  serviceTest('is read with the country of the mapping, also when only that has changed', async (rollcall) => {
    await rollcall.given(entity())
    const text = csvFile(line({ Telemovel: '612345678' }))
    await submitCsv(rollcall, text, { country: 'ES' })
    expect((await submitCsv(rollcall, text, { country: 'FR' })).json().outcomes).toMatchObject({ updated: 1 })
    const addresses = await rollcall.database.selectFrom('deliveries').select('uid').execute()
    expect(addresses.map(({ uid }) => uid)).toEqual(['+34612345678', '+33612345678'])
    const { 'contact.language': _, ...fields } = mapping.fields
    const own = { fields: { ...fields, 'contact.country': { constant: 'PT' } } }
    const { preview } = await tryCsv(rollcall, csvFile(line({ Id: 'A-2' })), { ...own, country: 'FR' })
    expect(preview![0]!.message!.uid).toBe('+351912345678')
  })

  serviceTest('exports in any of the charsets, with or without a byte order mark', async (rollcall) => {
    await rollcall.given(entity())
    const text = csvFile(line({ Nome: 'Zoë €' }))
    const utf16 = Buffer.from(text, 'utf16le')
    const swapped = Buffer.from(utf16).swap16()
    const latin = Buffer.from(text.replace('€', '\u0080'), 'latin1')
    const mark = Buffer.from('\ufeff')
    const files: [bytes: Buffer, charset: Charset][] = [
      [Buffer.from(text), 'utf-8'],
      [Buffer.concat([mark, Buffer.from(text)]), 'windows-1252'],
      [latin, 'windows-1252'],
      [Buffer.from(text.replace('ë', '\u0091').replace('€', '\u00db'), 'latin1'), 'macintosh'],
      [utf16, 'utf-16'],
      [utf16, 'utf-16le'],
      [swapped, 'utf-16be'],
      [Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), 'utf-8'],
      [Buffer.concat([Buffer.from([0xfe, 0xff]), swapped]), 'utf-8'],
    ]
    for (const [bytes, charset] of files) {
      const { outcomes, faults } = (await submitCsv(rollcall, bytes, { charset })).json()
      expect(faults).toEqual([])
      expect(outcomes.created + outcomes.unchanged).toBe(1)
      const [visit] = (await rollcall.get(`${notifications}?external_id=A-1`)).json()
      expect(visit.contact.name).toBe('Zoë € Silva')
    }
  })

  serviceTest('separates cells by what the header has, if the mapping does not say', async (rollcall) => {
    await rollcall.given(entity())
    const { separator: _, ...without } = mapping
    for (const separator of [';', ',', '\t', '|']) {
      const text = csvFile(line({ Id: `A${separator.charCodeAt(0)}`, Medico: '"Reis, Ana; Dr."' }))
      const [first, ...rows] = text.split('\r\n')
      const cells = rows.map((row) => row.replaceAll(/;(?! )/g, separator)).join('\r\n')
      const other = { ...without, separator: undefined } as unknown as Partial<typeof mapping>
      const { outcomes, faults } = (
        await submitCsv(rollcall, `${first!.replaceAll(';', separator)}\r\n${cells}`, other)
      ).json()
      expect([separator, faults, outcomes.created]).toEqual([separator, [], 1])
    }
    expect((await rollcall.get(byVisit('2026-03-31'))).json()).toMatchObject(
      Array(4).fill({ params: { doctor: 'Reis, Ana; Dr.' } }),
    )
  })

  serviceTest('ends lines with CRLF, LF or CR', async (rollcall) => {
    await rollcall.given(entity())
    for (const end of ['\r\n', '\n', '\r']) {
      const payload = csvFile(line(), line({ Id: 'A-2', Hora: 'x' })).replaceAll('\r\n', end)
      const { rows, faults } = await tryCsv(rollcall, payload)
      expect([rows, faults[0]!.line]).toEqual([2, 3])
    }
  })
})
