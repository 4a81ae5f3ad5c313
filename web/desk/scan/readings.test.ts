import { expect, test } from 'vitest'
import { readingsOfKeys } from './key-sequence.ts'
import { hasIssuedCode, readingsOf } from './readings.ts'
import { usCharacter } from './us-keyboard.ts'

const token = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'
const keys = (text: string, usText: string, isCapsLocked = false) => ({ text, usText, isCapsLocked, isInField: false })

test('a scan whose keys have the same meaning on a US keyboard is looked up once', () => {
  for (const code of [token, 'Visit-42', '3f2b8c1e-0d6a'])
    expect(readingsOf({ code, readings: readingsOfKeys(keys(code, code)) })).toEqual([code])
})

test('the text as it is comes first, then the US keyboard, then without what a scanner adds', () => {
  const [code, ...readings] = readingsOfKeys(keys(']Q1Yes', ']Q1Zes'))
  expect(readingsOf({ code: code!, readings })).toEqual([']Q1Yes', ']Q1Zes', 'Yes', 'Zes'])
  expect(readingsOfKeys(keys('"é', '32'))[0]).toBe('32')
})

test('an imported code in mixed case is also read with CapsLock on, in both ways of scanners', () => {
  expect(readingsOfKeys(keys('vISIT-1', 'Visit-1', true))).toContain('Visit-1')
  expect(readingsOfKeys(keys('Visit)1', 'vISIT-1', true))).toContain('Visit-1')
})

test('a key is read by its position, also on the keypad without NumLock', () => {
  const typed = ['KeyA', 'Digit4', 'Numpad7', 'BracketRight', 'Minus', 'F1', ''].map((code) =>
    usCharacter({ code, shiftKey: false }),
  )
  expect(typed).toEqual(['a', '4', '7', ']', '-', '', ''])
  const shifted = ['KeyA', 'Digit4', 'Numpad7', 'Minus'].map((code) => usCharacter({ code, shiftKey: true }))
  expect(shifted).toEqual(['A', '$', '7', '_'])
})

test('a code of the service is found between other characters', () => {
  const framed = [
    `]Q1${token}`,
    `C${token}`,
    `${token}X`,
    `\u0002${token}`,
    `QR:${token};1`,
    ` ${token.toLowerCase()} `,
  ]
  for (const text of framed) {
    expect(hasIssuedCode(text)).toBe(true)
    expect(readingsOf({ code: text }).map((one) => one.trim().toUpperCase())).toContain(token)
  }
  for (const name of ['Maria dos Anjos Silva Pereira', '+351 912 345 678', '']) expect(hasIssuedCode(name)).toBe(false)
})
