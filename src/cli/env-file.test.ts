import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { serveRollcall } from '../../test/process.ts'
import { temporaryFolder } from '../../test/rollcall.ts'

const main = fileURLToPath(new URL('../../bin/rollcall.js', import.meta.url))

/** Writes a file for --env-file that names a new database. */
async function settingsFile(...lines: string[]) {
  const folder = temporaryFolder()
  const file = join(folder, 'rollcall.env')
  writeFileSync(file, [`DATABASE_URL=sqlite:${join(folder, 'rollcall.db')}`, ...lines].join('\n'))
  await runCommand(['migrate', '--env-file', file])
  return file
}

test('rollcall check reports the variables of a file that nothing reads, without their values', async () => {
  const file = await settingsFile('SMPT_URL=smtp://canary', 'port=8080', 'METRICS_PORTS=9100', 'WEBHOOK_KEY=canary')
  const { code, stdout, stderr } = await runCommand(['check', '--env-file', file])
  expect([code, stdout.split('\n').sort()]).toEqual([
    1,
    [
      '',
      `${file}: nothing reads METRICS_PORTS`,
      `${file}: nothing reads SMPT_URL`,
      `${file}: nothing reads WEBHOOK_KEY`,
      `${file}: nothing reads port`,
    ],
  ])
  expect(stderr).not.toContain('canary')
})

test('a misspelt variable is named together with the fault that it causes', async () => {
  const file = join(temporaryFolder(), 'rollcall.env')
  writeFileSync(file, 'DATABSE_URL=sqlite:./canary.db\n')
  const nothingReads = `${file}: nothing reads DATABSE_URL`
  const DATABASE_URL = `sqlite:${join(temporaryFolder(), 'none.db')}`
  const missing = await runCommand(['check', '--env-file', file], { DATABASE_URL })
  const [first, second] = missing.stdout.split('\n')
  expect([missing.code, first]).toEqual([1, nothingReads])
  expect(second).toContain('the database cannot be opened: There is no database at ')
  for (const command of ['check', 'serve']) {
    const { code, stderr } = await runCommand([command, '--env-file', file], { PORT: 'abc' })
    expect([code, stderr]).toEqual([1, `Invalid environment: PORT must be 0–65535 (got abc).\n${nothingReads}\n`])
  }
})

test('rollcall check accepts variables that the commands and other programs read', async () => {
  const file = await settingsFile(
    ...['ROLLCALL_URL=http://127.0.0.1:1', 'ROLLCALL_TOKEN=x', 'ROLLCALL_TOKEN_FILE=x', 'COPY_FROM=x', 'COPY_TO=x'],
    ...['NODE_ENV=production', 'PGSSLMODE=require', 'ICU_TIMEZONE_FILES_DIR=/x', 'TZ=UTC', 'https_proxy=http://x'],
    ...['PORT=8081', 'SECRET_KEY=0123456789abcdef0123456789abcdef', 'SMS_FROM='],
  )
  expect(await runCommand(['check', '--env-file', file])).toMatchObject({ code: 0, stdout: '' })
})

test('rollcall serve logs both warnings once for all its workers', async () => {
  const file = await settingsFile('SMPT_URL=smtp://canary', 'SMS_FROM=Clinica')
  const { log, stop } = await serveRollcall({}, ['--workers', '2', '--env-file', file])
  await stop()
  const warnings = log()
    .split('\n')
    .filter((line) => line.includes('"level":40'))
  expect(warnings.map((line) => JSON.parse(line).msg)).toEqual([
    `${file}: nothing reads SMPT_URL`,
    'SMS_FROM has no effect unless SMS_URL is set',
  ])
  expect(log()).not.toContain('canary')
})

test('the clients of a service read its address and the token from a file, and the environment wins', async () => {
  const file = await settingsFile('ROLLCALL_URL=in-the-file', 'ROLLCALL_TOKEN=x')
  const stderrWith = async (env: NodeJS.ProcessEnv) =>
    (await runCommand(['actions', 'clinica', '2026-01-01', '--env-file', file], env)).stderr
  expect(await stderrWith({})).toContain('(got in-the-file)')
  expect(await stderrWith({ ROLLCALL_URL: 'in-the-environment' })).toContain('(got in-the-environment)')
  expect(await stderrWith({ ROLLCALL_TOKEN: 'x y' })).toContain('The access token contains white space')
})

test('Node does not read the file, also when the command is run by its name', () => {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
  const file = join(temporaryFolder(), 'none')
  const { status, stderr } = spawnSync(join(dirname(main), 'rollcall'), ['check', '--env-file', file], {
    env: { ...process.env, PATH },
  })
  expect([status, String(stderr)]).toEqual([
    2,
    `--env-file: ${file} does not exist. Check the path, and that its folder exists.\n`,
  ])
})

test('several files are read, and the first one wins', async () => {
  const [first, second] = [await settingsFile(), await settingsFile('PROT=8080')]
  const both = ['check', '--env-file', first, '--env-file', second]
  const { stdout, stderr } = await runCommand(both)
  expect(stdout).toBe(`${second}: nothing reads PROT\n`)
  expect(stderr).toContain(`database → sqlite:${join(first, '..', 'rollcall.db')}`)
})
