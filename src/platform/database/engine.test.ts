import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { entity, history, notification } from '../../../test/history.ts'
import { byDate, byToken, eachEngine } from '../../../test/rollcall.ts'

describe('every engine', () => {
  eachEngine('orders and compares keys bytewise, independently of the locale', async ({ database, given }) => {
    const ids = ['a', 'B', '_', 'A', 'b', '-', '~', '0', 'a.b', 'a-b', 'AB']
    await given(...ids.map((id) => entity({ id })))
    const rows = await database.selectFrom('entities').select('entity_id').orderBy('entity_id').execute()
    expect(rows.map(({ entity_id }) => entity_id)).toEqual(ids.toSorted((one, other) => (one < other ? -1 : 1)))
    const after = await database.selectFrom('entities').select('entity_id').where('entity_id', '>', 'Z').execute()
    expect(after.map(({ entity_id }) => entity_id).sort()).toEqual(['_', 'a', 'a-b', 'a.b', 'b', '~'])
  })

  eachEngine(
    'distinguishes keys that differ only in case, Unicode composition or spaces',
    async ({ database, given }) => {
      const keys = ['a', 'A', 'é', 'e\u0301', 'a ', ' a']
      await given(entity(), ...keys.map((external_id, index) => notification({ id: `n-${index}`, external_id })))
      for (const key of keys) {
        const found = await database
          .selectFrom('notifications')
          .select('external_id')
          .where('external_id', '=', key)
          .execute()
        expect(found).toEqual([{ external_id: key }])
      }
    },
  )

  eachEngine(
    'stores 53-bit integers exactly, and returns integers and counts as numbers',
    async ({ database, given }) => {
      await given(...history())
      const max = Number.MAX_SAFE_INTEGER
      await database.updateTable('entities').set({ last_sequence: max }).execute()
      const row = await database
        .selectFrom('entities')
        .select([
          'last_sequence',
          (eb) => eb.fn.countAll<number>().as('count'),
          sql<number>`last_sequence - 1`.as('less'),
        ])
        .groupBy('last_sequence')
        .executeTakeFirstOrThrow()
      expect(row).toEqual({ last_sequence: max, count: 1, less: max - 1 })
    },
  )

  eachEngine(
    'stores texts unchanged: empty, long, or with characters outside the Basic Multilingual Plane',
    async ({ database, given }) => {
      await given(entity())
      for (const name of ['', '𝄞 Ω \u202e \u2028', 'x'.repeat(100_000), "'; drop table entities; --", '\\x00 \\n']) {
        await database.updateTable('entities').set({ name }).execute()
        expect(await database.selectFrom('entities').select('name').execute()).toEqual([{ name }])
      }
    },
  )

  eachEngine('finds nothing for a text with a NUL, which no stored text contains', async ({ get, given }) => {
    await given(...history())
    for (const [url, code] of [
      [byDate('2026-03-29', '2026-03-29', '', 'clinica-lisboa%00'), 'entity-not-found'],
      [byToken('7F3K\0', 'clinica-lisboa'), 'checkin-not-found'],
      ['/v1/notifications/clinica-lisboa/n-1%00', 'notification-not-found'],
      ['/v1/tasks/clinica-lisboa/t-1%00', 'task-not-found'],
    ] as const) {
      expect([url, (await get(url)).json().code]).toEqual([url, code])
    }
    expect((await get('/a/clinica-lisboa.%00')).statusCode).toBe(404)
  })

  eachEngine('rolls back a failed transaction, and keeps the others', async ({ database }) => {
    const write = (id: string, fails: boolean) =>
      database.write(async (trx) => {
        await trx.insertInto('entities').values({ entity_id: id, name: id, time_zone: 'UTC', language: 'en' }).execute()
        if (fails) throw new Error('undone')
      })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => write(`e-${index}`, index % 2 === 1)),
    )
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(25)
    expect(await database.selectFrom('entities').select('entity_id').execute()).toHaveLength(25)
  })

  eachEngine('does not commit a transaction in which a statement failed', async ({ database, given }) => {
    await given(entity({ id: 'there' }))
    const insert = (id: string) => ({ entity_id: id, name: id, time_zone: 'UTC', language: 'en' })
    const writing = database.write(async (trx) => {
      await trx.insertInto('entities').values(insert('new')).execute()
      await trx.insertInto('entities').values(insert('there')).execute()
    })
    await expect(writing).rejects.toThrow()
    expect(await database.selectFrom('entities').select('entity_id').execute()).toEqual([{ entity_id: 'there' }])
  })
})
