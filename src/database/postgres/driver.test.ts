import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { entity } from '../../../test/history.ts'
import { bootRollcall } from '../../../test/rollcall.ts'
import { preparedIn } from '../prepared.ts'
import type { PostgresEngine } from './engine.ts'

const deadlock = sql`do $$ begin raise exception using errcode = '40P01'; end $$`
const fail = preparedIn((database) => ({ compile: () => deadlock.compile(database) }))
const succeed = preparedIn((database) => ({ compile: () => sql`select 1`.compile(database) }))

test('a statement behind a failed one fails with the first reason', async () => {
  const { database } = await bootRollcall({ engine: 'postgres' })
  const transaction = database.transaction().execute(async (trx) => {
    fail(trx, {}).catch(() => {})
    await succeed(trx, {})
  })
  await expect(transaction).rejects.toMatchObject({ code: 'database-unavailable' })
})

test('a transaction whose failure nobody noticed fails at its commit, with the reason', async () => {
  const { database } = await bootRollcall({ engine: 'postgres' })
  const transaction = database.transaction().execute(async (trx) => {
    await fail(trx, {}).catch(() => {})
  })
  await expect(transaction).rejects.toMatchObject({ code: 'database-unavailable' })
})

test('a transaction that the loss of the server interrupts is not committed with a later one', async () => {
  const { database, given } = await bootRollcall({ engine: 'postgres' })
  await given(entity())
  const { health } = database.engine as PostgresEngine
  const interrupted = database.transaction().execute(async (trx) => {
    await trx.updateTable('entities').set({ name: 'interrupted' }).execute()
    health.state = 'away'
    await trx.updateTable('entities').set({ language: 'fr' }).execute()
  })
  await expect(interrupted).rejects.toMatchObject({ code: 'database-unavailable' })
  health.state = 'available'
  await database.transaction().execute((trx) => trx.updateTable('entities').set({ language: 'de' }).execute())
  const row = await database.selectFrom('entities').select(['name', 'language']).executeTakeFirst()
  expect(row).toEqual({ name: entity().name, language: 'de' })
})
