import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { entity } from '../../test/history.ts'
import { mailServer, refusing } from '../../test/mail-server.ts'
import { messageCentre } from '../../test/message-centre.ts'
import { runRollcall } from '../../test/process.ts'
import { metaServer, twilioServer } from '../../test/providers/servers.ts'
import { bootRollcall } from '../../test/rollcall.ts'

/** Returns a function that runs the command on the database of a clinic. */
async function clinic() {
  const rollcall = await bootRollcall()
  await rollcall.given(entity({ language: 'en' }))
  const send = (channel: string, uid: string, env: NodeJS.ProcessEnv = {}, ...more: string[]) =>
    runCommand(['test-message', 'clinica-lisboa', channel, uid, ...more], {
      DATABASE_URL: rollcall.url,
      PUBLIC_URL: 'https://clinic.example',
      ...env,
    })
  return { rollcall, send }
}

const number = '+351912345678'

test('test-message sends a mail to the address, marked as a test', async () => {
  const { rollcall, send } = await clinic()
  const { received, port } = await mailServer()
  const sent = await send('email', 'ana@example.org', { SMTP_URL: `smtp://127.0.0.1:${port}` })
  expect(sent).toMatchObject({ code: 0, stdout: '' })
  expect(sent.stderr).toMatch(/^The server took the test message for ana@example\.org\. mails → smtp:\/\/127\.0\.0\.1/)
  const { subject, text, to } = await PostalMime.parse(received[0]!)
  expect(subject).toMatch(/^Test message\. Please confirm: /)
  expect(text).toContain('Dear Leonor,')
  expect(to).toMatchObject([{ address: 'ana@example.org' }])
  expect(await rollcall.database.selectFrom('deliveries').selectAll().execute()).toEqual([])
})

test('test-message sends a text through a provider', async () => {
  const { send } = await clinic()
  const twilio = await twilioServer()
  const sent = await send('mobile', number, { SMS_URL: twilio.url, SMS_FROM: '+351300400500' }, '--json')
  expect(sent.code).toBe(0)
  expect(JSON.parse(sent.stdout)).toEqual({ channel: 'mobile', uid: number })
  expect(twilio.accepted).toMatchObject([
    { To: number, Body: expect.stringMatching(/^Test message\. Clinica Lisboa: /) },
  ])
})

test('test-message binds to a message centre only for a text', async () => {
  const { rollcall, send } = await clinic()
  const { port } = await mailServer()
  const { url, submitted, binds, mobile } = await messageCentre(rollcall)
  await mobile.ready!()
  const env = { SMS_URL: url, SMS_FROM: '+351300400500', SMTP_URL: `smtp://127.0.0.1:${port}` }
  expect(await send('email', 'ana@example.org', env)).toMatchObject({ code: 0 })
  expect(binds).toHaveLength(1)
  expect(await send('mobile', number, env)).toMatchObject({ code: 0 })
  expect(binds).toHaveLength(2)
  expect(submitted).toMatchObject([{ destination_addr: number.slice(1) }])
})

test('test-message waits for a message centre that is not reachable at first', async () => {
  const { rollcall } = await clinic()
  const { url, submitted } = await messageCentre(rollcall)
  let connections = 0
  const proxy = createServer((socket) => {
    if (++connections === 1) return socket.destroy()
    const centre = connect(Number(new URL(url).port), '127.0.0.1')
    for (const one of [socket, centre]) one.on('error', () => one.destroy())
    return socket.pipe(centre).pipe(socket)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void proxy.close())
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  // The end of a process depends on what keeps it alive.
  const { code, stderr } = await runRollcall(['test-message', 'clinica-lisboa', 'mobile', number], {
    DATABASE_URL: rollcall.url,
    PUBLIC_URL: 'https://clinic.example',
    SMS_URL: `smpp://clinic:pass%20word@127.0.0.1:${port}`,
    SMS_FROM: '+351300400500',
  })
  expect(code).toBe(0)
  expect(stderr).toContain('Cannot connect to the message centre')
  expect(submitted).toHaveLength(1)
})

test('test-message sends the approved template of the notice by WhatsApp', async () => {
  const { send } = await clinic()
  const meta = await metaServer()
  const env = { WHATSAPP_URL: meta.url, WHATSAPP_APP_SECRET: 'app', WHATSAPP_VERIFY_TOKEN: 'verify' }
  expect(await send('whatsapp', number, env)).toMatchObject({ code: 0 })
  expect(meta.accepted).toMatchObject([
    { to: number.slice(1), template: { name: 'medical_appointment_notice', language: { code: 'en' } } },
  ])
  meta.templates.push({
    id: '1',
    name: 'medical_appointment_notice',
    language: 'en',
    category: 'UTILITY',
    status: 'PENDING',
    components: [],
  })
  const pending = await send('whatsapp', number, env)
  expect(pending.code).toBe(1)
  expect(pending.stderr).toContain(
    'not registered in this language, or not approved (Meta 132001). Register it: rollcall whatsapp templates',
  )
})

test('test-message prints the file in which the message is, if no server is configured', async () => {
  const { rollcall, send } = await clinic()
  const { code, stdout, stderr } = await send('mobile', '+351 912 345 678')
  expect(code).toBe(0)
  expect(stdout.trim()).toMatch(new RegExp(`^${join(rollcall.folder, 'outbox')}/[0-9a-f-]{36}\\.txt$`))
  expect(readFileSync(stdout.trim(), 'utf8')).toMatch(/^To: \+351912345678\n\nTest message\. Clinica Lisboa: /)
  expect(stderr).toBe('Wrote the test message for +351912345678 to a file, because SMS_URL is not set.\n')
})

test('test-message says why the server did not take the message, and what to do', async () => {
  const { send } = await clinic()
  const refused = await mailServer(refusing(550, 'no such mailbox'))
  const smtp = (port: number) => ({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  expect(await send('email', 'ana@example.org', smtp(refused.port))).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The server refuses the message for ana@example.org: 550 no such mailbox. Try another address.\n',
  })
  const away = await send('email', 'ana@example.org', smtp(9))
  expect(away.code).toBe(1)
  expect(away.stderr).toMatch(/^The message was not sent: .*ECONNREFUSED.*"rollcall check" tries the server/)
  const busy = await twilioServer(() => ({ status: 429 }))
  const silent = await twilioServer(() => 'cut')
  const texts = ({ url }: typeof busy) => send('mobile', number, { SMS_URL: url, SMS_FROM: '+351300400500' })
  expect(await texts(busy)).toMatchObject({ code: 1, stderr: expect.stringMatching(/Try again later\.\n$/) })
  expect(await texts(silent)).toMatchObject({ code: 1, stderr: expect.stringContaining('may have taken the message') })
})

test('test-message refuses an unknown entity, an unknown channel and an invalid address', async () => {
  const { rollcall, send } = await clinic()
  const unknown = await runCommand(['test-message', 'nobody', 'mobile', number], { DATABASE_URL: rollcall.url })
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no entity nobody.') })
  const channel = await send('pigeon', number)
  expect(channel).toMatchObject({ code: 2, stderr: expect.stringContaining('Allowed choices are mobile, email') })
  const address = await send('mobile', '12')
  expect(address.code).toBe(2)
  expect(address.stderr).toBe("The address must be a phone number with its country's code, such as +351912345678.\n")
  await rollcall.put('/v1/opt-outs/clinica-lisboa', { channel: 'mobile', uid: number, opted_out: true })
  expect((await send('mobile', number)).stderr).toBe('The address has opted out of messages from this entity.\n')
})
