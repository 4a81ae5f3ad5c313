import type { Names } from '../entities/entity-properties.ts'

/** Returns the part of a contact's name that messages and pages show; undefined for none. The first name is the first word,
 *  or the first one after a comma: `SILVA, João`. Titles with a stop (`Dr.`) do not count. A name of one word, as many East
 *  Asian names are, is shown whole. */
export function shownName(name: string, names: Names = 'first'): string | undefined {
  switch (names) {
    case 'none':
      return undefined
    case 'full':
      return name
    case 'first': {
      const [before, after] = name.split(',', 2).map(namesIn)
      return [...(after ?? []), ...before!][0] ?? name
    }
    case 'initials': {
      const words = namesIn(name.replaceAll(',', ' '))
      const capitals = words.filter((word) => !/^\p{Ll}/u.test(word))
      const letters = (capitals.length > 0 ? capitals : words).map((word) => `${[...word.normalize('NFC')][0]}.`)
      return letters.join(' ') || undefined
    }
  }
}

const namesIn = (text: string) => text.split(/\s+/u).filter((word) => word !== '' && !/..\.$/u.test(word))
