import type { Names } from '../entities/entity-properties.ts'
import { firstName } from './names/first-name.ts'
import { otherFamilyNames, particles } from './names/name-words.ts'
import { keyOf, readName } from './names/read-name.ts'
import type { Contact } from './notification.ts'

type NamedContact = Pick<Contact, 'name' | 'name_order'>

/** Returns the part of a contact's name that messages and pages show; undefined for none. */
export function shownName({ name, name_order }: NamedContact, names: Names = 'first'): string | undefined {
  switch (names) {
    case 'none':
      return undefined
    case 'full':
      return name.includes('^') ? readName(name).toReversed().flat().join(' ') : name
    case 'first':
      return firstName(name, name_order)
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
  /^\p{Ll}/u.test(word) ||
  ((particles.has(keyOf(word)) || otherFamilyNames.has(keyOf(word))) && word.length > 1 && word === word.toUpperCase())
