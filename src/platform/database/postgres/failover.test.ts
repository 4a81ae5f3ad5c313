import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../../../test/command.ts'
import {
  administer,
  createDatabase,
  databaseAt,
  query,
  startPostgres,
  startReplica,
} from '../../../../test/postgres-server.ts'
import { connectForCommand } from '../connect.ts'
import { migrate } from '../migrate.ts'

let primary: Awaited<ReturnType<typeof startPostgres>>
let named: Awaited<ReturnType<typeof startReplica>>
let unnamed: Awaited<ReturnType<typeof startReplica>>
let database: string
beforeAll(async () => {
  primary = await startPostgres()
  database = await createDatabase(primary.url, 'failover')
  named = await startReplica(primary, ['cluster_name=a', 'hot_standby_feedback=on'])
  unnamed = await startReplica(primary, ['recovery_min_apply_delay=5min', 'hot_standby_feedback=off'])
  await using migrated = await connectForCommand(database)
  await migrate(migrated)
})
afterAll(async () => {
  await unnamed?.stop()
  await named?.stop()
  await primary.stop()
})

/** Runs `rollcall check` with these standbys, and with this setting on the primary. */
async function check(names: string, ...standbys: { urlOf(name: string): string }[]) {
  for (const statement of [`alter system set synchronous_standby_names = '${names}'`, 'select pg_reload_conf()']) {
    await administer(primary.url, statement)
  }
  const select = `select from pg_settings where name = 'synchronous_standby_names' and setting = '${names}'`
  await expect.poll(async () => (await query(primary.url, select)).rowCount).toBe(1)
  const { code, stdout, stderr } = await runCommand(['check', '--json'], {
    ...{ DATABASE_URL: database, SECRET_KEY: 'k'.repeat(32) },
    ...{ READ_FROM: 'replica', DATABASE_REPLICA_URL: standbys.map(({ urlOf }) => urlOf('failover')).join() },
  })
  return {
    code,
    faults: JSON.parse(stdout).faults.join('\n') as string,
    warnings: stderr.match(/(Warning|Note): .*/g) ?? [],
  }
}

describe('rollcall check on a primary with standbys', () => {
  test('warns that a failover can lose writes while no standby confirms them', async () => {
    const { code, faults, warnings } = await check('', named)
    expect([code, faults]).toEqual([0, ''])
    expect(warnings).toEqual([expect.stringContaining('synchronous_standby_names is empty')])
  })

  test('reports that every write waits if no standby has the name', async () => {
    const { code, faults } = await check('ANY 1 (b, c)', named)
    expect([code, faults]).toEqual([1, expect.stringContaining('no connected standby has such a name')])
  })

  test('warns that writes depend on one standby', async () => {
    const shows = () => check('ANY 1 (a, b)', named)
    await expect
      .poll(async () => (await shows()).warnings)
      .toEqual([expect.stringContaining('only one standby confirms')])
    expect((await shows()).code).toBe(0)
  })

  test('reports a standby without a name, and one that replays late', async () => {
    const { code, faults, warnings } = await check('ANY 1 (a, b)', named, unnamed)
    expect([code, faults]).toEqual([1, expect.stringContaining('cluster_name is empty')])
    expect(faults).toContain('recovery_min_apply_delay is 300000 ms')
    expect(warnings.join()).toContain('hot_standby_feedback is off')
  })

  test('notes that a replica is the current primary, as after each failover', async () => {
    const itself = { urlOf: (name: string) => databaseAt(primary.url, name) }
    const { code, faults, warnings } = await check('ANY 1 (a)', itself, named)
    expect([code, faults]).toEqual([0, ''])
    expect(warnings).toContainEqual(
      expect.stringMatching(
        /^Note: replica postgres:.*: it is the current primary, so it does not serve reads as a replica\.$/,
      ),
    )
  })

  test('reports another server that takes writes', async () => {
    const second = await startReplica(primary, ['cluster_name=c', 'hot_standby_feedback=on'])
    onTestFinished(() => second.stop())
    expect((await check('', named, second)).code).toBe(0)
    await second.ask('select pg_promote()')
    const { code, faults } = await check('', named, second)
    expect([code, faults]).toEqual([1, expect.stringContaining('it is not a standby')])
  })
})
