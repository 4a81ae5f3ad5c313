import type { Plugin } from '../../../visits/plugins/plugin.ts'
import { plugins } from '../../../visits/plugins/registry.ts'
import type { Column } from './column-meanings.ts'
import { guessDateFormat, isInstant } from './guess-date.ts'
import { fieldsOf, type Mapping, type Source } from './mapping.ts'

type Columns = ReadonlyMap<string, Column>

/** A field whose guess a person must check. */
interface Doubt {
  field: string
  reason: string
}

interface GuessedFields {
  fields: Mapping['fields']
  uncertain: Doubt[]
}

/** Returns the plugin whose own required field has a column; otherwise, the first one. */
export function guessPlugin(byMeaning: Columns): Plugin {
  const requires = (plugin: Plugin, name: string) => fieldsOf(plugin).get(name)?.isRequired ?? false
  const own = (plugin: Plugin) =>
    [...byMeaning.keys()].some(
      (name) => requires(plugin, name) && !requires(plugins[0]!, name) && name !== 'params.doctor',
    )
  return plugins.find(own) ?? plugins[0]!
}

/** Returns the fields of a mapping, and those that a person must check. */
export function guessFields(byMeaning: Columns, plugin: Plugin, language: string): GuessedFields {
  const known = fieldsOf(plugin)
  const named = [...byMeaning].flatMap(([meaning, { name }]) => (known.has(meaning) ? [[meaning, name]] : []))
  const { 'contact.birth_date': _, ...fields }: Mapping['fields'] = Object.fromEntries(named)
  const name = guessName(byMeaning)
  const when = guessWhen(byMeaning, language)
  const birthDate = guessBirthDate(byMeaning, language)
  return {
    fields: {
      ...fields,
      ...(name && { 'contact.name': name }),
      ...(when.source && { 'params.when': when.source }),
      ...(birthDate && { 'contact.birth_date': birthDate }),
    },
    uncertain: [
      ...(when.doubt === undefined ? [] : [{ field: 'params.when', reason: when.doubt }]),
      ...keyDoubts(byMeaning),
      ...telephoneDoubts(byMeaning, language),
    ],
  }
}

function guessName(byMeaning: Columns): string | Source | undefined {
  const [first, last, whole] = ['contact.first_name', 'contact.last_name', 'contact.name'].map(
    (meaning) => byMeaning.get(meaning)?.name,
  )
  const given = first ?? whole
  return given !== undefined && last !== undefined ? { columns: [given, last], join: ' ' } : (whole ?? first)
}

function guessWhen(byMeaning: Columns, language: string): { source?: string | Source; doubt?: string } {
  const [date, time] = [byMeaning.get('date'), byMeaning.get('time')]
  if (!date) return {}
  if (date.values.length > 0 && date.values.every(isInstant)) return { source: date.name }
  const columns = [date, ...(time && !date.values.some((value) => /\d:\d\d/.test(value)) ? [time] : [])]
  const guessed = guessDateFormat(
    columns.map(({ values }) => values),
    language,
  )
  if (!guessed) return { doubt: 'The dates have no known form.' }
  const { format, ...doubt } = guessed
  const names = columns.map(({ name }) => name)
  return { source: { ...(names.length > 1 ? { columns: names } : { column: date.name }), format }, ...doubt }
}

/** A submission has birth dates in this format. */
const submittedDay = 'yyyy-MM-dd'

function guessBirthDate(byMeaning: Columns, language: string): string | Source | undefined {
  const birth = byMeaning.get('contact.birth_date')
  const format = birth && guessDateFormat([birth.values], language)?.format
  if (format === undefined) return undefined
  return format === submittedDay ? birth!.name : { column: birth!.name, format }
}

const keyDoubts = (byMeaning: Columns): Doubt[] =>
  ['external_id', 'contact.external_id'].flatMap((field) => {
    const values = byMeaning.get(field)?.values ?? []
    const isShortened = values.some((value) => /^\d[.,]?\d*E\+\d+$/i.test(value))
    const isRepeated = field === 'external_id' && new Set(values).size < values.length
    const shortened = 'A spreadsheet has shortened its numbers, such as 2.98725E+13. Export the column as text.'
    const repeated = 'Some rows have the same value. It must identify the visit.'
    return [...(isShortened ? [shortened] : []), ...(isRepeated ? [repeated] : [])].map((reason) => ({ field, reason }))
  })

function telephoneDoubts(byMeaning: Columns, language: string): Doubt[] {
  const isNational = byMeaning.get('mobile')?.values.some((value) => !value.startsWith('+'))
  if (!isNational || countryOf(language) !== undefined) return []
  return [{ field: 'mobile', reason: 'The mapping needs the country of its national numbers.' }]
}

/** Returns the country of an entity's language, such as PT of pt-PT. */
export const countryOf = (language: string) => new Intl.Locale(language).region
