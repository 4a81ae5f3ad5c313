import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { entity } from '../../test/history.ts'
import { bootRollcall } from '../../test/rollcall.ts'
import { item, submission } from '../../test/submission.ts'
import { availability } from '../database/across-entities.ts'
import { noticesTo } from './notices.ts'

test('the notices of a telephone number are found by the index, also by a generic plan of PostgreSQL', async () => {
  const { database, given, post, url } = await bootRollcall({ engine: 'postgres' })
  await given(entity())
  const items = Array.from({ length: 500 }, (_, index) =>
    item({ external_id: `A-${index}`, addresses: [{ channel: 'mobile', uid: `+351912345${100 + index}` }] }),
  )
  await post('/v1/notifications/clinica-lisboa', submission(...items))
  await sql`analyze`.execute(database)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  await noticesTo(database, { channel: 'mobile', uid: '+351912345678' }, 0, availability(database))
  const { text, values } = query.mock.calls[0]![0] as unknown as { text: string; values: unknown[] }

  const client = new pg.Client({ connectionString: url, options: '-c plan_cache_mode=force_generic_plan' })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`prepare notices as ${text}`)
  const parameters = values.map((value) => client.escapeLiteral(`${value}`)).join(', ')
  const { rows } = await client.query(`explain execute notices (${parameters})`)
  expect(JSON.stringify(rows)).toContain('deliveries_mobile')
})
