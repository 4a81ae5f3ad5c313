import { chmodSync, closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { overwrite, type Page, pageOf, pagesOf } from '../../test/damaged-pages.ts'
import { action, entity, notification } from '../../test/history.ts'
import { lyingProvider } from '../../test/lying-provider.ts'
import { bootRollcall, temporaryFolder, writeHistory } from '../../test/rollcall.ts'

const clinics = ['clinic-1', 'clinic-2', 'clinic-3']
const numbers = Array.from({ length: 700 }, (_, index) => index)

async function newDatabase(rows = numbers) {
  const folder = temporaryFolder()
  const file = join(folder, 'rollcall.db')
  const env = { DATABASE_URL: `sqlite:${file}` }
  const lines = clinics.flatMap((entity_id) => [
    entity({ id: entity_id }),
    ...rows.map((n) => notification({ entity_id, id: `n-${n}` })),
    ...rows.map((n) => action({ entity_id, id: `a-${n}`, notification_id: `n-${n}` })),
  ])
  await runCommand(['import', writeHistory(folder, lines)], env)
  return { file, env }
}

/** Runs `rollcall check` with and without --json. Returns the faults, which must be the same. */
async function faultsOf(env: NodeJS.ProcessEnv): Promise<string[]> {
  const plain = await runCommand(['check'], env)
  const json = await runCommand(['check', '--json'], env)
  const { faults } = JSON.parse(json.stdout)
  expect([plain.code, json.code]).toEqual(faults.length > 0 ? [1, 1] : [0, 0])
  expect(plain.stdout).toBe(faults.map((fault: string) => `${fault}\n`).join(''))
  expect(plain.stderr).not.toMatch(/\n\s+at /)
  return faults
}

const onlyPageOf = (file: string, table: string): Page => pagesOf(file).find((page) => page.table === table)!

describe('rollcall check', () => {
  test('names damaged tables, and the entities with unreadable rows', async () => {
    const { file, env } = await newDatabase()
    expect(await faultsOf(env)).toEqual([])
    const pages = [
      pageOf(file, 'actions', 'clinic-2', ['clinic-1', 'clinic-3']),
      pageOf(file, 'notifications_of_task', 'clinic-3', ['clinic-1', 'clinic-2']),
    ]
    for (const page of pages) overwrite(file, page)
    expect(await faultsOf(env)).toEqual([
      expect.stringMatching(/^table actions is damaged: /),
      'entity clinic-2: some of its rows in actions cannot be read',
      expect.stringMatching(/^table notifications is damaged: /),
      'entity clinic-3: some of its rows in notifications cannot be read',
      'references between tables cannot be checked: database disk image is malformed',
    ])
  })

  test('names the table of migrations when it cannot be read, and checks the others', async () => {
    const { file, env } = await newDatabase([])
    overwrite(file, onlyPageOf(file, 'sqlite_autoindex_kysely_migration_1'))
    expect(await faultsOf(env)).toEqual([
      'the list of migrations cannot be read: database disk image is malformed',
      expect.stringMatching(/^table kysely_migration is damaged: /),
    ])
  })

  test('says that the time-zone rules of the entities cannot be read', async () => {
    const { file, env } = await newDatabase([])
    overwrite(file, onlyPageOf(file, 'entities'))
    expect(await faultsOf(env)).toContain(
      'the time-zone rules of the entities cannot be read: database disk image is malformed',
    )
  })

  test('prints no control characters of a path', async () => {
    const { stderr } = await runCommand(['check'], { DATABASE_URL: `sqlite:${temporaryFolder()}/a\u202e\u001b[2Jb.db` })
    expect(stderr).toContain('a\ufffd\ufffd[2Jb.db')
  })

  test('reports a database that a newer Rollcall wrote', async () => {
    const { file, env } = await newDatabase([])
    const database = new DatabaseSync(file)
    database.exec("insert into kysely_migration values ('0999-later', '')")
    database.close()
    expect(await faultsOf(env)).toEqual([
      expect.stringContaining('The database is newer than this program: it has 0999-later. Start the Rollcall version'),
    ])
  })

  test('reports an unreadable schema or file', async () => {
    const { file, env } = await newDatabase([])
    for (const page of pagesOf(file).filter(({ table }) => table === 'sqlite_schema')) overwrite(file, page)
    expect(await faultsOf(env)).toEqual([expect.stringMatching(/^the database cannot be opened: /)])
    writeFileSync(file, 'no database, but long enough to be taken for one'.repeat(1_000))
    expect(await faultsOf(env)).toEqual(['the database cannot be opened: file is not a database'])
    closeSync(openSync(file, 'w'))
    expect((await faultsOf(env))[0]).toMatch(/^the database lacks 0001-schema. Run "rollcall migrate"$/)
    ftruncateSync(openSync(file, 'r+'), 100)
    expect(await faultsOf(env)).toEqual([expect.stringMatching(/^the database cannot be opened: /)])
  })

  test('reports that the identity provider does not respond, or names itself otherwise', async () => {
    const env = { DATABASE_URL: (await bootRollcall()).url }
    const { issuer } = await lyingProvider()
    const client = { PUBLIC_URL: 'https://rollcall.example', OIDC_CLIENT_ID: 'rollcall', OIDC_CLIENT_SECRET: 's' }
    expect(await faultsOf({ ...env, ...client, OIDC_ISSUER: issuer })).toEqual([])
    const other = issuer.replace('127.0.0.1', 'localhost')
    expect(await faultsOf({ ...env, ...client, OIDC_ISSUER: other })).toEqual([
      expect.stringMatching(/^nobody can sign in with http:.*issuer does not match/),
    ])
    expect(await faultsOf({ ...env, ...client, OIDC_ISSUER: 'http://127.0.0.1:1' })).toEqual([
      expect.stringMatching(/^nobody can sign in with http:\/\/127\.0\.0\.1:1: fetch failed/),
    ])
  })
})

test('rollcall check names a key file that the service refuses', async () => {
  const folder = temporaryFolder()
  const env = { DATABASE_URL: `sqlite:${join(folder, 'rollcall.db')}` }
  expect((await runCommand(['migrate'], env)).code).toBe(0)
  const key = join(folder, 'rollcall.key')
  writeFileSync(key, 'short', { mode: 0o600 })
  expect(await faultsOf(env)).toEqual([expect.stringContaining('has a key of 5 characters')])
  chmodSync(key, 0o644)
  expect(await faultsOf(env)).toEqual([expect.stringContaining('has mode 0644')])
})

test('rollcall check warns if contacts elsewhere get links without TLS', async () => {
  const { DATABASE_URL } = { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'rollcall.db')}` }
  await runCommand(['migrate'], { DATABASE_URL })
  const warned = async (env: NodeJS.ProcessEnv) =>
    (await runCommand(['check'], { DATABASE_URL, ...env })).stderr.includes('PUBLIC_URL is an http: address')
  const SMTP_URL = 'smtp://127.0.0.1:9'
  expect(await warned({ SMTP_URL, PUBLIC_URL: 'http://rollcall.example' })).toBe(true)
  expect(await warned({ SMTP_URL, PUBLIC_URL: 'https://rollcall.example' })).toBe(false)
  expect(await warned({ SMTP_URL, PUBLIC_URL: 'http://127.0.0.1:8080' })).toBe(false)
  expect(await warned({ PUBLIC_URL: 'http://rollcall.example' })).toBe(false)
})

test('check names the entities whose visits are never deleted', async () => {
  const { env } = await newDatabase([])
  const periods = join(temporaryFolder(), 'periods.json')
  writeFileSync(periods, JSON.stringify({ notifications: 'P1Y' }))
  await runCommand(['retention', 'set', 'clinic-2', periods], env)
  expect((await runCommand(['check'], env)).stderr).toContain(
    'The data of visits are never deleted: clinic-1, clinic-3. "rollcall retention set" changes that.',
  )
})
