import { Type } from 'typebox'
import type { Entity } from '../../../entities/entity.ts'
import { decode } from './charset.ts'
import { columnsByMeaning } from './column-meanings.ts'
import { UnreadableFile } from './fault.ts'
import { guessCharset } from './guess-charset.ts'
import { countryOf, guessFields, guessPlugin } from './guess-fields.ts'
import { columnsOf, exampleMapping, fieldsOf, Mapping, sourceOf } from './mapping.ts'
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
            category: 'medical',
            target: 'appointment',
            fields: [{ name: 'external_id', type: 'text', required: true }],
          },
        ],
      },
    ],
  },
)
export type MappingGuess = Type.Static<typeof MappingGuess>

/** In characters. A longer cell says nothing about the meaning of its column. */
const maxExample = 320

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
    values: rows.map(({ cells }) => cells[index]?.slice(0, maxExample).trim() ?? '').filter((value) => value !== ''),
  }))
  const byMeaning = columnsByMeaning(columns)
  const plugin = guessPlugin(byMeaning)
  const { fields, uncertain } = guessFields(byMeaning, plugin, language)
  const country = countryOf(language)
  const { category, target } = plugin
  const mapping: Mapping = {
    category,
    target,
    charset,
    separator,
    ...(country !== undefined && { country }),
    fields,
  }
  return {
    mapping,
    columns: columns.map(({ name, values }) => {
      const field = Object.entries(fields).find(([, source]) => columnsOf(sourceOf(source)).includes(name))?.[0]
      return { name, ...(field !== undefined && { field }), examples: [...new Set(values)].slice(0, 3) }
    }),
    rows: rows.slice(0, maxShownRows).map(({ cells }) => cells),
    missing: [...fieldsOf(plugin)].flatMap(([name, { isRequired }]) => (isRequired && !fields[name] ? [name] : [])),
    uncertain,
    targets: mappedTargets(),
  }
}

async function* once<Item>(item: Item) {
  yield item
}

/** Reads rows until the first one that is not readable. The last row of a cut file may be incomplete. */
async function firstRows(text: string, separator: string, isCut: boolean): Promise<Row[]> {
  const read: Row[] = []
  try {
    for await (const rows of readRows(once(text), separator)) read.push(...rows)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
  }
  return (isCut ? read.slice(0, -1) : read).slice(0, maxRows + 1)
}
