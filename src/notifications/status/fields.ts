import type { Selectable } from 'kysely'
import { type TSchema, Type } from 'typebox'
import type { Schema } from '../../platform/database/schema.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'

/** A member of a record: its schema, and how it is read from a row. A column that is null leaves the member out. */
export interface Field<Row, Member extends TSchema = TSchema> {
  schema: Member
  column: keyof Row & string
  read(value: never, row: Row): unknown
}

type Fields<Row> = Record<string, Field<Row>>
type Members<F extends Fields<never>> = { [Name in keyof F]: F[Name]['schema'] }

/** Returns the schemas of the fields, by name. */
export const schemasOf = <F extends Fields<never>>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])) as Members<F>

/** Returns a function that reads the record of a row. */
export function reader<Row>(fields: Fields<Row>): (row: Row) => Record<string, unknown> {
  const members = Object.entries(fields)
  return (row) => {
    const record: Record<string, unknown> = {}
    for (const [name, { column, read }] of members) {
      const value = row[column]
      if (value !== null) record[name] = read(value as never, row)
    }
    return record
  }
}

/** The fields of one table. */
export function fieldsOf<Table extends keyof Schema>() {
  type Row = Selectable<Schema[Table]>
  type Column = keyof Row & string
  return {
    /** A column as it is. */
    value: <S extends TSchema>(column: Column, schema: S): Field<Row, S> => ({
      schema,
      column,
      read: (value) => value,
    }),
    /** A column of JSON text. */
    json: <S extends TSchema>(column: Column, schema: S): Field<Row, S> => ({
      schema,
      column,
      read: (text: string) => JSON.parse(text),
    }),
    /** A column of an instant. */
    instant: (column: Column, description: string) => ({
      schema: Type.Optional(Type.String({ description: `${description} In UTC.` })),
      column,
      read: (at: Instant) => formatInstant(at),
    }),
    /** A value that depends on several columns, if `column` is not null. */
    derived: <S extends TSchema>(column: Column, schema: S, of: (row: Row) => unknown): Field<Row, S> => ({
      schema,
      column,
      read: (_value, row) => of(row),
    }),
  }
}
