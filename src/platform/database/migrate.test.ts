import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { contact, notifications } from '../../../test/contact.ts'
import { temporaryDatabase } from '../../../test/databases.ts'
import { entity, notification } from '../../../test/history.ts'
import { laterMigrations } from '../../../test/later-migration.ts'
import { administer } from '../../../test/postgres-server.ts'
import { bootRollcall, byDate, byToken, byVisit, temporaryFolder } from '../../../test/rollcall.ts'
import { item, submission } from '../../../test/submission.ts'
import { waitingSessions } from '../../../test/waiting-sessions.ts'
import { connectForCommand } from './connect.ts'
import type { Database } from './database.ts'
import { migrate, migrateUntimed, pendingMigrations } from './migrate.ts'
import { tablesOf } from './tables.ts'

/** The tables, their columns, and their indexes with their definitions. */
async function structure(database: Database) {
  const tables = await tablesOf(database)
  const { rows } = await sql<{ index: string }>`
    select pg_get_indexdef(indexrelid) || case when indisvalid then '' else ' (invalid)' end as "index"
    from pg_index join pg_class on pg_class.oid = indexrelid and relnamespace = 'public'::regnamespace
    order by 1`.execute(database)
  return {
    tables: tables.map(({ name, columns, key }) => ({ name, key, columns: columns.toSorted() })),
    indexes: rows.map(({ index }) => index),
  }
}

describe('a migration', () => {
  test('by another process during a start is visible at once [sqlite]', async () => {
    const url = `sqlite:${join(temporaryFolder(), 'r.db')}`
    await using database = await connectForCommand(url)
    await migrateUntimed(database, url, async () => {
      const untimed = await connectForCommand(url)
      // Synchronous, so that this process stays in the tick of its first read.
      spawnSync(process.execPath, ['bin/rollcall.js', 'migrate'], { env: { ...process.env, DATABASE_URL: url } })
      return untimed
    })
    expect(await database.selectFrom('clock_readings').selectAll().execute()).toEqual([])
  })

  test('whose connection ends at any statement continues from that statement [postgres]', async () => {
    const whole = await structure((await bootRollcall({ engine: 'postgres' })).database)
    const url = await temporaryDatabase()
    await administer(url, endSessions)
    let attempts = 0
    for (let isDone = false; !isDone; attempts++) {
      await administer(url, `update testing.changes set allowed = ${attempts}; select setval('testing.made', 1, false)`)
      const database = await connectForCommand(url)
      isDone = await migrate(database).then(
        () => true,
        (error) => {
          expect(error).toMatchObject({ code: 'database-unavailable' })
          return false
        },
      )
      if (isDone) expect(await structure(database)).toEqual(whole)
      await database.destroy()
    }
    expect(attempts).toBeGreaterThan(5)
  })

  test('of a later version changes tables with rows, and an interrupted run repeats it [postgres]', async () => {
    const { database, given } = await bootRollcall({ url: await temporaryDatabase(inject('template')) })
    await given(entity(), notification({ id: 'n-1' }), notification({ id: 'n-2', external_id: 'A-2' }))
    await sql`alter table notifications add column later bigint`.execute(database)
    // It fails because both rows have the same values, and stays behind.
    const failing = sql`create unique index concurrently notifications_later on notifications (entity_id)`
    await expect(failing.execute(database)).rejects.toThrow('could not create unique index')
    expect((await structure(database)).indexes).toContainEqual(expect.stringContaining('(invalid)'))
    expect(await migrate(database, laterMigrations)).toEqual(['0002-later'])
    const { indexes, tables } = await structure(database)
    expect(indexes).not.toContainEqual(expect.stringContaining('(invalid)'))
    expect(indexes).toContainEqual(expect.stringContaining('notifications_later'))
    expect(tables).toContainEqual(expect.objectContaining({ name: 'later' }))
  })

  test('runs once when four processes start together [postgres]', async () => {
    const url = await temporaryDatabase()
    const databases = await Promise.all(Array.from({ length: 4 }, () => connectForCommand(url)))
    onTestFinished(async () => void (await Promise.all(databases.map((database) => database.destroy()))))
    const pending = await pendingMigrations(databases[0]!)
    const applied = await Promise.all(databases.map((database) => migrate(database)))
    expect(applied.flat().sort()).toEqual(pending)
  })

  test('that adds a column to each table fails no request of a running service [postgres]', async () => {
    const rollcall = await bootRollcall({ url: await temporaryDatabase(inject('template')) })
    await rollcall.given(entity())
    const maria = await contact(rollcall)
    const requests = async () => {
      const answered = await maria.answer('confirm')
      const checkin = byToken((await maria.token())!)
      const responses = [
        answered,
        await rollcall.get(checkin),
        await rollcall.post(`${checkin}/arrival`),
        await rollcall.post(`${checkin}/arrival/annulment`, { reason: 'Another contact' }),
        await rollcall.get(byDate('2026-03-29')),
        await rollcall.get(byVisit('2026-03-30')),
        await rollcall.post(notifications, submission(item({ external_id: 'A-9' }))),
        await maria.answer('cancel'),
      ]
      return responses.map(({ statusCode }) => statusCode)
    }
    const before = await requests()
    expect(before).toEqual([303, 200, 201, 201, 200, 200, 202, 303])
    for (const { name } of await tablesOf(rollcall.database)) {
      await rollcall.database.schema.alterTable(name).addColumn('later', 'text').execute()
    }
    expect(await requests()).toEqual(before)
  })

  test('that waits for a long transaction blocks no writes, and continues after it [postgres]', async () => {
    const { database, given, post, url } = await bootRollcall({ url: await temporaryDatabase(inject('template')) })
    await given(entity())
    const waiting = await connectForCommand(url)
    onTestFinished(() => waiting.destroy())
    const migrating = await database.transaction().execute(async (holder) => {
      await holder.selectFrom('notifications').select('notification_id').execute()
      const started = migrate(waiting, laterMigrations)
      for (let index = 0; index < 2; index++) {
        await expect.poll(() => waitingSessions(database)).toBeGreaterThan(0)
        const response = await post(notifications, submission(item({ external_id: `${index}` })))
        expect(response.statusCode).toBe(202)
      }
      return { started }
    })
    expect(await migrating.started).toEqual(['0002-later'])
    await sql`select later from notifications`.execute(database)
  })
})

test('the deletion of a notification finds its actions by an index [sqlite]', async () => {
  const { url } = await bootRollcall()
  const database = new DatabaseSync(url.slice('sqlite:'.length), { enableForeignKeyConstraints: true })
  onTestFinished(() => database.close())
  const steps = database
    .prepare("explain delete from notifications where entity_id = 'a' and notification_id = 'n'")
    .all()
  const roots = steps.filter(({ opcode }) => opcode === 'OpenRead').map(({ p2 }) => p2)
  const objects = database.prepare('select name, rootpage from sqlite_schema').all()
  const read = objects.filter(({ rootpage }) => roots.includes(rootpage!)).map(({ name }) => name)
  expect(read).toContain('actions_notification_index')
})

/** Ends the session of a schema change when `allowed` others have been made. */
const endSessions = `
  create schema testing;
  create table testing.changes (allowed integer);
  insert into testing.changes values (0);
  create sequence testing.made;
  create function testing.end_session() returns event_trigger language plpgsql as $$ begin
    if nextval('testing.made') > (select allowed from testing.changes) then
      perform pg_terminate_backend(pg_backend_pid()), pg_sleep(10);
    end if;
  end $$;
  create event trigger end_session on ddl_command_start execute function testing.end_session()`
