import { type Static, Type } from 'typebox'
import { channelNames } from '../../../channels/registry.ts'
import type { Entity } from '../../../entities/entity.ts'
import { TimeZone } from '../../../entities/entity-properties.ts'
import { itemSchemas } from '../../../notifications/submit/submission.ts'
import { Problem } from '../../../platform/errors/errors.ts'
import { type JsonFault, pointerPart, throwIfFaulty } from '../../../platform/errors/invalid-body.ts'
import { faultFinder } from '../../../platform/errors/json-faults.ts'
import { schemaCheck } from '../../../platform/errors/schema-faults.ts'
import { matching } from '../../../platform/text/text-schemas.ts'
import { Contact } from '../../../visits/notification.ts'
import type { Plugin } from '../../../visits/plugins/plugin.ts'
import { findPlugin, plugins } from '../../../visits/plugins/registry.ts'
import { charsets } from './charset.ts'
import { dateFormatRule, hasTime, isDateFormat } from './date-format.ts'

/** In characters. No mapping can name a longer column. */
export const maxColumnName = 256

const Column = Type.String({
  minLength: 1,
  maxLength: maxColumnName,
  description: 'The name of a column, as in the header.',
})

/** Where the value of a field comes from. */
const Source = Type.Object(
  {
    column: Type.Optional(Column),
    columns: Type.Optional(
      Type.Array(Column, {
        minItems: 1,
        maxItems: 10,
        description: 'Several columns. The value has them in this order.',
      }),
    ),
    join: Type.Optional(
      Type.String({ maxLength: 16, description: 'The text between the columns. The default is a space.' }),
    ),
    constant: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: 'The same value in each row.' })),
    format: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          "How the columns write a date: the letters of Unicode's date patterns, such as dd/MM/yyyy HH:mm or MMM d, yyyy h:mm a; texts in apostrophes; optional parts in brackets, such as H'h'[mm]. Or `excel`, for the numbers of days that spreadsheets store.",
      }),
    ),
    zone: Type.Optional(TimeZone),
    skipped: Type.Optional(
      Type.Enum(['fault', 'later'], {
        description:
          'A local time that the start of daylight saving time skips: a fault (the default), or later by the skipped time.',
      }),
    ),
    repeated: Type.Optional(
      Type.Enum(['fault', 'first', 'second'], {
        description:
          'A local time that the end of daylight saving time repeats: a fault (the default), or one of both.',
      }),
    ),
    pad: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 64,
        description: 'The number of digits of a key. Restores the leading zeros that a spreadsheet has removed.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type Source = Static<typeof Source>

// One schema for both types: the faults of a union would name both.
const ColumnOrSource = Type.Unsafe<string | Source>({
  ...Source,
  type: ['string', 'object'],
  minLength: 1,
  maxLength: 256,
  description: 'The name of a column; or columns, a constant, or a date with its format.',
})

/** The mapping in the examples of the reference. */
export const exampleMapping = {
  category: 'medical',
  target: 'appointment',
  charset: 'windows-1252' as const,
  separator: ';',
  country: 'PT',
  fields: {
    external_id: 'Id',
    'contact.external_id': 'Utente',
    'contact.name': { columns: ['Nome', 'Apelido'], join: ' ' },
    'contact.language': { constant: 'pt_PT' },
    mobile: 'Telemovel',
    email: 'Email',
    'params.doctor': 'Medico',
    'params.when': { columns: ['Data', 'Hora'], format: 'dd/MM/yyyy HH:mm', zone: 'Europe/Lisbon' },
  },
}

/** How the columns of a file map to the fields of a submission. */
export const Mapping = Type.Object(
  {
    category: Type.String({ description: 'The category of the notifications.' }),
    target: Type.String({ description: 'The target of the notifications.' }),
    charset: Type.Optional(
      Type.Enum(charsets, {
        description: 'The charset of the file. The default is utf-8. A byte order mark takes precedence.',
      }),
    ),
    separator: Type.Optional(matching(/^[^"\r\n\ufffd]$/, 'must be one character, and no quotation mark', 1)),
    skip: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description: 'The number of lines before the header, such as a title.',
      }),
    ),
    header: Type.Optional(
      Type.Boolean({
        description:
          'With `false`, the file has no header: the first line is a row, and the names of the columns are their numbers, from 1.',
      }),
    ),
    country: Type.Optional(matching(/^[A-Z]{2}$/, 'must be a two-letter country code')),
    fields: Type.Record(Type.String(), ColumnOrSource, {
      maxProperties: 64,
      description:
        'The fields: `external_id`, `send_at`, `version`, `contact.…` and `params.…` as in a submission, and an address by the name of its channel.',
    }),
  },
  {
    $id: 'Mapping',
    additionalProperties: false,
    description: 'How the columns of a CSV file map to the fields of a submission.',
    examples: [exampleMapping],
  },
)
export type Mapping = Static<typeof Mapping>

const schemaFaults = faultFinder(Mapping)

/** Checks a mapping, and returns it.
 *  @throws Problem invalid-body with a pointer to each fault */
export function checkedMapping(value: unknown): Mapping {
  throwIfFaulty(schemaFaults(value).faults)
  throwIfFaulty(mappingFaults(value as Mapping))
  return value as Mapping
}

/** Parses the JSON of a mapping.
 *  @throws Problem invalid-parameter, invalid-body */
export function parseMapping(text: string): Mapping {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Problem('invalid-parameter', { errors: [{ parameter: 'mapping', reason: 'not-json' }] })
  }
  return checkedMapping(value)
}

/** The columns of a source. A constant has none. */
export const columnsOf = ({ column, columns }: Source): string[] => columns ?? (column === undefined ? [] : [column])

export const sourceOf = (source: string | Source): Source => (typeof source === 'string' ? { column: source } : source)

/** The types of a plugin's fields. Only these fields can have a date format. */
export const instants = ['send_at', 'version', 'params.when', 'params.end']
export const days = ['contact.birth_date']

/** The faults of a mapping beyond those of its schema. */
function mappingFaults({ category, target, fields }: Mapping): JsonFault[] {
  const plugin = findPlugin(category, target)
  if (!plugin) {
    const pairs = plugins.map((one) => `${one.category}/${one.target}`).join(', ')
    return [
      { pointer: '/target', reason: `does not form a known pair with the category; the known pairs are ${pairs}` },
    ]
  }
  const known = fieldsOf(plugin)
  const missing = [...known].filter(([name, { isRequired }]) => isRequired && fields[name] === undefined)
  const ofFields = Object.entries(fields).flatMap(([name, source]) => {
    const pointer = `/fields/${pointerPart(name)}`
    const check = known.get(name)?.check
    if (!check) return [{ pointer, reason: `is unknown; the known fields are ${[...known.keys()].join(', ')}` }]
    return sourceFaults(name, sourceOf(source), plugin, check).map((fault) => ({
      ...fault,
      pointer: pointer + fault.pointer,
    }))
  })
  return [...missing.map(([name]) => ({ pointer: `/fields/${name}`, reason: 'is missing' })), ...ofFields]
}

interface Field {
  isRequired: boolean
  /** The faults of a value. */
  check: (value: unknown) => JsonFault[]
}

/** The fields of a plugin, by the names that mappings use. */
export function fieldsOf(plugin: Plugin): Map<string, Field> {
  const { external_id, send_at, version } = itemSchemas.get(plugin)!.properties
  const properties = (schema: Pick<typeof Contact, 'required'> & { properties: object }, prefix: string) =>
    Object.entries(schema.properties).map(
      ([key, property]) =>
        [
          `${prefix}${key}`,
          { isRequired: (schema.required as string[]).includes(key), check: schemaCheck(property) },
        ] as const,
    )
  const top = { external_id, send_at, version }
  return new Map([
    ...properties({ properties: top, required: ['external_id'] as never }, ''),
    ...properties(Contact, 'contact.'),
    ...channelNames.map((name) => [name, { isRequired: false, check: () => [] }] as const),
    ...properties(plugin.submittedParams as never, 'params.'),
  ])
}

function sourceFaults(name: string, source: Source, plugin: Plugin, check: Field['check']): JsonFault[] {
  const { constant, format, zone, skipped, repeated } = source
  const faults: JsonFault[] = []
  const kinds = [source.column, source.columns, constant].filter((kind) => kind !== undefined)
  if (kinds.length !== 1) faults.push({ pointer: '', reason: 'must have one of column, columns and constant' })
  if (source.join !== undefined && !source.columns) faults.push({ pointer: '/join', reason: 'needs columns' })
  if (source.pad !== undefined && !name.endsWith('external_id'))
    faults.push({ pointer: '/pad', reason: 'must be absent: only an external_id has a fixed number of digits' })
  const ofZone = Object.entries({ zone, skipped, repeated }).filter(([, value]) => value !== undefined)
  if (constant !== undefined) {
    if (format !== undefined) faults.push({ pointer: '/format', reason: 'must be absent: a constant has no format' })
    faults.push(...check(constant).map(({ pointer, reason }) => ({ pointer: `/constant${pointer}`, reason })))
  }
  if (format === undefined || !instants.includes(name))
    faults.push(...ofZone.map(([key]) => ({ pointer: `/${key}`, reason: 'needs the format of an instant' })))
  return [...faults, ...(format === undefined ? [] : formatFaults(name, format, plugin))]
}

/** Whether the dates of a field must have a time. A campaign lasts for days. */
export const needsTime = (name: string, { isCampaign }: Pick<Plugin, 'isCampaign'>) =>
  instants.includes(name) && !isCampaign

function formatFaults(name: string, format: string, plugin: Plugin): JsonFault[] {
  const pointer = '/format'
  if (![...instants, ...days].includes(name)) return [{ pointer, reason: 'must be absent: the field is not a date' }]
  if (!isDateFormat(format)) return [{ pointer, reason: dateFormatRule }]
  if (days.includes(name) && hasTime(format)) return [{ pointer, reason: 'must have no time: the field is a day' }]
  if (needsTime(name, plugin) && !hasTime(format)) return [{ pointer, reason: 'must have a time, such as HH:mm' }]
  return []
}

/** The entity of a mapping's rows. */
export type MappedEntity = Pick<Entity, 'id' | 'time_zone'>
