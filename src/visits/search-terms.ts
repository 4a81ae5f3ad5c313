import { fold, searchText, splitWords } from './search-text.ts'

// No word contains these.
const bornMark = '\n'
const telephoneMark = '\t'

/** Returns what a search of visits finds one by: the words of the texts, the birth date, and last the telephones. Marks tell
 *  them apart, so that the end of a key is not the end of a telephone. */
export function visitSearchText(
  { name, external_id, birth_date }: { name: string; external_id: string; birth_date?: string },
  key: string,
  addresses: { uid: string }[],
): string {
  const telephones = addresses.flatMap(({ uid }) => (uid.startsWith('+') ? [telephoneMark + uid.slice(1)] : []))
  const born = birth_date === undefined ? '' : bornMark + birth_date
  return searchText(name, external_id, key) + born + [...new Set(telephones)].join('')
}

/** A typed word, and what it may stand for. A visit matches if its search text contains one of them. */
export interface SearchTerm {
  /** The word as typed, without accents and case. */
  typed: string
  /** The beginning of a word, as `searchText` has it. */
  word: string
  /** The birth date, with its mark, if the word is one (YYYY-MM-DD). */
  born: string | undefined
  /** Digits of telephones: those of the word, and those of the group of digits that it is part of. */
  telephones: string[]
}

/** Returns the typed words. `912 345 678` are three words, and each may also stand for the whole number. */
export function searchTerms(typed: string): SearchTerm[] {
  const words = fold(typed)
    .split(/\s+/)
    .filter((word) => splitWords(word).length > 0)
  return words.map((one, index) => {
    const telephones = [one, groupOf(words, index)].flatMap(digitsOfTelephone)
    const born = isoDate.test(one) ? bornMark + one : undefined
    return { typed: one, word: searchText(one).split(' ', 2).join(' '), born, telephones: [...new Set(telephones)] }
  })
}

const isoDate = /^\d{4}-\d\d-\d\d$/
const ofTelephone = /^[+\d().\-/]+$/
// Fewer occur in every second telephone.
const minDigits = 4

/** Returns the words around a word that may together be a telephone. */
function groupOf(words: string[], index: number): string {
  const isOther = (word: string) => !ofTelephone.test(word) || isoDate.test(word)
  if (isOther(words[index]!)) return ''
  const end = words.findIndex((word, at) => at > index && isOther(word))
  return words
    .slice(words.findLastIndex((word, at) => at < index && isOther(word)) + 1, end === -1 ? undefined : end)
    .join('')
}

/** Returns the digits of a typed telephone without what precedes them in the clinic's country or abroad: 0, 00, or (0). */
function digitsOfTelephone(text: string): string[] {
  if (!ofTelephone.test(text)) return []
  const digits = text.replaceAll('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length >= minDigits ? [digits] : []
}

/** Whether a search text has one of the telephones, by any of their digits. */
export function hasTelephone(search: string, telephones: string[]): boolean {
  if (telephones.length === 0) return false
  const [, ...numbers] = search.split(telephoneMark)
  return numbers.some((number) => telephones.some((digits) => number.includes(digits)))
}

/** Returns the patterns (LIKE) of a term, one of which the search text matches. */
export const searchPatterns = ({ word, born, telephones }: SearchTerm): string[] => [
  `%${escapeLike(word)}%`,
  ...(born === undefined ? [] : [`%${born}%`]),
  ...telephones.map((digits) => `%${telephoneMark}%${digits}%`),
]

const escapeLike = (word: string) => word.replaceAll(/[\\%_]/g, '\\$&')

/** Returns the typed words, each as `searchText` has it. Drops a word that is a prefix of another: the longer word
 *  implies it. */
export const searchedWords = (typed: string) => withoutPrefixes(searchTerms(typed)).map(({ word }) => word)

/** Returns the terms without those whose word is a prefix of another. */
export function withoutPrefixes(terms: SearchTerm[]): SearchTerm[] {
  const words = new Map(terms.map((term) => [term.word, term]))
  return [...words.values()].filter(
    ({ word }) => ![...words.keys()].some((other) => other !== word && other.startsWith(word)),
  )
}
