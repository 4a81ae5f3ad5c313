import { hash } from 'node:crypto'
import type { Compilable, CompiledQuery, Expression, Kysely } from 'kysely'
import { type Database, type Joined, type ReadQuery, runnerOf } from './database.ts'
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
export function prepared<Given extends Values, Row>(
  build: (database: Database, values: Given) => Compilable<Row>,
): (database: Database, values: Given) => Row[] | Promise<Row[]> {
  const read = oncePerDatabase((database: Database, values: Given) => build(database, values).compile())
  return (database, values) =>
    database.engine.read({ ...read(database, values), isLookUp: true }) as Row[] | Promise<Row[]>
}

/** Like `prepared`, for a list of rows. */
export function preparedList<Given extends Values, Row>(
  build: (database: Database, values: Given) => Compilable<Row>,
): (database: Database, values: Given) => Row[] | Promise<Row[]> {
  const read = oncePerDatabase((database: Database, values: Given) => build(database, values).compile())
  return (database, values) => database.engine.read(read(database, values)) as Row[] | Promise<Row[]>
}

/** Like `prepared`, for a list of joined records. */
export function preparedJoined<Given extends Values>(
  separator: string,
  build: (database: Database, values: Given) => Expression<{ record: string | null }>,
): (database: Database, values: Given) => Joined | Promise<Joined> {
  const read = oncePerDatabase((database: Database, values: Given) =>
    database.engine.joining(build(database, values), separator).compile(database),
  )
  return (database, values) => database.engine.readJoined(read(database, values), separator)
}

function oncePerDatabase<Given extends Values>(compile: (database: Database, values: Given) => CompiledQuery) {
  const compiled = new WeakMap<Database, PreparedQuery>()
  return (database: Database, values: Given): ReadQuery => {
    let query = compiled.get(database)
    if (!query) {
      query = withName(compile(database, placeholders as Given))
      compiled.set(database, query)
    }
    return { sql: query.sql, name: query.name, ...withValues(query, values) }
  }
}

/** Like `prepared`, for any statement, inside or outside a transaction. */
export function preparedStatement<Given extends Values, Row>(
  build: (database: Kysely<Schema>, values: Given) => Compilable<Row>,
): (database: Kysely<Schema>, values: Given) => Promise<Row[]> {
  // A transaction is a separate Kysely instance that shares the adapter of its database.
  const compiled = new WeakMap<object, PreparedQuery>()
  return async (database, values) => {
    const { adapter } = database.getExecutor()
    let query = compiled.get(adapter)
    if (!query) {
      query = withName(build(database, placeholders as Given).compile())
      compiled.set(adapter, query)
    }
    const { rows } = await runnerOf(database).executeQuery({ ...query, ...withValues(query, values) })
    return rows as Row[]
  }
}

const withName = (query: CompiledQuery): PreparedQuery => ({
  ...query,
  name: hash('sha256', query.sql, 'base64url').slice(0, 20),
})

const withValues = ({ parameters }: PreparedQuery, values: Values) => ({
  parameters: parameters.map((value) => filled(value, values)),
})

const filled = (value: unknown, values: Values) => (value instanceof Placeholder ? values[value.name] : value)
