import type { Mapping, MappingGuess } from '../../../client/client.ts'
import { hasTime, isDateFormat, isInstant } from '../../../client/csv.ts'
import { examplesOf, type Field, sourceOf } from '../../shared/mapping/mapped-fields.ts'

/** Whether the service reads a date without a format. A version can be a number. */
export const readsAsIs = ({ name, type }: Pick<Field, 'name' | 'type'>, text: string): boolean =>
  (type === 'day' ? /^\d{4}-\d\d-\d\d$/.test(text) : isInstant(text)) || (name === 'version' && /^\d{1,15}$/.test(text))

/** Why the service cannot read the dates of a field: they have no format, or one without the time that it needs. */
export function dateFault(field: Field, mapping: Mapping, guess: MappingGuess): 'format' | 'time' | undefined {
  const source = sourceOf(mapping, field.name)
  if (!source || source.constant !== undefined || (field.type !== 'instant' && field.type !== 'day')) return undefined
  const { format } = source
  if (format === undefined) {
    const examples = examplesOf(source, guess)
    return examples.length === 0 || examples.some((text) => readsAsIs(field, text)) ? undefined : 'format'
  }
  if (!isDateFormat(format) || (field.type === 'day' && hasTime(format))) return 'format'
  return field.time && !hasTime(format) ? 'time' : undefined
}
