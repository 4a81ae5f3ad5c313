import { expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { entity } from '../../test/history.ts'
import { bootRollcall } from '../../test/rollcall.ts'

test('token creates a test token', async () => {
  const { url, given } = await bootRollcall()
  await given(entity())
  const env = { DATABASE_URL: url }
  const grant = ['--scope', 'notifications:write', '--all-entities', '--test']
  const created = await runCommand(['token', 'create', '--name', 'integrator', ...grant], env)
  expect(created.stdout).toMatch(/^rc_test_[0-9A-Za-z]{36}\n$/)
  expect((await runCommand(['token', 'list'], env)).stdout).toMatch(/never expires, test.* integrator/)
})

test('token creates an access token, shows it once, lists and revokes it', async () => {
  const { url, given } = await bootRollcall()
  await given(entity())
  const env = { DATABASE_URL: url }
  const grant = ['--scope', 'actions:read', '--scope', 'checkin:read', '--entity', 'clinica-lisboa', '--expires', '90d']
  const created = await runCommand(['token', 'create', '--name', 'desk', ...grant], env)
  expect(created.stdout).toMatch(/^rc_[0-9A-Za-z]{36}\n$/)
  const list = JSON.parse((await runCommand(['token', 'list', '--json'], env)).stdout)
  const listed = list.find(({ name }: { name: string }) => name === 'desk')
  expect(listed).toMatchObject({ scopes: ['actions:read', 'checkin:read'], entities: ['clinica-lisboa'] })
  expect(JSON.stringify(listed)).not.toContain(created.stdout.trim())
  expect((await runCommand(['token', 'revoke', listed.id], env)).code).toBe(0)
  expect((await runCommand(['token', 'list'], env)).stdout).toContain('revoked')
})
