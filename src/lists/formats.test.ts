import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { valueFormats } from './formats.ts'

const csv = (...cells: string[]) => {
  const format = valueFormats({ columns: ['key', 'text'], cells: (item: string[]) => item })['text/csv']
  return Buffer.from(format.whole({ records: [cells], matched: 1, next: undefined })).toString()
}

test('a CSV list has one row for each item, whatever its texts contain', () => {
  for (const text of ['a\n=1+2', 'a\r=1+2', 'a\r\n=1+2', '"', 'a,b', '\n', 'a"\nb']) {
    const written = csv('A-1', text)
    expect(written.split('\r\n').length).toBeGreaterThan(2)
    expect(parse(written, { record_delimiter: ['\r\n', '\n', '\r'] })).toEqual([
      ['key', 'text'],
      ['A-1', text],
    ])
  }
})

test('a CSV list has no cell that a spreadsheet evaluates', () => {
  for (const text of ['=1+2', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']) expect(csv('A-1', text)).toMatch(/A-1,"?'/)
})
