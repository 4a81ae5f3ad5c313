import {
  arabicBeginnings,
  conjunctions,
  familyNamesFirst,
  particles,
  plainParticles,
  titlesOrNames,
} from './name-words.ts'
import { hasOtherFamilyName } from './other-family-name.ts'
import { endsInTitle, isInitial, isMaria, keyOf, readName } from './read-name.ts'

/** The order of the words of a name, if it is known not to be that of speech. */
export type NameOrder = 'family-first'

const eastAsian = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u
// What Japanese, Chinese and Korean write after a name, without a space.
const honorific = /(?<=..)\s*(?:様|さま|さん|殿|先生|女士|小姐|님|씨)$/u

/** Returns the first name, or the name without titles where the order of its words is not certain. Returns undefined for a name
 *  without a word that is no title.
 *  @param order that of the words without a comma */
export function firstName(name: string, order?: NameOrder): string | undefined {
  const [words, given] = readName(name)
  if (!words) return undefined
  const whole = words.join(' ')
  if (given) return isFamilyFirst(words) ? given.join(' ') : (firstOf(given, 1) ?? [...given, ...words].join(' '))
  if (eastAsian.test(whole)) return whole.replace(honorific, '')
  const { family, others } = withoutCapitals(words)
  if (family.length > 0) return isFamilyFirst(family) ? others.join(' ') : (firstOf(others, 1) ?? whole)
  if (isFamilyBefore(order, words)) return words.slice(-1)[0]
  return order || endsInTitle(name) || isUnclear(words) ? whole : (firstOf(words, 2) ?? whole)
}

/** Whether the last word is the first name: only one word, with its particles, precedes it. */
const isFamilyBefore = (order: NameOrder | undefined, words: string[]) =>
  order !== undefined &&
  words.length - words.findIndex((word) => !particles.has(keyOf(word))) === 2 &&
  !isInitial(words.at(-1)!)

const isFamilyFirst = (family: string[]) => familyNamesFirst.has(keyOf(family[0]!))

/** Tells a family name in capitals from the other words: DUPONT Marie. Two capitals may be initials. */
function withoutCapitals(words: string[]) {
  const isCapital = (word: string) => /^\P{Ll}{3,}$/u.test(word) && /\p{Lu}{2}/u.test(word)
  const isMixed = (word: string) => /^\p{Lu}.*\p{Ll}/u.test(word)
  const isJoined = (word: string) => isCapital(word) || (particles.has(word.toLowerCase()) && !isMixed(word))
  const others = words.filter((word) => !isJoined(word))
  const isDistinct = words.some(isCapital) && others.some(isMixed) && isTogether(words.map(isJoined))
  return isDistinct ? { family: words.filter(isJoined), others } : { family: [], others: words }
}

const isTogether = (flags: boolean[]) => flags.filter((flag, index) => flag !== flags[index - 1]).length <= 2

/** Whether the first word may belong to a family name, or the name to two people. */
function isUnclear(words: string[]): boolean {
  const [first, second] = words
  if (second === undefined || hasOtherFamilyName(words)) return true
  const [one, next] = [keyOf(first!), keyOf(second!)]
  if (familyNamesFirst.has(one) || titlesOrNames.has(one) || conjunctions.has(next)) return true
  if (/^\p{Ll}/u.test(first!) && /^\p{Lu}/u.test(second!)) return true
  return plainParticles.has(one) || (particles.has(one) && (particles.has(next) || /^\P{Ll}{2,}$/u.test(first!)))
}

/** Returns the first name among words in the order of speech, if at least `min` of them are more than an initial. */
function firstOf(words: string[], min: number): string | undefined {
  const from = words.findIndex((word) => !isInitial(word) || isMaria(word))
  if (from === -1 || words.length - from < min) return undefined
  const [first, ...next] = words.slice(from)
  if (from > 0 && /^\p{Ll}/u.test(first!)) return undefined
  const length = isMaria(first!) ? 2 : arabicLength(first!, next)
  return [first, ...next].slice(0, length).join(' ')
}

/** Returns the number of words of the first name: `Abd al-Rahman` has two, `Abd al Rahman` three, `Nur al-Din` two. */
function arabicLength(first: string, [second = '', third = '']: string[]): number {
  if (/^(?:(?:al|ud|ad|ed|el)[- ]?d(?:in|een|ine)|الدين|الله|الحق|الإسلام)$/iu.test(second)) return 2
  if (/^(?:al|ud|ad|ed|el)$/i.test(second) && /^d(?:in|een|ine)$/i.test(third)) return 3
  if (!arabicBeginnings.has(keyOf(first))) return 1
  return /^(?:al|ar|as|el|er|ur|ul|ash)$/i.test(second) ? 3 : 2
}
