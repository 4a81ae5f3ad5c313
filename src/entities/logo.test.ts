import { expect, test } from 'vitest'
import { entity } from '../../test/history.ts'
import { eachEngine } from '../../test/rollcall.ts'
import { qrCodePng } from '../qr-code.ts'
import { findLogo, logoFault, setLogo } from './logo.ts'

/** The first bytes of a PNG: signature, length and name of the header, width, height and the rest of the header. */
function pngHeader(width: number, height: number): Buffer {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d', 'hex'), Buffer.from('IHDR'), Buffer.alloc(100)])
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}

test('a logo is a PNG of at most 32 KiB and 1,024 pixels on each side', async () => {
  expect(logoFault(await qrCodePng('x'))).toBeUndefined()
  expect(logoFault(pngHeader(1_024, 1))).toBeUndefined()
  expect(logoFault(pngHeader(1_025, 40))).toBe('must have at most 1024 pixels on each side; this one has 1025 by 40')
  expect(logoFault(pngHeader(40, 0))).toMatch('this one has 40 by 0')
  expect(logoFault(Buffer.concat([pngHeader(1, 1), Buffer.alloc(40_000)]))).toMatch('at most 32768 bytes')
  for (const other of ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a'.repeat(10)]) {
    expect(logoFault(Buffer.from(other))).toBe('must be a PNG picture')
  }
})

eachEngine('a logo is replaced, and removed', async ({ database, given }) => {
  await given(entity())
  const [one, other] = [await qrCodePng('one'), await qrCodePng('other')]
  for (const png of [one, other, undefined, one]) {
    await database.write((trx) => setLogo(trx, 'clinica-lisboa', png))
    expect(await findLogo(database, 'clinica-lisboa')).toBe(png?.toString('base64'))
  }
})
