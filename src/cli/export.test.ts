import { expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { contact } from '../../test/contact.ts'
import { bootRollcall } from '../../test/rollcall.ts'

test('export prints the data of a contact as JSON, or as a page', async () => {
  const rollcall = await bootRollcall()
  await contact(rollcall)
  const run = (...args: string[]) => runCommand(args, { DATABASE_URL: rollcall.url })
  const copy = JSON.parse((await run('export', 'clinica-lisboa', 'P-77')).stdout)
  expect(copy.data.notifications[0].contact.name).toBe('João Silva')
  const page = await run('export', 'clinica-lisboa', 'P-77', '--page')
  expect(page.stdout).toContain('<html lang="pt">')
  expect(await run('export', 'clinica-lisboa', 'P-9')).toMatchObject({
    code: 1,
    stderr: 'The entity has no data of a contact with this key. Check the key.\n',
  })
})

test('processing-record prints purposes, categories, recipients and measures of the installation', async () => {
  const { url, given } = await bootRollcall()
  await given({ type: 'entity', id: 'b', name: 'Clínica B', time_zone: 'Europe/Lisbon', language: 'pt-PT' })
  const env = { DATABASE_URL: url, PUBLIC_URL: 'https://rollcall.example', SMTP_URL: 'smtps://u:secret@mail.example' }
  const { stdout, code } = await runCommand(['processing-record'], { ...env, MAIL_FROM: 'notices@clinic.example' })
  expect(code).toBe(0)
  for (const text of [
    '# Purposes',
    'Clínica B (b)',
    'smtps://mail.example',
    'notifications: contact, ',
    'b: notifications without an end; messages P180D',
  ])
    expect(stdout).toContain(text)
  expect(stdout).not.toContain('secret')
})
