import { expect, test } from 'vitest'
import { joinWithPassword, secretOf, signInWithPassword } from '../../test/accounts.ts'
import { runCommand } from '../../test/command.ts'
import { entity } from '../../test/history.ts'
import { bootRollcall } from '../../test/rollcall.ts'

test('account invites people, lists them, makes new links and removes them', async () => {
  const rollcall = await bootRollcall()
  await rollcall.given(entity())
  const env = { DATABASE_URL: rollcall.url, PUBLIC_URL: 'https://rollcall.example' }
  const run = (...words: string[]) => runCommand(['account', ...words], env)
  const list = async () => JSON.parse((await run('list', '--json')).stdout)
  const invited = await run('invite', 'Ana Reis', '--role', 'administrator', '--all-entities')
  expect(invited.stdout).toMatch(/^https:\/\/rollcall\.example\/account#invitation=[\w-]{43}\n$/)
  const first = await list()
  expect(first).toMatchObject([
    { name: 'Ana Reis', role: 'administrator', state: 'invited', created_by: 'command line' },
  ])
  const { id } = first[0]
  const link = JSON.parse((await run('link', id, '--json')).stdout)
  // The clock of the test is not that of the command, which is later.
  expect((await joinWithPassword(rollcall, secretOf(link.url))).statusCode).toBe(204)
  expect((await signInWithPassword(rollcall, 'Ana Reis')).statusCode).toBe(204)
  expect((await run('list')).stdout).toContain('all entities')
  expect((await run('remove', id)).code).toBe(0)
  expect((await run('remove', id)).code).toBe(1)
  expect(await list()).toEqual([])
  expect((await run('invite', 'x', '--role', 'reception', '--entity', 'no-such')).code).toBe(1)
  expect((await run('invite', 'x', '--role', 'root', '--all-entities')).code).toBe(2)
})
