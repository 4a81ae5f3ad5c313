import type { Mapping, MappingGuess } from '../../../client/client.ts'
import { fittingFormats, hasTime, isInstant } from '../../../client/csv.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import { examplesOf, type Field, type Source, sourceOf, withSource } from '../../shared/mapping/mapped-fields.ts'
import { readsAsIs } from './date-fault.ts'
import { dayInWords, hasOffset, inWords, readLocal, sideOf } from './dates.ts'

/** The formats of examples that read them differently: of those that read them alike, the most tolerant one. */
function distinctFormats(examples: string[], current: string | undefined): string[] {
  const formats = fittingFormats(examples)
  const reading = (format: string) => examples.map((text) => readLocal(text, format)?.getTime()).join()
  // The first format of those that read the examples alike is the most usual one.
  const byReading = new Map(formats.toReversed().map((format) => [reading(format), format]))
  if (current !== undefined && formats.includes(current)) byReading.set(reading(current), current)
  return [...byReading.values()].reverse()
}

/** Returns the example that the formats read in the most ways: 05/05/1980 is the same day in all of them. Some rows may have a fault. */
export function tellingExample(examples: string[], formats: string[]): string {
  const read = examples.filter((text) => formats.every((one) => readLocal(text, one)))
  const readings = (text: string) => new Set(formats.map((one) => readLocal(text, one)!.getTime())).size
  return read.reduce((best, text) => (best === '' || readings(text) > readings(best) ? text : best), '')
}

const readsOtherwise = (text: string, one: string, other: string) =>
  readLocal(text, one)?.getTime() !== readLocal(text, other)?.getTime()

/** Gives a date the format of its columns. */
export function withFittingFormat(mapping: Mapping, name: string, guess: MappingGuess): Mapping {
  const { format: _, ...source } = sourceOf(mapping, name)!
  const examples = examplesOf(source, guess)
  const current = sourceOf(guess.mapping, name)?.format
  const [format] = examples.every(isInstant) ? [] : distinctFormats(examples, current)
  return withSource(mapping, name, { ...source, ...(format !== undefined && { format }) })
}

interface Props {
  field: Field
  label: string
  source: Source
  mapping: Mapping
  examples: string[]
  onEdit: (mapping: Mapping) => void
}

/** The format of a date, with examples read back in words. */
export function DateFormat({ field, label, source, mapping, examples, onEdit }: Props) {
  const { say, fill, locale } = useTexts('upload')
  const { time } = useSignedIn()
  const { format } = source
  if (format === undefined && examples.some((text) => readsAsIs(field, text))) return null
  const formats = distinctFormats(examples, format)
  const example = tellingExample(examples, formats)
  const set = (changed: string) => onEdit(withSource(mapping, field.name, { ...source, format: changed }))
  const title = fill(say.formatOf, { field: label })
  const shown = [...new Set(examples)]
    .slice(0, 2)
    .map((text) => ({ text, date: format ? readLocal(text, format, sideOf(field.name)) : undefined }))
  const written = (text: string, date: Date) =>
    hasOffset(text, format!) ? time.moment(date) : inWords(date, locale, hasTime(format!))
  return (
    <>
      {formats.length === 0 ? (
        <label>
          {say.noFormat}
          <input
            aria-label={title}
            placeholder="dd/MM/yyyy HH:mm"
            value={format ?? ''}
            onInput={(event) => set(event.currentTarget.value)}
          />
        </label>
      ) : (
        formats.length > 1 && (
          <select aria-label={title} value={format ?? ''} onChange={(event) => set(event.currentTarget.value)}>
            {formats.map((one) => {
              const date = readLocal(example, one)
              const isAlone = formats.every((other) => other === one || readsOtherwise(example, one, other))
              return (
                <option key={one} value={one}>
                  {date ? fill(say.reads, { text: example, date: dayInWords(date, locale) }) : one}
                  {date && !isAlone && ` (${one})`}
                </option>
              )
            })}
          </select>
        )
      )}
      <ul class="readings">
        {shown.map(({ text, date }) => (
          <li key={text}>
            <span dir="auto">{text}</span> <span aria-hidden="true" class="arrow" />{' '}
            {date ? <strong>{written(text, date)}</strong> : <span class="fault">{say.notRead}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
