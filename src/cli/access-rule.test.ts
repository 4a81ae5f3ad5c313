import { expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { entity } from '../../test/history.ts'
import { bootRollcall } from '../../test/rollcall.ts'

test('access-rule gives rights to groups in order, replaces them in place, and removes them', async () => {
  const { url, given } = await bootRollcall()
  await given(entity())
  const run = (...words: string[]) => runCommand(['access-rule', ...words], { DATABASE_URL: url })
  const list = async () => JSON.parse((await run('list', '--json')).stdout)
  const desk = ['--scope', 'checkin:read', '--scope', 'checkin:write', '--entity', 'clinica-lisboa']
  expect((await run('set', '/desk', ...desk)).code).toBe(0)
  expect((await run('set', 'CN=Staff, DC=clinic', '--scope', 'actions:read', '--all-entities')).code).toBe(0)
  expect((await run('set', '/desk', '--scope', 'checkin:read', '--entity', 'clinica-lisboa')).code).toBe(0)
  expect(await list()).toEqual([
    { group: '/desk', scopes: ['checkin:read'], entities: ['clinica-lisboa'] },
    { group: 'CN=Staff, DC=clinic', scopes: ['actions:read'], entities: 'all' },
  ])
  expect((await run('list')).stdout).toContain('all entities')
  expect((await run('remove', '/desk')).code).toBe(0)
  expect((await run('remove', '/desk')).code).toBe(1)
  expect(await list()).toHaveLength(1)
  expect((await run('set', 'x', '--scope', 'admin', '--entity', 'no-such')).code).toBe(1)
  expect((await run('set', 'x', '--scope', 'admin')).code).toBe(2)
})
