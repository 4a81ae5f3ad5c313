import { expect, test } from 'vitest'
import { format } from '../../../../src/platform/languages/format.ts'
import { languages } from '../../../../src/platform/languages/languages.ts'
import { wordsOf } from '../../../../src/platform/languages/words.ts'
import { segmentsOf } from './segments.ts'

const text = 'Hello'

test.each([
  [
    { segments: 1, encoding: 'GSM-7' as const },
    { count: 1, size: 160, letters: [] },
  ],
  [
    { segments: 2, encoding: 'GSM-7' as const },
    { count: 2, size: 153, letters: [] },
  ],
  [
    { segments: 1, encoding: 'UCS-2' as const, forcing_characters: ['ã'] },
    { count: 1, size: 70, letters: ['ã'] },
  ],
  [
    { segments: 3, encoding: 'UCS-2' as const, forcing_characters: ['ã', 'õ'] },
    { count: 3, size: 67, letters: ['ã', 'õ'] },
  ],
])('a text of %o has segments of its alphabet', (measure, expected) => {
  expect(segmentsOf({ text, ...measure })).toEqual(expected)
})

test('a mail has no segments', () => {
  expect(segmentsOf({ text, subject: text, html: text })).toBeUndefined()
})

test('every language says the number of segments', () => {
  for (const language of languages) {
    const say = wordsOf('templates', language)
    expect(format(say.segments, { count: 3, size: 153 }, language)).toMatch(/3.*153/)
    expect(format(say.larger, { count: 1, letters: '“ã”' }, language)).toContain('“ã”')
  }
})
