import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, inject, test } from 'vitest'
import { backedUp, entitiesOf, leaveLog } from '../../test/backed-up.ts'
import { runCommand } from '../../test/command.ts'
import { serveRollcall } from '../../test/process.ts'

describe('rollcall restore', () => {
  test('puts a backup in place without the log of the old database, and keeps both databases', async () => {
    const { path, backup, env } = await backedUp()
    leaveLog(path)
    const { code, stdout, stderr } = await runCommand(['restore', backup, '--json'], env)
    expect({ code, result: JSON.parse(stdout) }).toEqual({ code: 0, result: { path, old: `${path}.before-restore-1` } })
    expect(stderr).toContain('rollcall.key is unchanged')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await entitiesOf(path)).toEqual(['early'])
    expect(statSync(`${path}.before-restore-1/rollcall.db-wal`).size).toBeGreaterThan(0)
    expect(await entitiesOf(`${path}.before-restore-1/rollcall.db`)).toEqual(['early', 'late', 'unsaved'])
    await runCommand(['restore', backup], env)
    expect(existsSync(`${path}.before-restore-2/rollcall.db`)).toBe(true)
  })

  test('refuses while a service has the database open, also just after its creation or migration', async () => {
    const { folder, backup } = await backedUp()
    const path = join(folder, 'new.db')
    const env = { DATABASE_URL: `sqlite:${path}` }
    const { child, stop } = await serveRollcall(env)
    const refused = await runCommand(['restore', backup], env)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`${path} is in use. Stop Rollcall`) })
    // Also when SQLite cannot read the file any more.
    const descriptor = openSync(path, 'r+')
    writeSync(descriptor, Buffer.alloc(8_192, 0xab))
    closeSync(descriptor)
    expect(await runCommand(['restore', backup], env)).toMatchObject({ code: 1, stderr: refused.stderr })
    expect(readdirSync(folder).filter((name) => /draft|restor/.test(name))).toEqual([])
    expect(child.exitCode).toBe(null)
    await stop()
    expect(await runCommand(['restore', backup], env)).toMatchObject({ code: 0 })
    expect(await entitiesOf(path)).toEqual(['early'])
  })

  test('replaces a damaged, an empty and a missing database', async () => {
    const { path, backup, env } = await backedUp()
    leaveLog(path)
    const log = statSync(`${path}-wal`).size
    const damage = [
      () => writeFileSync(path, 'not a database '.repeat(2_000)),
      () => writeFileSync(path, ''),
      () => rmSync(path),
    ]
    for (const [index, ruin] of damage.entries()) {
      const folder = `${path}.before-restore-${index + 1}`
      ruin()
      expect(await runCommand(['restore', backup], env)).toMatchObject({ code: 0 })
      expect(await entitiesOf(path)).toEqual(['early'])
      if (index === 0) expect(statSync(`${folder}/rollcall.db-wal`).size).toBe(log)
      expect(existsSync(`${folder}/rollcall.db`)).toBe(index < 2)
    }
  })

  test('refuses a backup that is damaged, newer, in use or of another kind, and changes nothing', async () => {
    const { folder, path, backup, env } = await backedUp()
    const make = (name: string, change: (file: string) => void) => {
      const file = join(folder, name)
      copyFileSync(backup, file)
      change(file)
      return file
    }
    const run = (statement: string) => (file: string) => {
      const database = new DatabaseSync(file)
      database.exec(statement)
      database.close()
    }
    const cases: [file: string, words: string][] = [
      [join(folder, 'none.db'), 'There is no file '],
      [path, 'is the database itself'],
      [make('text.db', (file) => writeFileSync(file, 'text '.repeat(10_000))), 'file is not a database'],
      [
        make('other.db', (file) => rmSync(file) ?? run('create table other (a)')(file)),
        'it is not a Rollcall database',
      ],
      [make('newer.db', run("insert into kysely_migration values ('0999-later', '')")), 'newer than this program'],
      [make('used.db', (file) => writeFileSync(`${file}-wal`, 'log')), 'is a database in use, since it has a log.'],
      [
        make('damaged.db', (file) => {
          const descriptor = openSync(file, 'r+')
          writeSync(descriptor, Buffer.alloc(8_192, 0xab), 0, 8_192, 5 * 8_192)
          closeSync(descriptor)
        }),
        'damaged.db cannot be restored: ',
      ],
    ]
    const before = readdirSync(folder).sort()
    for (const [file, words] of cases) {
      const { code, stdout, stderr } = await runCommand(['restore', file], env)
      expect({ file, code, stdout }).toEqual({ file, code: 1, stdout: '' })
      expect(stderr).toContain(words)
      expect(stderr).not.toMatch(/\n\s+at /)
    }
    expect(readdirSync(folder).sort()).toEqual(before)
    expect(await entitiesOf(path)).toEqual(['early', 'late'])
  })

  test("points to PostgreSQL's own tools", async () => {
    const { code, stderr } = await runCommand(['restore', 'x'], { DATABASE_URL: inject('postgres') })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('pg_restore') })
  })
})
