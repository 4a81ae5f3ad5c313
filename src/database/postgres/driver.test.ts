import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bootRollcall } from '../../../test/rollcall.ts'
import { preparedIn } from '../prepared.ts'

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
