import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { temporaryFolder } from '../../test/rollcall.ts'

const addsNothing = [
  ['entity', 'list'],
  ['entity', 'set', 'clinic', '--name', 'Clinic'],
  ['token', 'list'],
  ['token', 'revoke', 'x'],
]

const newPath = () => join(temporaryFolder(), 'data', 'rollcall.db')

test('commands that add nothing do not create a database, and name a command that does', async () => {
  const path = newPath()
  for (const args of [...addsNothing, ['backup', `${path}.copy`], ['check']]) {
    const { code, stdout, stderr } = await runCommand(args, { DATABASE_URL: `sqlite:${path}` })
    expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: '' })
    expect(stderr).toContain(`There is no database at ${path}.`)
    expect(stderr).toContain('Before the first start this is normal: "rollcall serve" or "rollcall migrate" creates')
  }
  expect(existsSync(join(path, '..'))).toBe(false)
})

test('commands that add nothing do not migrate, and name the command that does', async () => {
  const path = join(temporaryFolder(), 'rollcall.db')
  const env = { DATABASE_URL: `sqlite:${path}` }
  writeFileSync(path, '')
  for (const args of [...addsNothing, ['copy', '--from', env.DATABASE_URL, '--to', `sqlite:${newPath()}`]]) {
    const { code, stdout, stderr } = await runCommand(args, env)
    expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: '' })
    expect(stderr).toMatch(/^The database lacks 0001-schema\. Run "rollcall migrate"\.\n$/)
  }
  expect((await runCommand(['migrate'], env)).stderr).toContain('Applied 0001-schema.')
})

test('backup also copies a database that is not up to date', async () => {
  const path = join(temporaryFolder(), 'rollcall.db')
  writeFileSync(path, '')
  const copied = await runCommand(['backup', `${path}.copy`], { DATABASE_URL: `sqlite:${path}` })
  expect(copied).toMatchObject({ code: 0, stderr: expect.stringContaining(`"rollcall restore ${path}.copy"`) })
  expect((await runCommand(['migrate'], { DATABASE_URL: `sqlite:${path}` })).stderr).toContain('Applied 0001-schema.')
})

test('commands that add something create the database', async () => {
  const env = { DATABASE_URL: `sqlite:${newPath()}` }
  const add = ['entity', 'add', 'clinic', '--name', 'Clinic', '--time-zone', 'UTC']
  expect(await runCommand(add, env)).toMatchObject({ code: 0, stderr: 'Added clinic.\n' })
})
