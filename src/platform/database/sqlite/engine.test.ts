import { execFileSync } from 'node:child_process'
import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { history } from '../../../../test/history.ts'
import { bootRollcall, byDate, importLines, temporaryFolder } from '../../../../test/rollcall.ts'
import { connect } from '../connect.ts'
import type { Database, DatabaseWait } from '../database.ts'
import { migrate } from '../migrate.ts'

const entity = (id: string) => ({ entity_id: id, name: id, time_zone: 'UTC', language: 'en' })

async function open(path = join(temporaryFolder(), 'rollcall.db'), onWait?: DatabaseWait) {
  const database = await connect(`sqlite:${path}`, onWait)
  onTestFinished(() => database.destroy())
  await migrate(database)
  return { database, path }
}

const count = async (database: Database) => (await database.selectFrom('entities').selectAll().execute()).length

describe('the file', () => {
  test('is readable only by its owner, like its log and its index, even after a chmod', async () => {
    const { database, path } = await open()
    await database.insertInto('entities').values(entity('a')).execute()
    for (const suffix of ['', '-wal', '-shm']) expect(statSync(path + suffix).mode & 0o777).toBe(0o600)
    await database.destroy()
    chmodSync(path, 0o644)
    await open(path)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('is written with WAL and synchronous=FULL', async () => {
    const { database } = await open()
    const pragmas = await database.transaction().execute(async (trx) => {
      const { rows: journal } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(trx)
      const { rows: synchronous } = await sql<{ synchronous: number }>`pragma synchronous`.execute(trx)
      return [journal[0]!.journal_mode, synchronous[0]!.synchronous]
    })
    expect(pragmas).toEqual(['wal', 2])
  })

  test('must be a regular file', async () => {
    await expect(connect(`sqlite:${temporaryFolder()}`)).rejects.toThrow('is not a regular file')
    await expect(connect('sqlite:/dev/null')).rejects.toThrow('/dev/null is not a regular file')
  })
})

describe('migrations', () => {
  test('run once when two processes start together', async () => {
    const path = join(temporaryFolder(), 'rollcall.db')
    const databases = await Promise.all([connect(`sqlite:${path}`), connect(`sqlite:${path}`)])
    onTestFinished(async () => void (await Promise.all(databases.map((database) => database.destroy()))))
    const applied = await Promise.all(databases.map((database) => migrate(database)))
    expect(applied.flat()).toEqual(['0001-schema'])
  })
})

describe('writes', () => {
  test('share a commit when they run concurrently', async () => {
    let commits = 0
    const { database } = await open(undefined, (kind) => void (kind === 'commit' && commits++))
    commits = 0
    await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        database
          .insertInto('entities')
          .values(entity(`e${i}`))
          .execute(),
      ),
    )
    expect(await count(database)).toBe(200)
    expect(commits).toBeLessThanOrEqual(3)
  })

  test('that change thousands of rows get a commit each, so that no commit blocks the event loop for long', async () => {
    let commits = 0
    const { database } = await open(undefined, (kind) => void (kind === 'commit' && commits++))
    const before = commits
    const large = (name: string) =>
      database.write((trx) =>
        sql`with recursive number(n) as (select 1 union all select n + 1 from number where n < 6000)
          insert into entities (entity_id, name, time_zone, language) select ${name} || n, ${name}, 'UTC', 'en' from number`.execute(
          trx,
        ),
      )
    await Promise.all([large('a'), large('b'), large('c')])
    expect([commits - before, await count(database)]).toEqual([3, 18_000])
  })

  test('all fail when SQLite rolls back their shared transaction', async () => {
    const { database } = await open()
    const first = database.insertInto('entities').values(entity('a')).execute()
    const second = database.transaction().execute(async (trx) => {
      await trx.insertInto('entities').values(entity('b')).execute()
      // SQLite does this by itself when the disk is full.
      await sql`rollback`.execute(trx)
    })
    const outcomes = await Promise.allSettled([first, second])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await database.insertInto('entities').values(entity('c')).execute()
    expect(await count(database)).toBe(1)
  })

  test('become visible when they are committed, and do not block readers', async () => {
    const { database } = await open()
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: written, resolve: wrote } = Promise.withResolvers<void>()
    const writing = database.transaction().execute(async (trx) => {
      await trx.insertInto('entities').values(entity('a')).execute()
      wrote()
      await held
    })
    await written
    expect(await count(database)).toBe(0)
    letGo()
    await writing
    expect(await count(database)).toBe(1)
  })

  test('wait for another process that writes, without blocking the event loop', async () => {
    const { database, path } = await open()
    const other = new DatabaseSync(path)
    onTestFinished(() => other.close())
    other.exec('begin immediate')
    const writing = database.insertInto('entities').values(entity('a')).execute()
    // The other connection commits on this thread, which a blocked event loop would prevent.
    await new Promise(setImmediate)
    expect(await count(database)).toBe(0)
    other.exec('commit')
    await writing
    expect(await count(database)).toBe(1)
  })

  test('that fail end the shared read transaction, so that the next read sees the commits of other processes', async () => {
    const { database, path } = await open()
    const other = new DatabaseSync(path)
    onTestFinished(() => other.close())
    expect(await count(database)).toBe(0)
    // In the same event loop tick, whose reads share a transaction.
    other.exec("insert into entities (entity_id, name, time_zone, language) values ('a', 'a', 'UTC', 'en')")
    await expect(database.insertInto('entities').values(entity('a')).execute()).rejects.toThrow('UNIQUE')
    expect(await count(database)).toBe(1)
  })

  test('fail with database-unavailable when another process keeps the database locked', async () => {
    const { database, path } = await open()
    const other = new DatabaseSync(path)
    onTestFinished(() => other.close())
    other.exec('begin immediate')
    const writes = ['a', 'b', 'c'].map((id) => database.insertInto('entities').values(entity(id)).execute())
    const outcomes = await Promise.allSettled(writes)
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: 'database-unavailable' } })
    other.exec('rollback')
    await database.insertInto('entities').values(entity('d')).execute()
    expect(await count(database)).toBe(1)
  })

  test('survive a kill once they are acknowledged', async () => {
    const { database, path } = await open()
    await database.destroy()
    const script = `
      import { connect } from ${JSON.stringify(new URL('../connect.ts', import.meta.url).href)}
      const database = await connect(${JSON.stringify(`sqlite:${path}`)})
      await Promise.all(Array.from({ length: 20 }, (_, i) => database.insertInto('entities')
        .values({ entity_id: 'e' + i, name: 'x', time_zone: 'UTC', language: 'en' }).execute()))
      process.kill(process.pid, 'SIGKILL')`
    expect(() => execFileSync(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })).toThrow()
    expect(await count((await open(path)).database)).toBe(20)
  })
})

describe('a backup', () => {
  test('taken during writes is complete, private, and serves the same records', async () => {
    const rollcall = await bootRollcall()
    await rollcall.given(...history())
    const target = join(rollcall.folder, 'backup.db')
    const writing = Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        rollcall.database
          .insertInto('entities')
          .values(entity(`e${i}`))
          .execute(),
      ),
    )
    await rollcall.database.engine.backup(target, () => {})
    await writing
    expect(statSync(target).mode & 0o777).toBe(0o600)

    const { database } = await open(target)
    expect(await database.engine.faults()).toEqual([])
    const records = await database.selectFrom('actions').select('record').execute()
    expect(`[${records[0]!.record}]`).toBe((await rollcall.get(byDate('2026-03-29'))).body)
    expect(await importLines(database, rollcall.folder, history())).toMatchObject({ action: 0, checkin_token: 0 })
  })

  test('does not overwrite a file', async () => {
    const { database, path } = await open()
    await expect(database.engine.backup(path, () => {})).rejects.toThrow('EEXIST')
  })
})

test('reports a dangling reference as a fault', async () => {
  const { database, path } = await open()
  await database.transaction().execute(async (trx) => {
    await sql`pragma defer_foreign_keys = on`.execute(trx)
  })
  await database.destroy()
  const raw = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  raw.exec(
    `insert into actions (entity_id, at, sequence, action_id, notification_id, action, channel, record)
     values ('nowhere', 1, 1, 'a', 'n', 'confirm', 'mobile', '{}')`,
  )
  raw.close()
  const damaged = (await open(path)).database
  expect(await damaged.engine.faults()).toEqual(['actions: a row references a missing row'])
})
