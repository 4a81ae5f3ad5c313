import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { entity } from '../../../test/history.ts'
import { bootRollcall } from '../../../test/rollcall.ts'
import { item, submission } from '../../../test/submission.ts'

test('an entity whose row somebody holds keeps no other from writing', async () => {
  const { database, given, post } = await bootRollcall({ engine: 'postgres' })
  await given(entity(), entity({ id: 'clinica-porto' }))
  const create = (entityId: string, key: number) =>
    post(`/v1/notifications/${entityId}`, submission(item({ external_id: `${key}` })))

  await database.transaction().execute(async (holder) => {
    await sql`select from entities where entity_id = 'clinica-lisboa' for update`.execute(holder)
    const heldUp = Promise.all(Array.from({ length: 20 }, (_, key) => create('clinica-lisboa', key)))
    const waiting = database
      .selectFrom(sql<{ wait_event_type: string }>`pg_stat_activity`.as('session'))
      .where(sql`datname`, '=', sql`current_database()`)
      .where('wait_event_type', '=', 'Lock')
      .selectAll()
    await expect.poll(async () => (await waiting.execute()).length).toBeGreaterThanOrEqual(4)
    expect((await create('clinica-porto', 1)).statusCode).toBe(202)
    for (const { statusCode } of await heldUp) expect(statusCode).toBe(503)
  })
  expect((await create('clinica-lisboa', 1)).statusCode).toBe(202)
})
