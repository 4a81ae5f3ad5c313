import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { history } from '../../test/history.ts'
import { bootRollcall, temporaryFolder } from '../../test/rollcall.ts'

const clinic = ['add', 'clinica', '--name', 'Clínica', '--time-zone', 'Europe/Lisbon', '--language', 'pt-PT']

test('entity adds, lists, changes and removes entities', async () => {
  const env = { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'rollcall.db')}` }
  const run = (...args: string[]) => runCommand(['entity', ...args], env)
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)
  expect((await run(...clinic)).code).toBe(0)
  expect(await run(...clinic)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Entity clinica already exists/),
  })
  await run('set', 'clinica', '--time-zone', 'Atlantic/Azores', '--phone', '213 000 000')
  const changed = {
    id: 'clinica',
    name: 'Clínica',
    time_zone: 'Atlantic/Azores',
    language: 'pt-PT',
    names: 'first',
    arrive_early: 120,
    arrive_late: 60,
    opening_days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  }
  expect(await json('list')).toEqual([{ ...changed, phone: '213 000 000' }])
  const address = { address: 'Rua 1' }
  expect(await json('set', 'clinica', '--phone', '', '--address', 'Rua 1')).toEqual({ ...changed, ...address })
  expect(await json('set', 'clinica', '--names', 'initials')).toMatchObject({ ...address, names: 'initials' })
  expect(await json('set', 'clinica', '--arrive-early', '30')).toMatchObject({ arrive_early: 30, arrive_late: 60 })
  const another = ['add', 'b', '--name', 'B', '--time-zone', 'UTC', '--names']
  expect(await json(...another, 'none')).toMatchObject({ id: 'b', names: 'none' })
  expect(await run(...another, 'none')).toMatchObject({ code: 1, stderr: 'Entity b already exists.\n' })
  expect((await run(...another, 'last')).stderr).toContain('Allowed choices are first, full')
  expect(await run('remove', 'b')).toMatchObject({ code: 0, stderr: 'Removed b.\n' })
  expect(await json('list')).toHaveLength(1)
  expect(await run(...another, 'none')).toMatchObject({ code: 1, stderr: expect.stringContaining('not used again') })
})

test('entity removes no entity with data', async () => {
  const { url, given } = await bootRollcall()
  await given(...history())
  const { code, stderr } = await runCommand(['entity', 'remove', 'clinica-lisboa'], { DATABASE_URL: url })
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Entity clinica-lisboa has data \(.*actions: 1/)])
})
