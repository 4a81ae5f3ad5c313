import { Type } from 'typebox'
import type { Entity } from '../../entities/entity.ts'
import type { Plugin } from '../../plugins/plugin.ts'
import { findPlugin, plugins } from '../../plugins/registry.ts'
import { plainText } from '../../visits/search-text.ts'
import { type Charset, charsetOfMark, decode } from './charset.ts'
import { columnNames } from './column-names.ts'
import { UnreadableFile } from './fault.ts'
import { guessDateFormat } from './guess-date.ts'
import { exampleMapping, fieldsOf, Mapping, type Source } from './mapping.ts'
import { type Row, readRows } from './rows.ts'
import { firstLine, separatorOf } from './separator.ts'
import { MappedTarget, mappedTargets } from './targets.ts'

export const maxGuessedBytes = 65_536
const maxRows = 200
const maxShownRows = 10

/** A guess at the mapping of a file, for a person to correct. */
export const MappingGuess = Type.Object(
  {
    mapping: Type.Object(Mapping.properties, {
      description: 'The mapping, as far as the service recognises the columns. It may lack fields.',
    }),
    columns: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The name of the column, as in the header.' }),
        field: Type.Optional(Type.String({ description: 'The field that has this column in the mapping.' })),
        examples: Type.Array(Type.String(), { description: 'Up to three distinct values.' }),
      }),
      { description: 'The columns of the file, in their order.' },
    ),
    rows: Type.Array(Type.Array(Type.String()), { description: `The first ${maxShownRows} rows, without the header.` }),
    missing: Type.Array(Type.String(), { description: 'The fields that the mapping needs and that have no column.' }),
    uncertain: Type.Array(Type.Object({ field: Type.String(), reason: Type.String() }), {
      description: 'The fields whose guess a person must check.',
    }),
    targets: Type.Array(MappedTarget, { description: 'The fields of each known category and target.' }),
  },
  {
    $id: 'MappingGuess',
    description: 'A guess at the mapping of a CSV file.',
    examples: [
      {
        mapping: exampleMapping,
        columns: [{ name: 'Id', field: 'external_id', examples: ['A-1001', 'A-1002'] }],
        rows: [['A-1001']],
        missing: [],
        uncertain: [{ field: 'params.when', reason: 'No day is later than the 12th: the month may come first.' }],
        targets: [
          {
            ...{ category: 'medical', target: 'appointment' },
            fields: [{ name: 'external_id', type: 'text', required: true }],
          },
        ],
      },
    ],
  },
)
export type MappingGuess = Type.Static<typeof MappingGuess>

interface Column {
  name: string
  values: string[]
}

/** Guesses the mapping of a file from its beginning. */
export async function guessMapping(file: Buffer, { language }: Pick<Entity, 'language'>): Promise<MappingGuess> {
  const start = file.subarray(0, maxGuessedBytes)
  const isCut = start.length < file.length
  const charset = guessCharset(start, isCut)
  const texts = await Array.fromAsync(decode(once(start), charset))
  const text = texts.join('')
  const separator = separatorOf(firstLine(text.trimStart()) ?? text)
  const [header, ...rows] = await firstRows(text, separator, isCut)
  const columns = (header?.cells ?? []).map((name, index) => ({
    name: name.trim(),
    values: rows.map(({ cells }) => cells[index]?.trim() ?? '').filter((value) => value !== ''),
  }))
  const byMeaning = meanings(columns)
  const plugin = guessPlugin(byMeaning)
  const { fields, uncertain } = guessFields(byMeaning, plugin, language)
  const country = new Intl.Locale(language).region
  const isNational = byMeaning.get('mobile')?.values.some((value) => !value.startsWith('+'))
  if (isNational && country === undefined)
    uncertain.push({ field: 'mobile', reason: 'The mapping needs the country of its national numbers.' })
  const { category, target } = plugin
  const mapping: Mapping = {
    ...{ category, target, charset, separator },
    ...(country !== undefined && { country }),
    fields,
  }
  const isMapped = (name: string) => (source: string | Source) =>
    typeof source === 'string' ? source === name : [source.column, ...(source.columns ?? [])].includes(name)
  return {
    mapping,
    columns: columns.map(({ name, values }) => {
      const field = Object.entries(fields).find(([, source]) => isMapped(name)(source))?.[0]
      return { name, ...(field !== undefined && { field }), examples: [...new Set(values)].slice(0, 3) }
    }),
    rows: rows.slice(0, maxShownRows).map(({ cells }) => cells),
    missing: [...fieldsOf(plugin)].flatMap(([name, { isRequired }]) => (isRequired && !fields[name] ? [name] : [])),
    uncertain,
    targets: mappedTargets(),
  }
}

/** UTF-8 unless the bytes are not. The other charsets of the countries that speak our languages are supersets of Latin-1. */
function guessCharset(bytes: Buffer, isCut: boolean): Charset {
  const marked = charsetOfMark(bytes)
  if (marked) return marked
  const zeros = [0, 1].map((parity) => bytes.filter((byte, index) => byte === 0 && index % 2 === parity).length)
  if (Math.max(...zeros) * 4 > bytes.length) return zeros[0]! > zeros[1]! ? 'utf-16be' : 'utf-16le'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

async function* onceText(text: string) {
  yield text
}

/** Reads rows until the first one that is not readable. The last row of a cut file may be incomplete. */
async function firstRows(text: string, separator: string, isCut: boolean): Promise<Row[]> {
  const read: Row[] = []
  try {
    for await (const rows of readRows(onceText(text), separator)) read.push(...rows)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
  }
  return (isCut ? read.slice(0, -1) : read).slice(0, maxRows + 1)
}

/** The columns by what their names, or else their values, mean. */
function meanings(columns: Column[]): Map<string, Column> {
  const found = new Map<string, Column>()
  const rest = columns.filter((column) => {
    const name = plainText(
      column.name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_°]/g, (sign) => (sign === '_' ? ' ' : 'o')),
    ).trim()
    const match = columnNames.find(([meaning, words]) => !found.has(meaning) && words.test(name))
    const meaning = match && fits(match[0], column) ? match[0] : undefined
    if (meaning !== undefined) found.set(meaning, column)
    return meaning === undefined
  })
  for (const [meaning, test] of valueTests) {
    const column = found.has(meaning) ? undefined : rest.find(({ values }) => mostly(values, test))
    if (column) found.set(meaning, column)
  }
  return found
}

const isMail = /^\S+@\S+\.\S+$/
const isPhone = /^\+?[\d ()./-]{8,20}$/
const isDate = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/
const isTime = /^\d{1,2}:\d{2}/

const valueTests: [meaning: string, test: RegExp][] = [
  ['email', isMail],
  ['date', isDate],
  ['time', isTime],
]

const tests: Record<string, RegExp> = { email: isMail, mobile: isPhone, whatsapp: isPhone, date: isDate, time: isTime }

/** Whether the values of a column do not contradict what its name means. */
const fits = (meaning: string, { values }: Column) => {
  const test = tests[meaning]
  return test === undefined || values.length === 0 || mostly(values, test)
}

const mostly = (values: string[], test: RegExp) =>
  values.length > 0 && values.filter((value) => test.test(value)).length * 2 > values.length

/** The plugin whose own required field has a column; otherwise, the first one. */
function guessPlugin(byMeaning: Map<string, Column>): Plugin {
  const requires = (plugin: Plugin, name: string) => fieldsOf(plugin).get(name)?.isRequired ?? false
  const own = (plugin: Plugin) =>
    [...byMeaning.keys()].some(
      (name) => requires(plugin, name) && !requires(plugins[0]!, name) && name !== 'params.doctor',
    )
  return plugins.find(own) ?? findPlugin(plugins[0]!.category, plugins[0]!.target)!
}

/** The fields of the mapping, and those that a person must check. */
function guessFields(byMeaning: Map<string, Column>, plugin: Plugin, language: string) {
  const uncertain: MappingGuess['uncertain'] = []
  const fields: Record<string, string | Source> = {}
  const known = fieldsOf(plugin)
  for (const [meaning, { name }] of byMeaning) if (known.has(meaning)) fields[meaning] = name
  const [first, last] = ['contact.first_name', 'contact.last_name'].map((part) => byMeaning.get(part)?.name)
  const given = first ?? (fields['contact.name'] as string | undefined)
  if (given !== undefined && last !== undefined) fields['contact.name'] = { columns: [given, last], join: ' ' }
  else if (first !== undefined) fields['contact.name'] ??= first
  const [date, time] = [byMeaning.get('date'), byMeaning.get('time')]
  if (date) {
    const isInstant =
      date.values.length > 0 && date.values.every((value) => /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value))
    const columns = [date, ...(time && !date.values.some((value) => /\d:\d\d/.test(value)) ? [time] : [])]
    const guessed = isInstant
      ? undefined
      : guessDateFormat(
          columns.map(({ values }) => values),
          language,
        )
    const names = columns.map(({ name }) => name)
    if (isInstant) fields['params.when'] = date.name
    else if (guessed)
      fields['params.when'] = {
        ...(names.length > 1 ? { columns: names } : { column: names[0]! }),
        format: guessed.format,
      }
    if (guessed?.doubt) uncertain.push({ field: 'params.when', reason: guessed.doubt })
    if (!guessed && !isInstant) uncertain.push({ field: 'params.when', reason: 'The dates have no known form.' })
  }
  const birth = byMeaning.get('contact.birth_date')
  if (birth) {
    const guessed = guessDateFormat([birth.values], language)
    if (guessed && !/^yyyy-MM-dd$/.test(guessed.format))
      fields['contact.birth_date'] = { column: birth.name, format: guessed.format }
    else if (!guessed) delete fields['contact.birth_date']
  }
  for (const key of ['external_id', 'contact.external_id']) {
    const values = byMeaning.get(key)?.values ?? []
    if (values.some((value) => /^\d[.,]?\d*E\+\d+$/i.test(value)))
      uncertain.push({
        field: key,
        reason: 'A spreadsheet has shortened its numbers, such as 2.98725E+13. Export the column as text.',
      })
    if (key === 'external_id' && new Set(values).size < values.length)
      uncertain.push({ field: key, reason: 'Some rows have the same value. It must identify the visit.' })
  }
  return { fields, uncertain }
}
