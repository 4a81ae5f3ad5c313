import type { Mapping, MappingGuess, NamedMapping } from '../../../client/client.ts'
import { sourceOf } from '../../shared/mapping/mapped-fields.ts'
import { ofFile } from './file-mapping.ts'

export type Doubt = MappingGuess['uncertain'][number]

interface GuessedFile {
  guess: MappingGuess
  saved: NamedMapping[]
  isKept: boolean
}

/** Returns the doubts about a guess that a person has not settled: by saying that the guess is right, or by another choice. A mapping
 *  that the clinic keeps has none.
 *  @param settled the fields whose guess somebody called right */
export function openDoubts(mapping: Mapping, { guess, saved, isKept }: GuessedFile, settled: string[]): Doubt[] {
  const isSame = (one: Mapping) => JSON.stringify(one) === JSON.stringify(mapping)
  if (isKept || saved.some((one) => isSame(ofFile(one.mapping, guess)))) return []
  return guess.uncertain.filter(({ field, choices }) => {
    if (settled.includes(field)) return false
    const source = sourceOf(mapping, field)
    const isGuess = JSON.stringify(source) === JSON.stringify(sourceOf(guess.mapping, field))
    // Numbers without a country are settled by the choice of a country.
    const isAboutCountry = choices === undefined && guess.mapping.country === undefined && mapping.country !== undefined
    return isGuess && !isAboutCountry
  })
}
