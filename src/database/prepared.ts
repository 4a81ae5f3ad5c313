import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A query that is built and compiled once for each database: 2 µs a call rather than up to 40 for a query with joins.
 *  `build` gets the parameters as placeholders; the call gives their values. */
export function prepared<Parameters extends Record<string, unknown>, Row>(
  build: (database: Database, parameters: { [Name in keyof Parameters]: RawBuilder<Parameters[Name]> }) => Compilable<Row>,
): (database: Database, parameters: Parameters) => Promise<Row[]> {
  const compiled = new WeakMap<Database, CompiledQuery<Row>>()
  const placeholders = new Proxy({} as { [Name in keyof Parameters]: RawBuilder<Parameters[Name]> }, {
    get: (_target, name) => sql`${new Parameter(String(name))}`,
  })
  return async (database, parameters) => {
    let query = compiled.get(database)
    if (!query) {
      query = build(database, placeholders).compile()
      compiled.set(database, query)
    }
    const values = query.parameters.map((value) => (value instanceof Parameter ? parameters[value.name] : value))
    const { rows } = await database.executeQuery<Row>({ ...query, parameters: values })
    return rows
  }
}
