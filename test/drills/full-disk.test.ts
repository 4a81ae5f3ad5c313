import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runRollcall, serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'
import { item, later, submission } from '../submission.ts'
import { faultyDisk } from './faulty-disk.ts'

const add = ['entity', 'add', 'clinic', '--name', 'Clinic', '--time-zone', 'UTC']

async function newDatabase() {
  const folder = temporaryFolder()
  const file = join(folder, 'rollcall.db')
  const env = { DATABASE_URL: `sqlite:${file}`, RATE_LIMIT: '0' }
  await runRollcall(add, env)
  return { folder, file, env, disk: faultyDisk(folder) }
}

test('a backup that runs out of space fails, leaves no file, and works when there is space again', async () => {
  const { folder, env, disk } = await newDatabase()
  const target = join(folder, 'backup.db')
  const before = readdirSync(folder)
  for (const room of [0, 8_192, 100_000]) {
    disk.fill(`${target}*`, room)
    const full = await runRollcall(['backup', target], { ...env, ...disk.env })
    expect(full).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('full') })
    disk.mend()
    expect(readdirSync(folder)).toEqual(before)
  }
  expect(await runRollcall(['backup', target], { ...env, ...disk.env })).toMatchObject({ code: 0 })
  expect(await runRollcall(['check'], { DATABASE_URL: `sqlite:${target}` })).toMatchObject({ code: 0 })
}, 60_000)

test('a restore that runs out of space fails, leaves everything as it was, and works when there is space again', async () => {
  const { folder, file, env, disk } = await newDatabase()
  const backup = join(folder, 'backup.db')
  await runRollcall(['backup', backup], env)
  const before = readdirSync(folder)
  disk.fill(`${file}.draft-*`)
  const full = await runRollcall(['restore', backup], { ...env, ...disk.env })
  expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining('ENOSPC') })
  expect(readdirSync(folder)).toEqual([...before, 'faulty-disk'].sort())
  disk.mend()
  expect(await runRollcall(['restore', backup], { ...env, ...disk.env })).toMatchObject({ code: 0 })
  expect(await runRollcall(['check'], env)).toMatchObject({ code: 0 })
}, 60_000)

test('writes get 503 while the disk is full, reads go on, and writes work again when it is not', async () => {
  const { file, env, disk } = await newDatabase()
  const grant = ['--scope', 'actions:read', 'notifications:write', '--all-entities']
  const token = (await runRollcall(['token', 'create', '--name', 'x', ...grant], env)).stdout.trim()
  const { address, child, stop } = await serveRollcall({ ...env, ...disk.env })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify(submission(item(later)))
  const submit = async () =>
    (await fetch(`${address}/v1/notifications/clinic`, { method: 'POST', headers, body })).status
  const list = async () =>
    (await fetch(`${address}/v1/metrics/notifications/actions/clinic/bydate/2026-03-29/2026-03-29`, { headers })).status
  expect(await submit()).toBe(202)
  disk.fill(`${file}*`)
  expect(await Promise.all([submit(), submit(), list()])).toEqual([503, 503, 200])
  disk.mend()
  expect([await submit(), await list()]).toEqual([202, 200])
  expect(child.exitCode).toBe(null)
  await stop()
  expect(await runRollcall(['check'], env)).toMatchObject({ code: 0 })
}, 60_000)
