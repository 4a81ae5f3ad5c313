import pg from 'pg'
import type { Row, Rows } from './express-rows.ts'

export function openPostgres(url: string): Rows {
  const pool = new pg.Pool({ connectionString: url })
  const select = async (text: string, values: string[]) => (await pool.query<Row>(text, values)).rows
  return {
    credential: (...values) => select('select name from access_tokens where token_hash = $1', values),
    actions: (...values) =>
      select('select * from actions where entity_id = $1 and date >= $2 and date < $3 order by date', values),
    checkin: (...values) => select('select * from checkin_tokens where entity_id = $1 and token_hash = $2', values),
  }
}
