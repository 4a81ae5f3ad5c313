import { sql } from 'kysely'

/** The values after `in`, as literals: a partial index, or a generic plan, cannot match parameters. */
export const oneOf = (values: readonly string[]) => sql`(${sql.join(values.map((value) => sql.lit(value)))})`
