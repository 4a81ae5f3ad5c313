import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { entity, notification } from '../../../test/history.ts'
import { bootRollcall } from '../../../test/rollcall.ts'
import type { Database } from '../../platform/database/database.ts'
import { hours, parseInstant } from '../../platform/time/instant.ts'
import { firstVisits } from './visit-range.ts'

const noon = parseInstant('2026-03-30T12:00:00Z')!

const day = { entityId: 'clinica-lisboa', fromAt: noon, fromKey: '', toAt: noon + hours(24), toKey: '', rows: 256 }
const chunk = (database: Database) => firstVisits(database, day).selectAll().compile()

const starting = (when: string, id: string) => notification({ id, params: { when } })
const many = Array.from({ length: 500 }, (_, index) =>
  starting(`${2000 + (index % 100)}-03-30T08:30:00Z`, `n-${index}`),
)

test('SQLite reads a day of visits by the index, in order', async () => {
  const { database, given } = await bootRollcall()
  await given(entity(), ...many)
  const { sql: text, parameters } = chunk(database)
  const rows = await database.engine.read({ sql: `explain query plan ${text}`, parameters })
  expect(rows.map((row) => (row as { detail: string }).detail)).toEqual([
    expect.stringMatching(/^SEARCH notifications USING INDEX notifications_by_start \(entity_id=\? AND .*starts_at/),
  ])
})

test('PostgreSQL reads a day of visits by the index, in order, also with a generic plan', async () => {
  const { database, given, url } = await bootRollcall({ engine: 'postgres' })
  await given(entity(), ...many)
  await sql`analyze notifications`.execute(database)
  const { sql: text, parameters } = chunk(database)
  const client = new pg.Client({ connectionString: url, options: '-c plan_cache_mode=force_generic_plan' })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`prepare visits as ${text}`)
  const values = parameters.map((value) => client.escapeLiteral(`${value}`)).join(', ')
  const { rows } = await client.query(`explain (costs off) execute visits (${values})`)
  const list = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(list).toContain('Index Scan using notifications_by_start')
  expect(list).not.toContain('Sort')
})
