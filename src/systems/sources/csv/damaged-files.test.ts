import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvFile, line, mapping, submitCsv } from '../../../../test/csv-file.ts'
import { entity } from '../../../../test/history.ts'
import { serviceTest } from '../../../../test/rollcall.ts'
import type { Submission } from '../../../notifications/submit/submission.ts'
import { submissionOutcomes } from '../../../notifications/submit/submission-outcome.ts'
import { readFile } from './read-file.ts'
import type { CsvReport } from './report.ts'

const clinic = entity()

/** Reads the bytes in parts, and accepts every item that the schema accepts. */
async function read(parts: Uint8Array[], over: Partial<typeof mapping> = {}) {
  const items: Submission['notifications'] = []
  const report = await readFile(Readable.from(parts), { ...mapping, ...over }, clinic, async ({ body }) => {
    items.push(...body.notifications)
    return { outcomes: body.notifications.map(() => 'created' as const), faults: [] }
  })
  return { report, items }
}

const tried = async (text: string | Buffer, over: Partial<typeof mapping> = {}) =>
  (await read([Buffer.from(text)], over)).report

const header = csvFile().trim()

/** A report is right if its numbers add up, and each fault says where it is. */
function expectSound({ rows, outcomes, faulty, faults, complete }: CsvReport) {
  expect(submissionOutcomes.reduce((sum, outcome) => sum + outcomes[outcome], 0) + faulty).toBe(rows)
  for (const fault of faults) {
    expect(fault.line).toBeGreaterThan(0)
    expect(fault.reason).not.toBe('')
    if (fault.column !== undefined) expect(header.split(';')).toContain(fault.column)
  }
  if (!complete || faulty > 0) expect(faults.length).toBeGreaterThan(0)
}

describe('a file that is no sound CSV ends in a clear fault', () => {
  test.for<[what: string, content: string | Buffer, fault: object]>([
    ['empty', '', { line: 1, reason: 'is missing: the file is empty' }],
    ['blank', '\r\n \r\n', { line: 1, reason: 'is missing: the file is empty' }],
    [
      'without a column',
      csvFile(line()).replace('Hora', 'Horário'),
      { line: 1, column: 'Hora', reason: 'is not in the header' },
    ],
    [
      'with a column twice',
      csvFile(line()).replace('Apelido', 'Nome'),
      { line: 1, column: 'Nome', reason: 'is 2 times in the header' },
    ],
    [
      'of another charset',
      Buffer.from(csvFile(line()), 'utf16le'),
      { line: 1, column: 'Id', reason: 'is not in the header. Check the separator and the charset of the mapping' },
    ],
    [
      'binary',
      Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 256)),
      { line: 1, column: 'Id', reason: expect.stringMatching(/is not in the header/) },
    ],
    [
      'cut inside quotes',
      `${csvFile(line(), line({ Id: 'A-2', Nome: '"João' }))}${line({ Id: 'A-3' })}`,
      { line: 3, reason: expect.stringMatching(/^has an opening quotation mark without a closing one/) },
    ],
    [
      'with a row of many lines',
      `${csvFile(line())}"${'x\n'.repeat(70_000)}`,
      { line: 3, reason: expect.stringMatching(/^has more than 64 KiB/) },
    ],
  ])('%s', async ([, content, fault]) => {
    const report = await tried(content)
    expectSound(report)
    expect(report.faults).toContainEqual(fault)
    expect(report.complete).toBe(false)
  })

  test('only a header', async () => {
    expect(await tried(`${header}\r\n`)).toMatchObject({ rows: 0, faults: [], complete: true })
    expect(await tried(header)).toMatchObject({ rows: 0, faults: [], complete: true })
  })

  test('rows that are cut or have another charset, beside sound ones', async () => {
    const [utf8, latin] = ['utf8', 'latin1'].map((charset) =>
      Buffer.from(`${line({ Id: charset })}\r\n`, charset as BufferEncoding),
    )
    const report = await tried(Buffer.concat([Buffer.from(`${header}\r\n`), utf8!, latin!, Buffer.from('A-9;P-1')]))
    expect(report).toMatchObject({ rows: 3, outcomes: { created: 1 }, faulty: 2, complete: true })
    expect(report.faults).toEqual([
      { line: 3, column: 'Nome', reason: expect.stringContaining('not in the charset of the mapping') },
      { line: 4, column: 'Nome', reason: 'is missing: the row has 2 cells, and the header 9' },
    ])
  })

  test('a quotation mark inside a cell is text', async () => {
    const { items } = await read([Buffer.from(csvFile(line({ Nome: 'João "Jó"' })))])
    expect(items[0]!.contact.name).toBe('João "Jó" Silva')
  })
})

test('a line of 1 GB ends after 64 KiB, in bounded memory', async () => {
  const part = Buffer.alloc(1 << 20, 'x')
  let sent = 0
  function* endless() {
    yield Buffer.from(csvFile(line()))
    while (sent < 1 << 30) {
      sent += part.length
      yield part
    }
  }
  const before = process.memoryUsage().rss
  const report = await readFile(Readable.from(endless()), mapping, clinic, async ({ body }) => ({
    outcomes: body.notifications.map(() => 'created'),
    faults: [],
  }))
  expect(report).toMatchObject({ rows: 1, complete: false, faults: [{ line: 3 }] })
  expect(sent).toBeLessThan(40 << 20)
  expect(process.memoryUsage().rss - before).toBeLessThan(150 << 20)
})

const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', '"', '""', ';', '\r\n', '\n', '\r', '\0', '\ufffd', '\ufeff', 'x'.repeat(2_000), '31/03/2026'),
)
const rowsOfCells = fc.array(
  fc.array(cell, { maxLength: 12 }).map((cells) => cells.join(';')),
  { maxLength: 8 },
)

test('any text after the header, in parts of any size, gives a sound report', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOfCells, fc.integer({ min: 1, max: 40 }), async (rows, size) => {
      const bytes = Buffer.from(csvFile(line(), ...rows, line({ Id: 'last' })))
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      )
      const [whole, inParts] = [await read([bytes]), await read(parts)]
      expectSound(whole.report)
      expect(inParts).toEqual(whole)
      expect(whole.report.outcomes.created).toBeGreaterThan(0)
    }),
    { numRuns: 150 },
  )
})

test('any bytes, with any charset and separator, give a sound report', async () => {
  const charset = fc.constantFrom('utf-8', 'windows-1252', 'utf-16le', 'utf-16be')
  const start = fc.constantFrom(Buffer.alloc(0), Buffer.from(`${header}\r\n`), Buffer.from(`${header}\r\n`, 'utf16le'))
  await fc.assert(
    fc.asyncProperty(
      ...([start, fc.uint8Array({ maxLength: 3_000 }), charset] as const),
      async (first, rest, charset) => {
        expectSound((await read([first, rest], { charset })).report)
      },
    ),
    { numRuns: 200 },
  )
})

serviceTest('an upload of any bytes gets 200 with a report, and the service stays up', async (rollcall) => {
  await rollcall.given(clinic)
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
      const payload = Buffer.concat([Buffer.from(csvFile(line())), bytes])
      const response = await submitCsv(rollcall, payload)
      expect(response.statusCode).toBe(200)
      expectSound(response.json())
    }),
    { numRuns: 30 },
  )
  expect((await rollcall.get('/livez')).statusCode).toBe(200)
})
