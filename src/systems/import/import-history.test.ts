import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { action, actionsAt, checkinToken, entity, history, notification } from '../../../test/history.ts'
import {
  byDate,
  byToken,
  eachEngine,
  importLines,
  type Rollcall,
  serviceTest,
  temporaryFolder,
} from '../../../test/rollcall.ts'
import { setEntity } from '../../entities/entity.ts'
import { findLogo } from '../../entities/logo.ts'
import { qrCodePng } from '../../platform/codes/qr-code.ts'
import type { HistoryLine } from './history-line.ts'
import { HistoryFaults, importHistory, withHistory } from './import-history.ts'
import { readLines } from './read-lines.ts'

async function faultsOf({ database, folder }: Rollcall, ...lines: (HistoryLine | string)[]) {
  try {
    await importLines(database, folder, lines)
  } catch (error) {
    if (error instanceof HistoryFaults) return error.faults.map(({ number, reason }) => `${number}: ${reason}`)
    throw error
  }
  return []
}

const nothing = { entity: 0, notification: 0, action: 0, checkin_token: 0 }

describe('a history file', () => {
  eachEngine('changes nothing when it is imported again', async ({ given, get }) => {
    expect(await given(...history())).toEqual({ entity: 1, notification: 1, action: 1, checkin_token: 1 })
    const before = (await get(byDate('2026-03-29'))).headers.etag
    expect(await given(...history())).toEqual(nothing)
    expect((await get(byDate('2026-03-29'))).headers.etag).toBe(before)
  })

  serviceTest('adds its new lines when it has grown and is imported again', async ({ given, get }) => {
    await given(...history())
    expect(await given(...history(), ...actionsAt('2026-03-29T10:00:00Z'))).toEqual({ ...nothing, action: 1 })
    expect((await get(byDate('2026-03-29'))).json()).toHaveLength(2)
  })

  serviceTest('may contain the same line twice', async ({ given }) => {
    expect(await given(...history(), ...history())).toEqual({ entity: 1, notification: 1, action: 1, checkin_token: 1 })
  })

  serviceTest('may refer to rows of an earlier import', async ({ given, get }) => {
    await given(entity())
    await given(notification())
    await given(action(), checkinToken())
    expect((await get(byDate('2026-03-29'))).json()).toHaveLength(1)
    expect((await get(byToken('7F3K9QXW2MZT4B8NDR6VHJ5CPE'))).statusCode).toBe(200)
  })

  serviceTest('may mark a visit as a test', async ({ given, get }) => {
    const test = notification({ id: 'n-2', external_id: 'T-1', test: true })
    await given(entity(), notification(), test)
    await given(test)
    const marks = ['n-1', 'n-2'].map(async (id) => (await get(`/v1/notifications/clinica-lisboa/${id}`)).json().test)
    expect(await Promise.all(marks)).toEqual([undefined, true])
  })

  serviceTest('may say how an entity names its contacts', async ({ given, get }) => {
    await given(entity(), entity({ id: 'b', names: 'none' }))
    const shown = (await get('/v1/entities')).json().map(({ names }: { names: string }) => names)
    expect(shown).toEqual(['none', 'first'])
    // Compared without the setting: staff may have changed it.
    await given(entity({ names: 'full' }))
    expect((await get('/v1/entities/clinica-lisboa')).json()).toMatchObject({ names: 'first' })
  })

  serviceTest('may contain the contact details and the logo of an entity', async (rollcall) => {
    const { database, given, get } = rollcall
    const logo = (await qrCodePng('logo')).toString('base64')
    await given(entity({ phone: '213 000 000', address: 'Rua do Ouro 12', logo }), entity({ id: 'without' }))
    expect((await get('/v1/entities/clinica-lisboa')).json()).toMatchObject({ phone: '213 000 000' })
    expect(await findLogo(database, 'clinica-lisboa')).toBe(logo)
    await database.write((trx) => setEntity(trx, 'clinica-lisboa', { phone: '213 999 999' }))
    await given(entity({ phone: '213 000 000', logo }))
    expect((await get('/v1/entities/clinica-lisboa')).json()).toMatchObject({ phone: '213 999 999' })
    const faulty = [
      entity({ logo: 'PHN2Zz4=' }),
      entity({ id: 'b', phone: 'call us' }),
      entity({ id: 'c', address: '\u200b' }),
      entity({ id: 'd', address: 'Rua do Ouro 12\r\nBcc: others@clinic.example' }),
    ]
    expect(await faultsOf(rollcall, ...faulty)).toEqual([
      '1: /logo must be a PNG picture that is not damaged, in base64',
      '2: /phone must be a telephone number of digits, spaces and ( ) . / -, such as +351 213 000 000',
      '3: /address must have a visible character',
      '4: /address must be one line, without control characters and superfluous spaces',
    ])
  })

  serviceTest('may contain blank lines, a BOM and CRLF', async ({ database, folder, get }) => {
    const lines = history().map((line) => `${JSON.stringify(line)}\r`)
    await importLines(database, folder, [`\ufeff${lines[0]}`, '', ...lines.slice(1), '  \r', ''])
    expect((await get(byDate('2026-03-29'))).json()).toHaveLength(1)
  })

  eachEngine('numbers its actions in the order of its lines', async ({ given, database }) => {
    await given(entity(), notification(), ...actionsAt('2026-03-29T12:00:00Z', '2026-03-29T11:00:00Z'))
    await given(entity(), action({ id: 'third' }))
    const rows = await database.selectFrom('actions').select(['action_id', 'sequence']).orderBy('sequence').execute()
    expect(rows.map((row) => row.action_id)).toEqual(['at-1', 'at-2', 'third'])
    expect(rows.map((row) => Number(row.sequence))).toEqual([1, 2, 3])
  })

  serviceTest('accepts any offset and nine digits, and keeps microseconds', async ({ given, get }) => {
    await given(entity(), notification(), action({ date: '2026-03-29T13:00:00.123456999-11:30' }))
    expect((await get(byDate('2026-03-30'))).json()[0].date).toBe('2026-03-30T00:30:00.123456+00:00')
  })
})

describe('a fault', () => {
  const bad = (line: object, over: object) => ({ ...line, ...over }) as HistoryLine
  const cases: [what: string, line: HistoryLine | string, reason: RegExp][] = [
    ['no JSON', '{"type":', /^is not one JSON object$/],
    ['no object', '[]', /^type must be one of entity, notification, action, checkin_token$/],
    ['an unknown type', '{"type":"toString"}', /^type must be one of/],
    ['a missing key', '{"type":"entity","id":"x","name":"X","language":"en"}', /^\/time_zone is missing$/],
    [
      'an unknown key',
      bad(entity(), { timezone: 'x' }),
      /^has an unknown key; the known keys are type, id, name, time_zone, language, phone, address, names, colour, country, sentences, arrive_early, arrive_late, logo$/,
    ],
    ['a bad id', bad(entity(), { id: 'a b' }), /^\/id must match pattern /],
    ['an invisible name', bad(entity(), { name: '\u00a0\u200b' }), /^\/name must have a visible character$/],
    [
      'an invisible name of a contact',
      bad(notification(), { contact: { external_id: 'x', name: '\u2800' } }),
      /^\/contact\/name must have a visible character$/,
    ],
    ['a fixed offset for a zone', bad(entity(), { time_zone: '+01:00' }), /^\/time_zone must be an IANA time zone/],
    ['an unknown zone', bad(entity(), { time_zone: 'Europe/Lisboa' }), /^\/time_zone must be an IANA time zone/],
    ['a language with an underscore', bad(entity(), { language: 'pt_PT' }), /^\/language must be a language tag/],
    ['a param that is no string', bad(notification(), { params: { hour: 9 } }), /^\/params\/hour must be string$/],
    ['a param out of range', bad(notification(), { params: { hour: '24' } }), /^\/params\/hour must be .* 0 to 23$/],
    ['a local event_date', bad(notification(), { params: { event_date: '2026-03-30T09:30:00+01:00' } }), /in UTC/],
    [
      'an impossible birth date',
      bad(notification(), { contact: { external_id: 'x', name: 'x', birth_date: '2026-02-30' } }),
      /birth_date must be a day/,
    ],
    [
      'an unknown contact key',
      bad(notification(), { contact: { external_id: 'x', name: 'x', phone: '1' } }),
      /^\/contact has an unknown key; the known keys are external_id, name, /,
    ],
    ['an unknown action', bad(action(), { action: 'read' }), /^\/action must be/],
    ['a date without an offset', bad(action(), { date: '2026-03-29T10:00:00' }), /^\/date must be an RFC 3339 instant/],
    ['a date with ten digits', bad(action(), { date: '2026-03-29T10:00:00.0123456789Z' }), /^\/date must be/],
    ['a date that does not exist', bad(action(), { date: '2026-02-29T10:00:00Z' }), /^\/date must be/],
    ['a date that no column holds', bad(action(), { date: '9999-02-28T10:00:00Z' }), /^\/date must be/],
    ['an unknown reason', bad(checkinToken(), { revoked: 'yes' }), /^\/revoked must be/],
    ['an invisible token', bad(checkinToken(), { token: 'a b' }), /^\/token must be 1 to 256 visible ASCII/],
    [
      'a NUL',
      '{"type":"entity","id":"x","name":"a\\u0000b","time_zone":"UTC","language":"en"}',
      /^\/name contains a NUL character/,
    ],
    [
      'an unpaired surrogate',
      bad(notification(), { inferred_data: { a: ['\ud800'] } }),
      /^\/inferred_data\/a\/0 contains a NUL character or an unpaired surrogate$/,
    ],
    [
      'deep nesting',
      JSON.stringify(notification({ inferred_data: { a: 0 } })).replace(
        '"a":0',
        `"a":${'['.repeat(400_000)}${']'.repeat(400_000)}`,
      ),
      /^nests more than 100 levels deep$/,
    ],
    ['an unknown entity', notification({ entity_id: 'nowhere' }), /refers to entity nowhere/],
    [
      'an unknown notification',
      action({ id: 'a-2', notification_id: 'n-9' }),
      /refers to notification n-9 of clinica-lisboa/,
    ],
    ["another entity's notification", action({ entity_id: 'other' }), /refers to notification n-1 of other/],
    [
      'an id with other content',
      notification({ task_id: 't-2' }),
      /^has the id of an earlier line, with other content$/,
    ],
    ['a token for two notifications', checkinToken({ notification_id: 'n-2' }), /^has the id of an earlier line/],
  ]
  serviceTest('is reported with its line, and nothing is imported', async (rollcall) => {
    const good = [...history(), entity({ id: 'other' }), notification({ id: 'n-2' })]
    for (const [what, line, reason] of cases) {
      const faults = await faultsOf(rollcall, ...good, line)
      expect([what, faults]).toEqual([what, [expect.stringMatching(/^7: /)]])
      expect(faults[0]!.slice(3)).toMatch(reason)
    }
    expect(await rollcall.database.selectFrom('entities').selectAll().execute()).toEqual([])
  })

  eachEngine('against the database is reported for every kind of line', async (rollcall) => {
    await rollcall.given(...history())
    const changed = [
      entity({ time_zone: 'Europe/Madrid' }),
      notification({ external_id: 'A-2' }),
      action({ uid: '+351999999999' }),
      checkinToken({ expires_at: '2027-01-01T00:00:00Z' }),
    ]
    expect(await faultsOf(rollcall, ...changed)).toEqual(
      ['time_zone', 'external_id', 'record', 'expires_at'].map(
        (column, index) => `${index + 1}: has an id that exists in the database with another ${column}`,
      ),
    )
  })

  serviceTest('of the encoding is reported for each line that is not UTF-8', async ({ database, secret, folder }) => {
    const [clinic, notice] = history().map((line) => `${JSON.stringify(line)}\n`)
    const file = join(folder, 'latin1.ndjson')
    writeFileSync(
      file,
      Buffer.concat(
        [clinic!, notice!, clinic!].map((line, index) => Buffer.from(line, index === 0 ? 'utf8' : 'latin1')),
      ),
    )
    const outcome = withHistory(file, process.stdin, (descriptor) =>
      importHistory(database, secret, descriptor, () => {}),
    )
    await expect(outcome).rejects.toThrow(/^line 2: is not UTF-8\nline 3: is not UTF-8$/)
  })

  serviceTest('is a reference to a later line', async (rollcall) => {
    const [clinic, notice, confirm] = history()
    expect(await faultsOf(rollcall, clinic!, confirm!, notice!)).toEqual([expect.stringMatching(/^2: refers to/)])
  })

  serviceTest('is printed if it is among the first twenty, and counted in any case', async ({ database, folder }) => {
    const outcome = importLines(database, folder, Array(1234).fill('{}'))
    await expect(outcome).rejects.toMatchObject({ count: 1234, message: expect.stringContaining('and 1214 more') })
    await expect(outcome).rejects.toMatchObject({ faults: { length: 20 } })
  })
})

describe('reading lines', () => {
  const bytes = (...parts: (string | Buffer)[]) => Readable.from(parts.map((part) => Buffer.from(part)))

  test('does not depend on how the bytes are chunked', async () => {
    const whole = Buffer.from('é\n\nb\nlast')
    const single = [...whole].map((byte) => Buffer.from([byte]))
    for (const parts of [[whole], single]) {
      const lines = await Array.fromAsync(readLines(bytes(...parts)))
      expect(lines.map(({ number, text, end }) => [number, text, end])).toEqual([
        [1, 'é', 3],
        [3, 'b', 6],
        [4, 'last', 10],
      ])
    }
  })

  test('reports lines that are too long or not UTF-8, and continues', async () => {
    const lines = await Array.fromAsync(
      readLines(bytes('x'.repeat(600_000), 'y'.repeat(600_000), '\nok\n', Buffer.from([0xff, 0x0a]))),
    )
    expect(lines.map(({ number, text, fault }) => [number, text ?? fault])).toEqual([
      [1, 'is longer than 1 MiB'],
      [2, 'ok'],
      [3, 'is not UTF-8'],
    ])
  })
})

serviceTest('standard input is imported from a temporary copy without a name', async ({ database, secret }) => {
  const input = Readable.from(
    history().map((line) => `${JSON.stringify(line)}\n`),
    { objectMode: false },
  )
  const imported = await withHistory('-', input, (descriptor) => importHistory(database, secret, descriptor, () => {}))
  expect(imported).toEqual({ entity: 1, notification: 1, action: 1, checkin_token: 1 })
})

test('a missing file is reported', async () => {
  await expect(withHistory(`${temporaryFolder()}/none`, Readable.from([]), async () => {})).rejects.toThrow('ENOENT')
})
