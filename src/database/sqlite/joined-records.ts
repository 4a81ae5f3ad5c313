import { type Expression, sql } from 'kysely'
import { optimisations } from '../../optimisations.ts'
import type { Joined, ReadQuery } from '../database.ts'
import type { Reader } from './reader.ts'

/** Builds the statement that `readJoined` runs. The sorted subquery determines the order of the aggregate; `order by`
 *  inside the aggregate halves the speed. */
export const joining = (rows: Expression<{ record: string | null }>, separator: string) =>
  optimisations.joinInSql
    ? sql`
      select cast('[' || coalesce(string_agg(record, ${sql.lit(separator)}), '') || ']' as blob) as records,
        count(*) as rows, count(record) as matched
      from ${rows} as rows`
    : sql`select record from ${rows} as rows`

export function readJoined(reader: Reader, { sql, parameters }: ReadQuery, separator: string): Joined {
  if (optimisations.joinInSql) return reader.run<Joined>(sql, parameters).rows[0]!
  const { rows } = reader.run<{ record: string | null }>(sql, parameters)
  const records = rows.map(({ record }) => record).filter((record) => record !== null)
  return { records: Buffer.from(`[${records.join(separator)}]`), rows: rows.length, matched: records.length }
}
