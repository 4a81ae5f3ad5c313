import { hash } from 'node:crypto'
import type { Compilable, CompiledQuery, Expression, Kysely } from 'kysely'
import { type Database, type RecordList, runnerOf } from './database.ts'
import type { Schema } from './schema.ts'

type Values = Record<string, string | number | null>

/** A compiled query. The same SQL always has the same name. */
export type PreparedQuery = CompiledQuery & { name: string }

/** Stands for a value that each call provides. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

// The query builder passes a placeholder on like any other value.
const placeholders = new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) })

/** A lookup of one row. Compiles the query once per database: building a query with a join takes 40 µs. A call takes
 *  6 µs, 5 of them in SQLite. `build` must not inspect the values that it receives. */
export function prepared<Input extends Values, Row>(
  build: (database: Database, values: Input) => Compilable<Row>,
): (database: Database, values: Input) => Row[] | Promise<Row[]> {
  const query = compiledOnce((database: Database, values: Input) => build(database, values).compile())
  return (database, values) =>
    database.engine.read({ ...query(database, values), isLookUp: true }) as Row[] | Promise<Row[]>
}

/** Like `prepared`, for a list of rows. */
export function preparedList<Input extends Values, Row>(
  build: (database: Database, values: Input) => Compilable<Row>,
): (database: Database, values: Input) => Row[] | Promise<Row[]> {
  const query = compiledOnce((database: Database, values: Input) => build(database, values).compile())
  return (database, values) => database.engine.read(query(database, values)) as Row[] | Promise<Row[]>
}

/** Like `prepared`, for a list of joined records. */
export function preparedJoined<Input extends Values>(
  separator: string,
  build: (database: Database, values: Input) => Expression<{ record: string | null }>,
): (database: Database, values: Input) => RecordList | Promise<RecordList> {
  const query = compiledOnce((database: Database, values: Input) =>
    database.engine.joining(build(database, values), separator).compile(database),
  )
  return (database, values) => database.engine.readJoined(query(database, values), separator)
}

/** Like `prepared`, for any statement, inside or outside a transaction. */
export function preparedStatement<Input extends Values, Row>(
  build: (database: Kysely<Schema>, values: Input) => Compilable<Row>,
): (database: Kysely<Schema>, values: Input) => Promise<Row[]> {
  const query = compiledOnce((database: Kysely<Schema>, values: Input) => build(database, values).compile())
  return async (database, values) => (await runnerOf(database).executeQuery(query(database, values))).rows as Row[]
}

function compiledOnce<From extends Kysely<Schema>, Input extends Values>(
  compile: (database: From, values: Input) => CompiledQuery,
) {
  // A transaction is a separate Kysely instance that shares the adapter of its database.
  const compiled = new WeakMap<object, PreparedQuery>()
  return (database: From, values: Input): PreparedQuery => {
    const query = compiled.getOrInsertComputed(database.getExecutor().adapter, () =>
      withName(compile(database, placeholders as Input)),
    )
    return { ...query, parameters: query.parameters.map((value) => filled(value, values)) }
  }
}

const withName = (query: CompiledQuery): PreparedQuery => ({
  ...query,
  name: hash('sha256', query.sql, 'base64url').slice(0, 20),
})

const filled = (value: unknown, values: Values) => (value instanceof Placeholder ? values[value.name] : value)
