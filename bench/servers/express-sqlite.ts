import { DatabaseSync } from 'node:sqlite'
import type { Row, Rows } from './express-rows.ts'

export function openSqlite(url: string): Rows {
  const database = new DatabaseSync(url.replace('sqlite:', ''), { readOnly: true })
  const credential = database.prepare('select name from access_tokens where token_hash = ?')
  const actions = database.prepare('select * from actions where entity_id = ? and date >= ? and date < ? order by date')
  const checkin = database.prepare('select * from checkin_tokens where entity_id = ? and token_hash = ?')
  return {
    credential: (...values) => credential.all(...values) as Row[],
    actions: (...values) => actions.all(...values) as Row[],
    checkin: (...values) => checkin.all(...values) as Row[],
  }
}
