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
  const paddings = ['', ' ', '\u00a0', '\ufeff', '\u200b', '\u202e', '\t', '\r', '\n', '\r\n', '\u0001', ' \ufeff\t']
  for (const padding of paddings) {
    for (const formula of ['=1+2', '+1', '-1', '@SUM(A1)', '＝1'])
      expect(csv('A-1', padding + formula)).toMatch(/A-1,"?'[^']/)
  }
})

test('a CSV list has all other cells as they are', () => {
  for (const text of [' Ana', 'Ana-Sofia', '\ufeffAna', "'quoted'", 'a = b', ' 1+2', '2026-03-30', '351 912 345 678'])
    expect(csv('A-1', text)).toBe(`key,text\r\nA-1,${text}\r\n`)
})
