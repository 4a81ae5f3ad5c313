import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { qrCodePng } from './qr-code.ts'

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } })

const token = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'

test.each([
  ['a check-in token', token, 25],
  ['the shortest text', '1', 21],
  ['a longer text', token.repeat(2), 33],
])(
  'a scanner reads %s from the picture of its QR code, which has a margin of four modules',
  async (_, text, modules) => {
    const codes = await readBarcodes(await qrCodePng(text), { formats: ['QRCode'], tryRotate: false, tryInvert: false })
    const [from, to] = [4 * 12, (4 + modules) * 12]
    const position = expect.objectContaining({ topLeft: { x: from, y: from }, bottomRight: { x: to, y: to } })
    expect(codes).toEqual([expect.objectContaining({ text, ecLevel: 'Q', position })])
  },
)

test('the picture of a QR code has one bit for each pixel, and less than 1 kB', async () => {
  const png = await qrCodePng(token)
  expect(png.length).toBeLessThan(1_000)
  // Width and height, then bits for each channel, and greyscale.
  expect([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]]).toEqual([33 * 12, 33 * 12, 1, 0])
})
