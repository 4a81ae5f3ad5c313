import { otherFamilyNames, particles } from './name-words.ts'

const keyOf = (word: string) => word.replaceAll('.', '').toLowerCase()
const isCapital = (word: string) => /^\P{Ll}{2,}$/u.test(word)
const isParticle = (word: string) => particles.has(keyOf(word))

const placeOf = (words: string[]) =>
  words.findIndex(
    (word, index) =>
      index > 0 &&
      index < words.length - 1 &&
      /^(?:\p{Ll}|\P{Ll}{2,}$)/u.test(word) &&
      otherFamilyNames.has(keyOf(word)),
  )

/** Whether the words still have another family name, of unknown length. */
export const hasOtherFamilyName = (words: string[]) => placeOf(words) !== -1

/** Removes another family name, such as that of birth: the last words (Eva Kern geb. Roth), or those in capitals before the first
 *  name (DUPONT née MARTIN Claire). Changes nothing if its end is not certain. */
export function withoutOtherFamilyName(words: string[]): string[] {
  const place = placeOf(words)
  if (place === -1) return words
  const [before, after] = [words.slice(0, place), words.slice(place + 1)]
  if (after.filter((word) => !isParticle(word)).length === 1) return before
  const end = after.findIndex((word) => !isCapital(word) && !isParticle(word))
  return end > 0 && isCapital(after[end - 1]!) ? [...before, ...after.slice(end)] : words
}
