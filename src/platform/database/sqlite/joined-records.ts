import { type Expression, sql } from 'kysely'
import type { ReadQuery, RecordList } from '../database.ts'
import type { Reader } from './reader.ts'

/** Builds the statement that `readJoined` runs. The sorted subquery determines the order of the aggregate; `order by`
 *  inside the aggregate halves the speed. */
export const joining = (rows: Expression<{ record: string | null }>, separator: string) =>
  sql`
    select cast('[' || coalesce(string_agg(record, ${sql.lit(separator)}), '') || ']' as blob) as records,
      count(*) as rows, count(record) as matched
    from ${rows} as rows`

export const readJoined = (reader: Reader, { sql, parameters }: ReadQuery): RecordList =>
  reader.run<RecordList>(sql, parameters).rows[0]!
