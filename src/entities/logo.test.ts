import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { entity } from '../../test/history.ts'
import { eachEngine } from '../../test/rollcall.ts'
import { qrCodePng } from '../platform/codes/qr-code.ts'
import { findLogo, logoFault, setLogo } from './logo.ts'

const damaged = 'must be a PNG picture that is not damaged'

const chunk = (type: string, data: Buffer) => {
  const checked = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(checked))
  return Buffer.concat([length, checked, checksum])
}

function header(width: number, height: number): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return chunk('IHDR', size)
}

const pngOf = (...chunks: Buffer[]) => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
const data = (pixels: Buffer = Buffer.alloc(100)) => chunk('IDAT', deflateSync(pixels))
const end = chunk('IEND', Buffer.alloc(0))

/** A PNG of one colour. Its header has the width and the height. */
const png = (width: number, height: number, pixels?: Buffer) => pngOf(header(width, height), data(pixels), end)

test('a logo is a PNG of at most 32 KiB and 1,024 pixels on each side', async () => {
  expect(logoFault(await qrCodePng('x'))).toBeUndefined()
  expect(logoFault(png(1_024, 1))).toBeUndefined()
  expect(logoFault(png(1_025, 40))).toBe('must have at most 1024 pixels on each side; this one has 1025 by 40')
  expect(logoFault(png(40, 0))).toMatch('this one has 40 by 0')
  expect(logoFault(png(100, 100, randomBytes(40_000)))).toMatch('at most 32768 bytes')
  for (const other of ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a'.repeat(10)]) {
    expect(logoFault(Buffer.from(other))).toBe(damaged)
  }
})

test('a damaged logo, or one that decompresses to more than its pixels, is refused', () => {
  const whole = png(10, 10)
  for (let end = 0; end < whole.length; end++) expect(logoFault(whole.subarray(0, end))).toBe(damaged)
  for (let at = 0; at < whole.length; at++) {
    const changed = Buffer.from(whole)
    changed[at]! ^= 1
    expect(logoFault(changed)).toBe(damaged)
  }
  expect(logoFault(Buffer.concat([whole, Buffer.from('<script>')]))).toBe(damaged)
  expect(logoFault(png(10, 10, Buffer.alloc(20_000_000)))).toBe(damaged)
})

test('a logo has one header, at its beginning', () => {
  expect(logoFault(pngOf(header(10, 10), chunk('tEXt', Buffer.from('k\0v')), data(), end))).toBeUndefined()
  for (const chunks of [
    [chunk('tEXt', Buffer.from('k\0v')), header(10, 10), data(), end],
    [data(), header(10, 10), end],
    [header(10, 10), header(20, 20), data(), end],
    [header(10, 10), data(), header(10, 10), end],
    [data(), end],
    [chunk('IHDR', Buffer.alloc(12)), data(), end],
  ]) {
    expect(logoFault(pngOf(...chunks))).toBe(damaged)
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
