import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { temporaryDatabase } from '../../test/databases.ts'
import { history } from '../../test/history.ts'
import { serveRollcall } from '../../test/process.ts'
import { byDate, temporaryFolder, writeHistory } from '../../test/rollcall.ts'

async function historyInSqlite() {
  const folder = temporaryFolder()
  const from = `sqlite:${join(folder, 'rollcall.db')}`
  await runCommand(['import', writeHistory(folder, history())], { DATABASE_URL: from })
  return { folder, from }
}

describe('rollcall copy', () => {
  test('fills a new PostgreSQL database, prints the remaining steps, and can be run again', async () => {
    const { folder, from } = await historyInSqlite()
    const keyFile = join(folder, 'rollcall.key')
    writeFileSync(keyFile, 'a key of the tests with 32 characters\n', { mode: 0o600 })
    const created = ['token', 'create', '--name', 'his', '--scope', 'actions:read', '--all-entities']
    const token = (await runCommand(created, { DATABASE_URL: from })).stdout.trim()
    const to = await temporaryDatabase()

    const copied = await runCommand(['copy', '--from', from, '--json'], { COPY_TO: to })
    expect(copied.code).toBe(0)
    const { tables } = JSON.parse(copied.stdout)
    const checksum = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect(tables).toContainEqual({ table: 'actions', rows: 1, copied: 1, sha256: checksum })
    expect(tables).toContainEqual({ table: 'access_tokens', rows: 1, copied: 1, sha256: checksum })
    expect(copied.stderr).toMatch(/^Copied 6 rows\.\n/)
    expect(copied.stderr).toContain(`SECRET_KEY of every process to the previous value, or the content of ${keyFile}.`)
    expect(copied.stderr).not.toContain('postgres:')

    const again = await runCommand(['copy'], { COPY_FROM: from, COPY_TO: to, DATABASE_URL: from })
    expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^actions +1 +[0-9a-f]{64}$/m) })
    expect(again.stderr).toMatch(/^Nothing new: the target already contains every row\.\n/)

    const { address } = await serveRollcall({ DATABASE_URL: to, SECRET_KEY: 'a key of the tests with 32 characters' })
    const answer = await fetch(address + byDate('2026-03-29'), { headers: { authorization: `Bearer ${token}` } })
    expect(await answer.json()).toMatchObject([{ action: 'confirm', notification_id: 'n-1' }])
  })

  test('refuses a target with other data, and prints the remedy', async () => {
    const [{ from }, { from: to }] = [await historyInSqlite(), await historyInSqlite()]
    await runCommand(['entity', 'add', 'x', '--name', 'X', '--time-zone', 'UTC', '--language', 'en'], {
      DATABASE_URL: to,
    })
    const { code, stdout, stderr } = await runCommand(['copy', '--from', from, '--to', to])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('entities (entity_id x) is not in the source.\nNothing was overwritten.')
    expect(stderr).toContain('copy into a new database')
  })

  test('takes the target from DATABASE_URL, and options before the environment', async () => {
    const { folder, from } = await historyInSqlite()
    const to = `sqlite:${join(folder, 'copy.db')}`
    const copied = await runCommand(['copy', '--from', from], { COPY_FROM: 'no address', DATABASE_URL: to })
    expect(copied).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Copied 5 rows\.\n/) })
    const file = join(folder, '.env')
    writeFileSync(file, `COPY_FROM=${from}\nCOPY_TO=${to}\n`)
    const again = await runCommand(['copy', '--env-file', file])
    expect(again).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Nothing new/) })
  })

  test('warns of a password in an argument without repeating it', async () => {
    const none = `sqlite:${join(temporaryFolder(), 'none.db')}`
    for (const to of ['postgres://rollcall:canary@127.0.0.1:1/x', 'postgres://127.0.0.1:1/x?password=canary']) {
      const warned = await runCommand(['copy', '--from', none, '--to', to])
      expect(warned.stderr).toContain('can see the password in --to. Set COPY_TO instead.\n')
      expect(warned.stderr).not.toContain('canary')
      expect((await runCommand(['copy', '--from', none], { COPY_TO: to })).stderr).not.toContain('password')
    }
  })

  test('distinguishes wrong usage from a missing database', async () => {
    const none = `sqlite:${join(temporaryFolder(), 'none.db')}`
    const cases: [from: string, to: string, code: number, words: string][] = [
      ['rollcall.db', none, 2, '--from and --to accept sqlite:<path> or postgres://<database>.'],
      [none, none, 2, '--from and --to are the same database.'],
      [none, 'sqlite:./other.db', 1, 'There is no database at '],
    ]
    for (const [from, to, code, words] of cases) {
      const outcome = await runCommand(['copy', '--from', from, '--to', to])
      expect(outcome).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(words) })
    }
    const unset = await runCommand(['copy'], { COPY_FROM: '', DATABASE_URL: none })
    expect(unset).toMatchObject({ code: 2, stderr: expect.stringContaining('Set COPY_FROM or --from to the address') })
  })
})
