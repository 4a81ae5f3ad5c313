import type { Mapping, MappingGuess } from '../../../client/client.ts'

export type Target = MappingGuess['targets'][number]
export type Field = Target['fields'][number]
export type Source = Exclude<Mapping['fields'][string], string>

export const sourceOf = ({ fields }: Mapping, name: string): Source | undefined => {
  const source = fields[name]
  return typeof source === 'string' ? { column: source } : source
}

/** The columns of a field. */
export const columnsOf = (source: Source | undefined): string[] =>
  source?.columns ?? (source?.column === undefined ? [] : [source.column])

/** The columns that a mapping needs. */
const mappedColumns = (mapping: Mapping): string[] =>
  Object.keys(mapping.fields).flatMap((name) => columnsOf(sourceOf(mapping, name)))

/** Whether the file has the columns of the mapping. */
export const fitsHeader = (mapping: Mapping, { columns }: Pick<MappingGuess, 'columns'>): boolean =>
  mappedColumns(mapping).every((name) => columns.filter((column) => column.name === name).length === 1)

/** Sets the source of a field; undefined removes it. */
export function withSource(mapping: Mapping, name: string, source: Source | undefined): Mapping {
  const { [name]: _, ...others } = mapping.fields
  return { ...mapping, fields: source ? { ...others, [name]: source } : others }
}

/** Sets the columns of a field. Keeps the rest of its source. */
export function withColumns(mapping: Mapping, name: string, columns: string[]): Mapping {
  const { column: _column, columns: _columns, constant: _constant, join, ...rest } = sourceOf(mapping, name) ?? {}
  if (columns.length === 0) return withSource(mapping, name, undefined)
  const source = columns.length === 1 ? { column: columns[0]! } : { columns, ...(join !== undefined && { join }) }
  return withSource(mapping, name, { ...rest, ...source })
}

/** Changes the category and target. Only the fields that the other target has stay. */
export function withTarget(mapping: Mapping, { category, target, fields }: Target): Mapping {
  const known = new Set(fields.map(({ name }) => name))
  const kept = Object.entries(mapping.fields).filter(([name]) => known.has(name))
  return { ...mapping, category, target, fields: Object.fromEntries(kept) }
}

/** The required fields without a column or a value, and those with a column that the file does not have. */
export function missingFields(
  mapping: Mapping,
  { fields }: Target,
  { columns }: Pick<MappingGuess, 'columns'>,
): string[] {
  const names = new Set(columns.map(({ name }) => name))
  return fields
    .filter(({ name, required }) => {
      const source = sourceOf(mapping, name)
      if (!source) return required
      return columnsOf(source).some((column) => !names.has(column)) || source.constant === ''
    })
    .map(({ name }) => name)
}

/** Joins the values of each row, as the service does. Empty cells do not count. */
export function examplesOf(source: Source, { columns, rows }: Pick<MappingGuess, 'columns' | 'rows'>): string[] {
  const places = columnsOf(source).map((name) => columns.findIndex((column) => column.name === name))
  const texts = rows.map((row) =>
    places
      .map((place) => row[place]?.trim() ?? '')
      .filter((cell) => cell !== '')
      .join(source.join ?? ' '),
  )
  return [...new Set(texts.filter((text) => text !== ''))]
}
