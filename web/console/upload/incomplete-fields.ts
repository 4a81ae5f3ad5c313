import type { Mapping, MappingGuess } from '../../../client/client.ts'
import { examplesOf, missingFields, sourceOf, type Target } from '../../shared/mapping/mapped-fields.ts'
import { dateFault } from './date-fault.ts'
import { readLocal } from './dates.ts'

/** The category and target of a mapping, with their fields. */
export const targetOf = ({ category, target }: Mapping, { targets }: MappingGuess): Target =>
  targets.find((one) => one.category === category && one.target === target)!

/** The fields of a mapping that somebody must choose or correct before the service can check the file. */
export function incompleteFields(mapping: Mapping, guess: MappingGuess): { missing: string[]; unread: string[] } {
  const target = targetOf(mapping, guess)
  const unread = target.fields.filter((field) => dateFault(field, mapping, guess) !== undefined)
  return { missing: missingFields(mapping, target, guess), unread: unread.map(({ name }) => name) }
}

/** Whether a mapping also reads a later file: it has the columns, and dates of the same form. */
export function readsFile(mapping: Mapping, guess: MappingGuess): boolean {
  const { missing, unread } = incompleteFields(mapping, guess)
  return missing.length + unread.length === 0 && Object.keys(mapping.fields).every(hasForm)

  function hasForm(name: string): boolean {
    const source = sourceOf(mapping, name)!
    const { format } = source
    const examples = format === undefined ? [] : examplesOf(source, guess)
    return examples.length === 0 || examples.some((text) => readLocal(text, format!) !== undefined)
  }
}
