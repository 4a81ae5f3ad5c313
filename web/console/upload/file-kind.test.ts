import { expect, test } from 'vitest'
import { faultOfFile } from './file-kind.ts'

test.for([
  [[0x50, 0x4b, 0x03, 0x04, 0x14], 'spreadsheet'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'spreadsheet'],
  [[0x25, 0x50, 0x44, 0x46, 0x2d], 'not-csv'],
  [[], 'empty'],
  // The byte order mark of UTF-16.
  [[0xff, 0xfe, 0x41, 0x00], undefined],
  [[0x50, 0x4b, 0x3b, 0x41], undefined],
] as const)('a file that begins with %s is %s', async ([bytes, fault]) => {
  expect(await faultOfFile(new Blob([new Uint8Array(bytes)]))).toBe(fault)
})
