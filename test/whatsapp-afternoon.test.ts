// The commands and requests of docs/whatsapp.md, from an empty database to the first answer.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { runCommand } from './command.ts'
import { serveRollcall } from './process.ts'
import type { MetaMessage } from './providers/meta.ts'
import { tap } from './providers/meta-webhooks.ts'
import { metaServer } from './providers/servers.ts'
import { temporaryFolder } from './rollcall.ts'

const uid = '+351912345678'

test('the afternoon of docs/whatsapp.md ends with an answer by WhatsApp', async () => {
  const meta = await metaServer()
  const folder = temporaryFolder()
  const env: NodeJS.ProcessEnv = {
    DATABASE_URL: `sqlite:${join(folder, 'rollcall.db')}`,
    PUBLIC_URL: 'https://rollcall.clinic.example',
    WHATSAPP_URL: meta.url,
    WHATSAPP_APP_SECRET: meta.appSecret,
    WHATSAPP_VERIFY_TOKEN: 'any long secret',
    WHATSAPP_ACCOUNT_ID: meta.businessAccountId,
  }
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand(args, env)
    expect({ args, code, stderr: code === 0 ? '' : stderr }).toMatchObject({ code: 0 })
    return { stdout: stdout.trim(), stderr }
  }
  await run(
    'entity',
    'add',
    'clinic',
    '--name',
    'Clínica Lisboa',
    '--time-zone',
    'Europe/Lisbon',
    '--language',
    'pt-PT',
  )
  // So that the test also passes at night.
  const noQuietHours = join(folder, 'quiet-hours.json')
  writeFileSync(noQuietHours, '{"hours": [], "holidays": []}')
  await run('quiet-hours', 'set', 'clinic', noQuietHours)
  await run('whatsapp', 'templates', '--plugin', 'medical/appointment', '--language', 'pt', '--register')
  for (const template of meta.templates) template.status = 'APPROVED'
  await run('check')
  await run('test-message', 'clinic', 'whatsapp', uid)
  expect(meta.accepted).toMatchObject([{ template: { name: 'medical_appointment_notice' } }])

  const { address } = await serveRollcall(env)
  expect((await run('reply-url')).stdout).toContain('https://rollcall.clinic.example/whatsapp')
  const verification = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.challenge': '1158201444',
    'hub.verify_token': 'any long secret',
  })
  expect(await (await fetch(`${address}/whatsapp?${verification}`)).text()).toBe('1158201444')

  const scopes = ['notifications:write', 'actions:read'].flatMap((scope) => ['--scope', scope])
  const { stdout: token } = await run('token', 'create', '--name', 'trial', ...scopes, '--entity', 'clinic')
  const today = Temporal.Now.zonedDateTimeISO('Europe/Lisbon')
  const when = today.add({ days: 7 }).toString({ timeZoneName: 'never', fractionalSecondDigits: 0 })
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const submitted = await fetch(`${address}/v1/notifications/clinic`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      category: 'medical',
      target: 'appointment',
      notifications: [
        {
          external_id: 'A-1',
          contact: { external_id: 'P-1', name: 'Maria Santos', language: 'pt_PT' },
          addresses: [{ channel: 'whatsapp', uid }],
          params: { when, doctor: 'Ana Reis' },
        },
      ],
    }),
  })
  expect(submitted.status).toBe(202)
  const notice = await vi.waitUntil<MetaMessage | undefined>(() => meta.accepted[1], { timeout: 10_000 })
  const [, payload] = /"payload":"(confirm:[^"]+)"/.exec(JSON.stringify(notice))!
  const tapped = meta.inboundWebhook(`${address}/whatsapp`, uid, tap(notice!, payload!, 'Confirmar'))
  expect((await fetch(tapped.url, tapped)).status).toBe(200)

  const list = `${address}/v1/metrics/notifications/actions/clinic/bydate/${today.toPlainDate()}/${today.add({ days: 1 }).toPlainDate()}`
  const actions = await (await fetch(list, { headers })).json()
  expect(actions).toMatchObject([{ action: 'confirm', channel: 'whatsapp', uid, contact: { name: 'Maria Santos' } }])
  const code = await vi.waitUntil<MetaMessage | undefined>(() => meta.accepted[2], { timeout: 10_000 })
  expect(code).toMatchObject({ type: 'image', image: { caption: expect.stringContaining('Confirmou a sua presença') } })
})
