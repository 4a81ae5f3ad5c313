import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { entity } from '../../../../test/history.ts'
import { bootRollcall } from '../../../../test/rollcall.ts'
import { item, submission } from '../../../../test/submission.ts'
import { preparedStatement } from '../prepared.ts'

/** A statement that fails with an SQLSTATE. */
const failure = (code: string) => sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`)
const deadlock = failure('40P01')
const fail = preparedStatement((database) => ({ compile: () => deadlock.compile(database) }))
const succeed = preparedStatement((database) => ({ compile: () => sql`select 1`.compile(database) }))

test('a statement queued behind a failed one fails with the error of the failed one', async () => {
  const { database } = await bootRollcall({ engine: 'postgres' })
  const transaction = database.transaction().execute(async (trx) => {
    fail(trx, {}).catch(() => {})
    await succeed(trx, {})
  })
  await expect(transaction).rejects.toMatchObject({ code: 'database-unavailable' })
})

test('a transaction whose failed statement the caller ignored fails at its commit, with the reason', async () => {
  const { database } = await bootRollcall({ engine: 'postgres' })
  const transaction = database.transaction().execute(async (trx) => {
    await fail(trx, {}).catch(() => {})
  })
  await expect(transaction).rejects.toMatchObject({ code: 'database-unavailable' })
})

test.each([
  ['a lost connection to a node', '08006'],
  ['too many connections', '53300'],
  ['a shutdown', '57P01'],
  ['a failed disk', '58030'],
  ['an internal error, as Citus reports the end of its postmaster', 'XX000'],
  ['a damaged page', 'XX001'],
  ['a damaged index', 'XX002'],
])('%s is a failure of the server, and may succeed on retry', async (_, code) => {
  const { database } = await bootRollcall({ engine: 'postgres' })
  await expect(failure(code).execute(database)).rejects.toMatchObject({ code: 'database-unavailable', cause: { code } })
  const transaction = database.transaction().execute((trx) => failure(code).execute(trx))
  await expect(transaction).rejects.toMatchObject({ code: 'database-unavailable' })
  expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }])
})

test.each([
  ['a division by zero', '22012'],
  ['a violated constraint', '23514'],
  ['an unknown column', '42703'],
  ['a program limit', '54001'],
  ['an exception', 'P0001'],
])('%s is a fault of the statement', async (_, code) => {
  const { database } = await bootRollcall({ engine: 'postgres' })
  await expect(failure(code).execute(database)).rejects.toMatchObject({ code })
})

test('a write gets 503 after a failure of the server, and 500 after a fault of a statement', async () => {
  const { database, given, post } = await bootRollcall({ engine: 'postgres' })
  await given(entity())
  onTestFinished(async () => {
    await sql`drop function if exists fail cascade`.execute(database)
  })
  const codes: string[] = []
  for (const code of ['XX000', '42703']) {
    await sql
      .raw(
        `create or replace function fail() returns trigger language plpgsql as $$ begin raise exception using errcode = '${code}'; end $$`,
      )
      .execute(database)
    await sql`create or replace trigger fails before insert on notifications for each row execute function fail()`.execute(
      database,
    )
    const { statusCode, body } = await post('/v1/notifications/clinica-lisboa', submission(item()))
    codes.push(`${statusCode} ${JSON.parse(body).code}`)
  }
  expect(codes).toEqual(['503 database-unavailable', '500 internal'])
})
