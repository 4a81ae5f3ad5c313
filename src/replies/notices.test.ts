import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bootRollcall } from '../../test/rollcall.ts'
import { availability } from '../database/across-entities.ts'
import { noticesTo } from './notices.ts'

test('the notices of a telephone number are found by the index, also by a generic plan of PostgreSQL', async () => {
  const { database, url } = await bootRollcall({ engine: 'postgres' })
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  await noticesTo(database, '+351912345678', 0, availability(database))
  const { text, values } = query.mock.calls[0]![0] as unknown as { text: string; values: unknown[] }

  // The plan contains a sequential scan only if no index is usable.
  const client = new pg.Client({
    connectionString: url,
    options: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off',
  })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`prepare notices as ${text}`)
  const given = values.map((value) => client.escapeLiteral(`${value}`)).join(', ')
  const { rows } = await client.query(`explain execute notices (${given})`)
  expect(JSON.stringify(rows)).toContain('deliveries_mobile')
})
