import { property as alwaysHolds, assert, string } from 'fast-check'
import smpp from 'smpp'
import { describe, expect, test } from 'vitest'
import { encode, fewestSegments } from './segments.ts'

const count = (text: string) => encode(text, 0).segments.length

/** What a telephone makes of segments: headers taken off, the rest joined. */
function shown({ dataCoding, segments }: ReturnType<typeof encode>): string {
  const octets = Buffer.concat(segments.map((segment) => (segments.length > 1 ? segment.subarray(6) : segment)))
  return (dataCoding === 0 ? smpp.encodings.ASCII : smpp.encodings.UCS2).decode(octets)
}

describe('a text message', () => {
  test('is one segment up to 160 letters of GSM, or 70 of any other', () => {
    expect([count('a'.repeat(160)), count('a'.repeat(161)), count('a'.repeat(306)), count('a'.repeat(307))]).toEqual([
      1, 2, 2, 3,
    ])
    expect([count('á'.repeat(70)), count('á'.repeat(71)), count('á'.repeat(134)), count('á'.repeat(135))]).toEqual([
      1, 2, 2, 3,
    ])
    // These cost two each.
    expect([count('€'.repeat(80)), count('€'.repeat(81))]).toEqual([1, 2])
  })

  test('numbers its parts, and marks them with one reference', () => {
    const headers = encode('x'.repeat(400), 0xab).segments.map((segment) => [...segment.subarray(0, 6)])
    expect(headers).toEqual([1, 2, 3].map((number) => [5, 0, 3, 0xab, 3, number]))
  })

  test('is never cut within a letter, and no part is too long', () => {
    assert(
      alwaysHolds(string({ unit: 'grapheme', minLength: 100, maxLength: 500 }), (text) => {
        const { segments, dataCoding } = encode(text, 1)
        for (const segment of segments) expect(segment.length).toBeLessThanOrEqual(dataCoding === 0 ? 160 : 140)
        if (dataCoding === 8) expect(shown({ segments, dataCoding })).toBe(text)
      }),
    )
    for (let before = 150; before < 156; before++) {
      const text = `${'x'.repeat(before)}€${'y'.repeat(100)}`
      expect(shown(encode(text, 1))).toBe(text)
      const signs = `${'é'.repeat(before - 88)}á${'👍'.repeat(40)}`
      for (const segment of encode(signs, 1).segments) {
        expect(smpp.encodings.UCS2.decode(segment.subarray(6)).isWellFormed()).toBe(true)
      }
    }
  })

  test('drops accents only where that saves a segment', () => {
    expect(fewestSegments(['Olá'])).toBe('Olá')
    expect(fewestSegments([`São João ${'x'.repeat(100)}`])).toBe(`Sao Joao ${'x'.repeat(100)}`)
    expect(fewestSegments([`Ärzte é ñ – ${'x'.repeat(100)}`])).toBe(`Ärzte é ñ - ${'x'.repeat(100)}`)
    expect(fewestSegments([`Łukasz Đorđe Œuvre þ ${'x'.repeat(100)}`])).toBe(
      `Lukasz Dorde OEuvre th ${'x'.repeat(100)}`,
    )
    expect(fewestSegments([`Кириллица ${'x'.repeat(100)}`])).toContain('Кириллица')
  })

  test('is shortened only where that saves a segment', () => {
    expect(fewestSegments(['x'.repeat(161), 'short'])).toBe('short')
    expect(fewestSegments(['x'.repeat(160), 'short'])).toBe('x'.repeat(160))
  })
})
