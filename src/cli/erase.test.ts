import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createClient } from '../../client/client.ts'
import { runCommand } from '../../test/command.ts'
import { serveRollcall } from '../../test/process.ts'
import { temporaryFolder } from '../../test/rollcall.ts'
import { item, later, submission } from '../../test/submission.ts'

/** A served clinic with the visits of P-77. No message is on its way, for which an erasure would wait. */
async function servedClinic() {
  const path = join(temporaryFolder(), 'rollcall.db')
  const env = { DATABASE_URL: `sqlite:${path}`, RATE_LIMIT: '0' }
  await runCommand(['entity', 'add', 'clinica', '--name', 'Clínica', '--time-zone', 'Europe/Lisbon'], env)
  const scopes = ['privacy', 'notifications:write', 'notifications:read'].flatMap((scope) => ['--scope', scope])
  const created = await runCommand(['token', 'create', '--name', 'x', '--entity', 'clinica', ...scopes, '--json'], env)
  const { token } = JSON.parse(created.stdout)
  const served = await serveRollcall(env)
  const client = createClient({ url: served.address, token })
  await client.notify('clinica', submission(item({ ...later, send_at: '2099-04-27T09:00:00Z' })))
  return { path, env, served, client, ofClient: { ...env, ROLLCALL_URL: served.address, ROLLCALL_TOKEN: token }, token }
}

test('the command erases a contact and prints what became of each kind of data', async () => {
  const { served, client, ofClient } = await servedClinic()
  const ended = await runCommand(['erase', 'clinica', 'P-77', '--reason', 'Request 31'], ofClient)
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^notifications +1 erased$/m) })
  const again = JSON.parse((await runCommand(['erase', 'clinica', 'P-77', '--json'], ofClient)).stdout)
  expect(again.data.every(({ not_found }: { not_found?: true }) => not_found)).toBe(true)
  const refused = client.notify('clinica', submission(item(later)))
  await expect(refused).rejects.toMatchObject({ errors: [{ reason: 'erased' }] })
  expect((await runCommand(['erase', 'clinica', '--lift', again.id], ofClient)).code).toBe(0)
  expect((await client.notify('clinica', submission(item(later)))).notifications[0]!.outcome).toBe('created')
  expect((await runCommand(['erase', 'clinica'], ofClient)).code).toBe(2)
  await served.stop()
  // The log has no value, and no unkeyed hash of one.
  for (const value of ['P-77', 'João', '912345678', createHash('sha256').update('P-77').digest('hex')])
    expect(served.log()).not.toContain(value)
})

test('a restored backup keeps the erasures, and the service erases the contact again', async () => {
  const { path, env, served, ofClient, token } = await servedClinic()
  const backup = `${path}.backup`
  expect((await runCommand(['backup', backup], env)).code).toBe(0)
  expect((await runCommand(['erase', 'clinica', 'P-77'], ofClient)).code).toBe(0)
  await served.stop()
  const restored = await runCommand(['restore', backup], env)
  expect([restored.code, restored.stderr]).toEqual([0, expect.not.stringContaining('erasures')])
  const contacts = () => {
    using database = new DatabaseSync(path, { readOnly: true })
    return database.prepare('select contact_external_id from notifications').all()
  }
  expect(contacts()).toEqual([{ contact_external_id: 'P-77' }])
  const after = await serveRollcall(env)
  await expect.poll(contacts).toEqual([{ contact_external_id: '' }])
  const client = createClient({ url: after.address, token })
  await expect(client.notify('clinica', submission(item(later)))).rejects.toMatchObject({
    errors: [{ reason: 'erased' }],
  })
  await after.stop()
})
