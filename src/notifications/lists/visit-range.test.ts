import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { entity, notification } from '../../../test/history.ts'
import { bootRollcall } from '../../../test/rollcall.ts'
import { codeHash } from '../../checkin/code-hash.ts'
import type { Database } from '../../database/database.ts'
import { hours, parseInstant } from '../../instant.ts'
import { statusRecord } from '../status/status-record.ts'
import { firstRows } from './visit-range.ts'

const noon = parseInstant('2026-03-30T12:00:00Z')!

const day = { entityId: 'clinica-lisboa', fromAt: noon, fromKey: '', toAt: noon + hours(24), toKey: '', rows: 256 }
const chunk = (database: Database) =>
  firstRows(database, day).select(statusRecord(database.engine, day.entityId).as('record')).compile()

const starting = (when: string, id: string) => notification({ id, params: { when } })
const many = Array.from({ length: 500 }, (_, index) =>
  starting(`${2000 + (index % 100)}-03-30T08:30:00Z`, `n-${index}`),
)

test('SQLite reads a day of visits and their deliveries as rendered records from two indexes, in order', async () => {
  const { database, given } = await bootRollcall()
  await given(entity(), ...many)
  const { sql: text, parameters } = chunk(database)
  const rows = await database.engine.read({ sql: `explain query plan ${text}`, parameters })
  const plan = rows.map((row) => (row as { detail: string }).detail)
  expect(plan).toEqual([
    expect.stringMatching(
      /^SEARCH notifications USING COVERING INDEX notifications_rendered \(entity_id=\? AND .*starts_at/,
    ),
    expect.stringMatching(/^CORRELATED SCALAR SUBQUERY/),
    expect.stringMatching(/^CO-ROUTINE deliveries/),
    expect.stringMatching(/^SEARCH deliveries USING COVERING INDEX deliveries_notification_index/),
    expect.stringMatching(/^SCALAR SUBQUERY/),
    expect.stringMatching(/^SEARCH opt_outs USING COVERING INDEX/),
    expect.stringMatching(/^CORRELATED SCALAR SUBQUERY/),
    expect.stringMatching(/^SEARCH opt_outs USING INDEX/),
    'SCAN deliveries',
  ])
})

test('SQLite finds the codes of visits by the index of their notifications', async () => {
  const { database, given } = await bootRollcall()
  await given(entity(), ...many)
  const { sql: text, parameters } = firstRows(database, day)
    .select(codeHash(database.engine, day.entityId, noon).as('code'))
    .compile()
  const rows = await database.engine.read({ sql: `explain query plan ${text}`, parameters })
  expect(rows.map((row) => (row as { detail: string }).detail)).toEqual([
    expect.stringMatching(/^SEARCH notifications USING COVERING INDEX/),
    expect.stringMatching(/^CORRELATED SCALAR SUBQUERY/),
    expect.stringMatching(/^SEARCH checkin_tokens USING INDEX checkin_tokens_notification_index/),
  ])
})

test('PostgreSQL reads a day of visits by the index, in order, also by a generic plan', async () => {
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
  const [list] = rows
    .map((row) => row['QUERY PLAN'])
    .join('\n')
    .split('SubPlan')
  expect(list).toContain('Index Scan using notifications_by_start')
  expect(list).not.toContain('Sort')
})
