import { conjunctions, fieldsOfDoctors, plainSuffixes, suffixes, titles, titlesOrNames } from './name-words.ts'
import { withoutOtherFamilyName } from './other-family-name.ts'

/** Returns the words of a name without titles and degrees: those of the family name and those of the first names, if the name tells
 *  them apart by a comma or in HL7's form, and otherwise all words in one list. Without a word, an empty list. */
export function readName(name: string): string[][] {
  const text = (name.includes('^') ? fromHl7(name) : name)
    .normalize('NFC')
    .replaceAll(/(?<=^|\s)\([^()]*\)/g, ' ')
    .replaceAll(/\bph\.\s*d\b\.?/giu, 'PhD')
    .replace(/\bM\.\s*D\.?(?=\s*(?:,|$))/u, 'MD')
    .replace(/^\s*de heer\s/i, '')
  return text
    .split(/[,،，]/)
    .map((part, index) => namesIn(part, index > 0))
    .filter((part) => part.length > 0)
}

/** Returns a name of HL7 v2 (XPN: family^given^further^suffix^prefix^degree) in the form with commas. */
function fromHl7(name: string): string {
  const [family = '', given, further, ...others] = name.split('~', 1)[0]!.split('^')
  return [family.split('&', 1)[0], [given, further].join(' '), ...others].join(', ')
}

/** Returns a word's letters in lower case. */
export const keyOf = (word: string) => word.replaceAll(/[^\p{L}\p{M}&+]|[ªº]/gu, '').toLowerCase()

/** Whether a word is one letter. */
export const isInitial = (word: string) => /^\P{Lo}\p{M}*\.?$/u.test(word)

/** The Spanish abbreviation of María. */
export const isMaria = (word: string) => /^M\.?ª\.?$/u.test(word)

const hasStop = (word: string) => /..\.$/u.test(word)
const isUpper = (word: string) => word === word.toUpperCase() && word !== word.toLowerCase()

const isTitle = (word: string) => !isMaria(word) && (titles.has(keyOf(word)) || hasStop(word))

function namesIn(part: string, isAfterComma: boolean): string[] {
  const found = part.split(/\s+/u).flatMap(separated).filter(Boolean)
  const begin = countTitles(found)
  const names = found.slice(begin)
  while (names.length > (isAfterComma ? 0 : 1) && (isSuffix(names.at(-1)!) || isLastTitle(names.at(-1)!))) names.pop()
  const [only, ...others] = names
  const isDegree = only !== undefined && others.length === 0 && suffixes.has(keyOf(only)) && isUpper(only)
  return isDegree && !isAfterComma ? [] : withoutOtherFamilyName(names)
}

/** Whether a title stands after the name, as lists with the family name first have it: Kern Eva Frau. */
export const endsInTitle = (name: string) => isLastTitle(/[^\s,،，]*$/u.exec(name.trim())![0])

const isLastTitle = (word: string) => {
  const key = keyOf(word)
  return key.length > 1 && titles.has(key) && !suffixes.has(key)
}

/** Separates a title from the name without a space after it: Dr.Silva. */
const separated = (word: string) =>
  isTitle(word) || isSuffix(word) ? [word] : word.split(/(?<=\p{L}\.)(?![ªº])(?=\p{L})/u)

function countTitles(words: string[]): number {
  let count = 0
  for (; count < words.length; count++) {
    const word = words[count]!
    const key = keyOf(word)
    const isAfterTitle = count > 0
    if (isTitle(word)) continue
    if (titlesOrNames.has(key) && words.length - count > 2) continue
    if (isAfterTitle && fieldsOfDoctors.has(key)) continue
    if (isAfterTitle && (conjunctions.has(key) || key === 'le') && isTitle(words[count + 1] ?? '')) continue
    break
  }
  return count
}

function isSuffix(word: string): boolean {
  const key = keyOf(word)
  return plainSuffixes.has(key) || hasStop(word) || (suffixes.has(key) && isUpper(word))
}
