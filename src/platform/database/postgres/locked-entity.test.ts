import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { entity } from '../../../../test/history.ts'
import { connectPatiently } from '../../../../test/patient-timeouts.ts'
import { bootRollcall, type Rollcall } from '../../../../test/rollcall.ts'
import { item, notify, submission } from '../../../../test/submission.ts'
import { waitingSessions } from '../../../../test/waiting-sessions.ts'

const uid = '+351912345678'
const create = ({ post }: Rollcall, entityId: string, key: number) =>
  post(`/v1/notifications/${entityId}`, submission(item({ external_id: `${key}` })))

/** Each sends one write to the entity and returns its status. */
const writes = {
  requests: async (rollcall: Rollcall, index: number) => (await create(rollcall, 'clinica-lisboa', index)).statusCode,
  'incoming texts': ({ incoming }: Rollcall) =>
    incoming.reply({ uid, text: 'sim' }).then(
      () => 200,
      ({ status }) => status as number,
    ),
}

describe.each(Object.entries(writes))('while the row of an entity is locked', (kind, send) => {
  test(`${kind} for it block neither other entities nor /readyz`, async () => {
    const rollcall = await bootRollcall({ engine: 'postgres', open: connectPatiently })
    const { database, given, deliver, get } = rollcall
    await given(entity(), entity({ id: 'clinica-porto' }))
    await notify(rollcall)
    await deliver({ mobile: { send: async () => ({ outcome: 'accepted' }), close() {} } })

    await database.transaction().execute(async (holder) => {
      await sql`select from entities where entity_id = 'clinica-lisboa' for update`.execute(holder)
      const answers = Promise.all(Array.from({ length: 20 }, (_, index) => send(rollcall, index)))
      // The submissions of an entity wait in this process, behind one that waits in the database.
      await expect.poll(() => waitingSessions(database)).toBeGreaterThanOrEqual(1)
      expect((await create(rollcall, 'clinica-porto', 1)).statusCode).toBe(202)
      expect((await get('/readyz')).statusCode).toBe(200)
      for (const status of await answers) expect(status).toBe(503)
    })
    expect(await send(rollcall, 21)).toBeLessThan(300)
  })
})
