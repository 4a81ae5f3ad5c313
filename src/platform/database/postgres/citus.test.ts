import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { nodesOf, TEST_CITUS_URL } from '../../../../test/citus.ts'
import { contact } from '../../../../test/contact.ts'
import { emptyCitusDatabase, temporaryCitusDatabase } from '../../../../test/databases.ts'
import { administer } from '../../../../test/postgres-server.ts'
import { runRollcall } from '../../../../test/process.ts'
import { bootRollcall } from '../../../../test/rollcall.ts'
import { Problem } from '../../errors/errors.ts'
import { connectForCommand } from '../connect.ts'

const skipped = TEST_CITUS_URL ? '' : ' (skipped: TEST_CITUS_URL is not set)'

describe.skipIf(!TEST_CITUS_URL)(`on Citus${skipped}`, () => {
  test('processes on the coordinator and on a worker node serve the same data', async () => {
    const url = await temporaryCitusDatabase()
    const [onCoordinator, onWorker] = await Promise.all(
      (await nodesOf(url)).slice(0, 2).map((node) => bootRollcall({ url: node.url })),
    )
    const { id, answer } = await contact(onWorker!)
    await answer('confirm')
    const path = `/v1/notifications/clinica-lisboa/${id}`
    expect((await onCoordinator!.get(path)).json()).toEqual((await onWorker!.get(path)).json())
    // Each token was created on another node.
    for (const { token } of [onCoordinator!, onWorker!]) {
      expect((await onWorker!.get(path, { authorization: `Bearer ${token}` })).json().state).toBe('confirmed')
    }
  })

  test('processes on different nodes handle two replies of one telephone one after the other', async () => {
    const url = await temporaryCitusDatabase()
    const [onCoordinator, onWorker] = await Promise.all(
      (await nodesOf(url)).slice(0, 2).map((node) => bootRollcall({ url: node.url })),
    )
    const lock = (database: typeof onCoordinator) => database!.database.engine.lockKey('+351912345678')
    let second: Promise<unknown> | undefined
    const order: string[] = []
    await onCoordinator!.database.write(async (trx) => {
      await lock(onCoordinator).execute(trx)
      second = onWorker!.database.write((other) => lock(onWorker).execute(other)).then(() => order.push('second'))
      await expect
        .poll(async () => {
          const waits = sql<{ count: number }>`
            select count(*) from citus_stat_activity where wait_event_type = 'Lock' or wait_event = 'advisory'`
          return (await waits.execute(onCoordinator!.database)).rows[0]!.count
        })
        .toBeGreaterThan(0)
      order.push('first')
    })
    await second
    expect(order).toEqual(['first', 'second'])
  })

  test('a worker node cannot migrate, and the message names the coordinator', async () => {
    const url = await emptyCitusDatabase()
    const [coordinator, worker] = await nodesOf(url)
    const { code, stderr } = await runRollcall(['migrate'], { DATABASE_URL: worker!.url })
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`coordinator ${coordinator!.host}:${coordinator!.port}`),
    ])
    const served = await runRollcall(['serve'], { DATABASE_URL: worker!.url, PORT: '0' })
    expect([served.code, served.stderr]).toEqual([1, expect.stringContaining('only the coordinator can migrate')])
  })

  test('check names the node with an unsafe setting', async () => {
    const url = await temporaryCitusDatabase()
    const worker = (await nodesOf(url)).at(-1)!
    const name = new URL(url).pathname.slice(1)
    // Only on this node.
    const alone = 'set citus.enable_ddl_propagation = off'
    await administer(worker.url, `${alone}; alter database ${name} set synchronous_commit = off`)
    const { code, stdout } = await runRollcall(['check'], { DATABASE_URL: url })
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(`node ${worker.host}:${worker.port}: synchronous_commit is off, and must be on`),
    ])
  })

  test('every table is distributed or on every node', async () => {
    const database = await connectForCommand(await temporaryCitusDatabase())
    const { rows } = await sql<{ table_name: string; citus_table_type: string }>`
      select table_name, citus_table_type from citus_tables`.execute(database)
    const tables = await database.introspection.getTables({ withInternalKyselyTables: true })
    await database.destroy()
    expect(rows.map((row) => row.table_name).sort()).toEqual(
      tables
        .filter(({ name }) => !name.startsWith('citus_'))
        .map(({ name }) => name)
        .sort(),
    )
    const reference = rows.filter((row) => row.citus_table_type === 'reference').map((row) => row.table_name)
    expect(reference.sort()).toEqual([
      'access_rules',
      'access_token_entities',
      'access_tokens',
      'account_changes',
      'accounts',
      'channel_settings',
      'clock_readings',
      'first_starts',
      'kysely_migration',
      'kysely_migration_lock',
      'passkeys',
      'sessions',
    ])
  })
})

test('a statement that the server does not support is not reported as unavailable', async () => {
  const { database } = await bootRollcall({ engine: 'postgres' })
  const unsupported = sql`select distinct name from entities for update`.execute(database)
  await expect(unsupported).rejects.toMatchObject({ code: '0A000' })
  await expect(unsupported).rejects.not.toBeInstanceOf(Problem)
})
