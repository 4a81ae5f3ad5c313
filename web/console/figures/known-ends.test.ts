import { expect, test } from 'vitest'
import { type Share, writtenShare } from './known-ends.ts'

const of = ({ part, whole }: Share) => `${part} of ${whole}`

test('a share of fewer than 30 visits is written as numbers', () => {
  expect(writtenShare({ part: 7, whole: 12 }, of, 'en')).toBe('7 of 12')
  expect(writtenShare({ part: 29, whole: 29 }, of, 'en')).toBe('29 of 29')
  expect(writtenShare({ part: 3, whole: 30 }, of, 'en')).toBe('10%')
  expect(writtenShare({ part: 0, whole: 0 }, of, 'en')).toBe('–')
})
