import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { kindOfFile } from './file-kind.ts'

test.for([
  [[0x25, 0x50, 0x44, 0x46, 0x2d], 'not-csv'],
  [[0x3c, 0x74, 0x61, 0x62, 0x6c, 0x65], 'old-workbook'],
  [[], 'empty'],
  // The byte order mark of UTF-16.
  [[0xff, 0xfe, 0x41, 0x00], 'csv'],
  [[0x50, 0x4b, 0x3b, 0x41], 'csv'],
] as const)('a file that begins with %s is %s', async ([bytes, kind]) => {
  expect(await kindOfFile(new Blob([new Uint8Array(bytes)]))).toBe(kind)
})

test.for([
  ['list.ods', 'workbook'],
  ['agenda.xlsx', 'workbook'],
  ['locked.xlsx', 'locked-workbook'],
  ['old.xls', 'old-workbook'],
] as const)('%s is a %s', async ([name, kind]) => {
  const bytes = readFileSync(new URL(`../../../test/workbooks/${name}`, import.meta.url))
  expect(await kindOfFile(new Blob([bytes]))).toBe(kind)
})

test.for([
  ['Index/Document.iwa', 'numbers-workbook'],
  ['word/document.xml', 'not-csv'],
  ['encrypted-package', 'locked-workbook'],
] as const)('a ZIP file with %s is %s', async ([entry, kind]) => {
  expect(await kindOfFile(new Blob(['PK\u0003\u0004', 'x'.repeat(400_000), entry, 'PK\u0001\u0002']))).toBe(kind)
})
