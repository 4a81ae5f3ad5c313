import { withoutInvisible } from '../platform/text/visible.ts'

// Letters that Unicode does not decompose into a base letter and an accent.
const baseLetters: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  ς: 'σ',
}
const undecomposed = new RegExp(`[${Object.keys(baseLetters).join('')}]`, 'g')

// Arabic and Persian keyboards type these. Their last four bits are the digit.
const arabicDigits = /[٠-٩۰-۹]/g

/** Returns the text without accents, case and invisible characters, with digits from 0 to 9. */
export const fold = (text: string) =>
  withoutInvisible(text)
    .replaceAll(arabicDigits, (digit) => String(digit.charCodeAt(0) & 0xf))
    // People type this accent as an apostrophe. Unicode decomposes it into a space and an accent.
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(undecomposed, (letter) => baseLetters[letter]!)

const punctuation = /[-\u2010-\u2015'’‘ʼʻ`·.,/()]+/g

/** Returns the text without accents, case and punctuation. */
export const plainText = (text: string) => fold(text).replaceAll(punctuation, '')

/** Returns the words of the text, each as its parts between punctuation. */
export const splitWords = (text: string) =>
  fold(text)
    .split(/\s+/)
    .map((word) => word.split(punctuation).filter(Boolean))
    .filter((parts) => parts.length > 0)

/** Returns the words of the texts, each after a space: a search for `% word%` finds the beginnings of words. A word with
 *  punctuation is there without it, and by its parts: D'Ávila as `davila` and `avila`. */
export const searchText = (...texts: string[]) =>
  splitWords(texts.join(' '))
    .flatMap((parts) => [parts.join(''), ...parts.slice(1)])
    .map((word) => ` ${word}`)
    .join('')
