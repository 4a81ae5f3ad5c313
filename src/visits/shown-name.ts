import type { Names } from '../entities/entity-properties.ts'
import { firstName } from './names/first-name.ts'
import { particles } from './names/name-words.ts'
import { keyOf, readName } from './names/read-name.ts'

/** Returns the part of a contact's name that messages and pages show; undefined for none. */
export function shownName(name: string, names: Names = 'first'): string | undefined {
  switch (names) {
    case 'none':
      return undefined
    case 'full':
      return name.includes('^') ? readName(name).toReversed().flat().join(' ') : name
    case 'first':
      return firstName(name)
    case 'initials': {
      const words = readName(name)
        .flat()
        .filter((word) => /\p{L}/u.test(word))
      const others = words.filter((word) => !isParticle(word))
      return (others.length > 0 ? others : words).map((word) => `${[...word][0]}.`).join(' ') || undefined
    }
  }
}

/** Whether a word only joins others, as in `Ana de la Cruz` or `VAN DER BERG`. */
const isParticle = (word: string) =>
  /^\p{Ll}/u.test(word) || (particles.has(keyOf(word)) && word.length > 1 && word === word.toUpperCase())
