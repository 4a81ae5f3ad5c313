import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { runCommand } from '../../../test/command.ts'
import { notifications } from '../../../test/contact.ts'
import { mailServer } from '../../../test/mail-server.ts'
import { messageCentre } from '../../../test/message-centre.ts'
import { twilioServer } from '../../../test/providers/servers.ts'
import { signTwilio } from '../../../test/providers/twilio.ts'
import { bootRollcall, eachEngine, type Rollcall, secretKey, serviceTest } from '../../../test/rollcall.ts'
import { mail, notify } from '../../../test/submission.ts'
import { maxTests } from '../../access/guard/budgets.ts'
import { liveChannels } from '../../channels/settings/live-channels.ts'
import { incoming } from '../../contacts/replies/incoming.ts'
import { createSecret } from '../../platform/keys/secret.ts'

const PUBLIC_URL = 'https://rollcall.test'
const from = { MAIL_FROM: 'notices@clinic.example', PUBLIC_URL }
const smtp = (port: number, login = '') => ({ SMTP_URL: `smtp://${login}127.0.0.1:${port}`, ...from })

/** Opens the channels of a process as `startService` does, without its other work. */
async function open(rollcall: Rollcall, channels = rollcall.channels) {
  const senders = await channels.open({
    origin: () => rollcall.config.publicUrl ?? 'http://127.0.0.1',
    incoming: (channel) => incoming(rollcall, channel),
  })
  onTestFinished(async () => {
    await channels.stop()
    channels.close()
  })
  return senders
}

const tagOf = async ({ get }: Rollcall, channel: string) => String((await get(`/v1/channels/${channel}`)).headers.etag)

/** Sets up a channel, as a page does that has read it. */
const setUp = async (rollcall: Rollcall, channel: string, settings: object) =>
  rollcall.put(`/v1/channels/${channel}`, settings, { 'if-match': await tagOf(rollcall, channel) })

const faultsOf = (response: { json(): unknown }) =>
  (response.json() as { errors: { parameter: string; reason: string }[] }).errors

describe('a mail server that an administrator sets up', () => {
  eachEngine('takes the next notice, and those after a restart', async (rollcall) => {
    const { received, port } = await mailServer()
    const senders = await open(rollcall)
    expect(rollcall.channels.unsent()?.channels).toEqual(['mobile', 'email', 'whatsapp'])
    const set = await setUp(rollcall, 'email', smtp(port))
    expect([set.statusCode, set.json()]).toEqual([
      200,
      {
        channel: 'email',
        source: 'stored',
        variable: 'SMTP_URL',
        server: { scheme: 'smtp', host: `127.0.0.1:${port}`, from: 'notices@clinic.example' },
        public_url: PUBLIC_URL,
        changed_at: expect.any(String),
        changed_by: 'test',
      },
    ])
    expect(rollcall.channels.unsent()?.channels).toEqual(['mobile', 'whatsapp'])
    const { delivery } = await notify(rollcall, { addresses: [mail] })
    await rollcall.deliver(senders)
    expect(await delivery()).toMatchObject({ state: 'sent' })
    expect(await delivery()).not.toHaveProperty('reason')
    expect(received).toEqual([expect.stringContaining('notices@clinic.example')])

    const restarted = await bootRollcall({ url: rollcall.url })
    const sendersThen = await open(restarted)
    expect(restarted.config.publicUrl).toBe(PUBLIC_URL)
    await notify(rollcall, { external_id: 'A-2', addresses: [mail] })
    await restarted.deliver(sendersThen)
    expect(received).toHaveLength(2)
  })

  eachEngine('gives way to another one, while a mail that is being sent finishes', async (rollcall) => {
    let finish: (() => void) | undefined
    const slow: SMTPServerOptions = {
      onData(stream, _session, done) {
        stream.resume().on('end', () => {
          finish = done
        })
      },
    }
    const [first, second] = [await mailServer(slow), await mailServer()]
    const senders = await open(rollcall)
    const before = await tagOf(rollcall, 'email')
    await setUp(rollcall, 'email', smtp(first.port))
    const { delivery } = await notify(rollcall, { addresses: [mail] })
    const delivered = rollcall.deliver(senders)
    await vi.waitFor(() => expect(finish).toBeDefined(), 5_000)
    const stale = await rollcall.put('/v1/channels/email', smtp(second.port), { 'if-match': before })
    expect([stale.statusCode, stale.json().code]).toEqual([412, 'changed-meanwhile'])
    expect((await setUp(rollcall, 'email', smtp(second.port))).statusCode).toBe(200)
    finish!()
    await delivered
    expect(await delivery()).toMatchObject({ state: 'sent', attempts: 1 })
    await notify(rollcall, { external_id: 'A-2', addresses: [mail] })
    await rollcall.deliver(senders)
    expect(second.received).toHaveLength(1)
    const versions = (await rollcall.get('/v1/channels/email/versions')).json()
    expect(versions).toMatchObject([{ version: 2, server: { host: `127.0.0.1:${second.port}` } }, { version: 1 }])
    const sealed = await rollcall.database.selectFrom('channel_settings').select(['version', 'sealed']).execute()
    expect(sealed.filter((row) => row.sealed !== null)).toMatchObject([{ version: 2 }])
  })

  eachEngine('is used by the other processes within five seconds', async (rollcall) => {
    const { received, port } = await mailServer()
    const other = await bootRollcall({ url: rollcall.url })
    const senders = await open(other)
    await setUp(rollcall, 'email', smtp(port))
    await vi.waitFor(() => expect(other.channels.unsent()?.channels).not.toContain('email'), { timeout: 5_000 })
    await notify(rollcall, { addresses: [mail] })
    await other.deliver(senders)
    expect(received).toHaveLength(1)
    const off = await rollcall.remove('/v1/channels/email', { 'if-match': await tagOf(rollcall, 'email') })
    expect(off.statusCode).toBe(204)
    await vi.waitFor(() => expect(other.channels.unsent()?.channels).toContain('email'), { timeout: 5_000 })
    expect(other.config.publicUrl).toBeUndefined()
  })

  serviceTest(
    'does not replace one of the environment',
    async (rollcall) => {
      const shown = (await rollcall.get('/v1/channels/email')).json()
      expect(shown).toMatchObject({
        source: 'environment',
        server: { scheme: 'smtps', host: 'mail.example', user: 'clinic', from: 'a@example.org' },
      })
      const refused = await setUp(rollcall, 'email', smtp(25))
      expect([refused.statusCode, refused.json()]).toMatchObject([
        409,
        { code: 'channel-set-elsewhere', reason: 'environment' },
      ])
      expect(JSON.stringify(shown)).not.toContain('secret')
      // The variables were set after the administrator stored a server.
      await open(rollcall)
      expect(rollcall.config.servers.email?.url).toBe('smtps://clinic:secret@mail.example')
    },
    { config: { servers: { email: { url: 'smtps://clinic:secret@mail.example', from: 'a@example.org' } } } },
  )

  serviceTest('is refused by the rules of the environment, in words that repeat no secret', async (rollcall) => {
    const refusals = {
      '{"SMTP_URL":"mail.example"}': '/SMTP_URL must be an smtp: or smtps: URL',
      '{"SMTP_URL":""}': '/SMTP_URL must be set',
      '{"SMTP_URL":"smtps://a:canary@mail.example"}': '/PUBLIC_URL must be set, because SMTP_URL is: links in messages',
      '{"SMTP_URL":"smtps://a:canary@mail.example?debug=true","PUBLIC_URL":"https://a.example"}':
        '/SMTP_URL must have no options',
      '{"SMS_URL":"smpps://smsc.example"}': '/SMS_URL is not a setting of this channel',
      '{"SMTP_URL":"smtps://mail.example","MAIL_FROM":"nobody","PUBLIC_URL":"https://a.example"}':
        '/MAIL_FROM must be an e-mail address',
    }
    for (const [settings, expected] of Object.entries(refusals)) {
      const refused = await setUp(rollcall, 'email', JSON.parse(settings))
      expect(refused.statusCode).toBe(422)
      const [{ parameter, reason }] = faultsOf(refused) as [{ parameter: string; reason: string }]
      expect(`${parameter} ${reason}`).toContain(expected)
      expect(refused.body).not.toContain('canary')
    }
    const plaintext = { SMS_URL: 'http://203.0.113.9/sms', PUBLIC_URL }
    expect(faultsOf(await setUp(rollcall, 'mobile', plaintext))[0]!.reason).toContain('PLAINTEXT_NETWORKS')
    const { statusCode } = await rollcall.put('/v1/channels/email', smtp(25))
    expect(statusCode).toBe(428)
  })
})

const canary = 'canary-7Q2'

/** Options of a server that requires the canary as its password. */
const login: SMTPServerOptions = {
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ password }, _session, done) =>
    password === canary ? done(null, { user: 'x' }) : done(new Error('Invalid login')),
}

describe('the secrets of a stored server', () => {
  eachEngine('are in no row, file, log line or response', async (rollcall) => {
    const { port, received } = await mailServer(login)
    const senders = await open(rollcall)
    const settings = smtp(port, `clinic:${canary}@`)
    const answers = [await setUp(rollcall, 'email', settings)]
    answers.push(await rollcall.post('/v1/channels/email/test', { settings }))
    await notify(rollcall, { addresses: [mail] })
    await rollcall.deliver(senders)
    expect(received).toHaveLength(1)
    for (const path of ['', '/email', '/email/versions']) answers.push(await rollcall.get(`/v1/channels${path}`))
    answers.push(await rollcall.get('/v1/entities/clinica-lisboa/history'))
    answers.push(await rollcall.get('/v1/contacts/clinica-lisboa/P-77/export'))
    answers.push(await rollcall.get('/v1/audit/clinica-lisboa/bydate/2026-03-30/2026-03-31'))
    answers.push(await rollcall.get('/health'))
    for (const { statusCode, body } of answers) {
      expect(statusCode).toBe(200)
      expect(body).not.toContain(canary)
    }
    expect(rollcall.logged.join('')).not.toContain(canary)
    const rows = await rollcall.database.selectFrom('channel_settings').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(canary)
    expect(rows[0]!.sealed).toMatch(/^v1\./)
    const files = readdirSync(rollcall.folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
    for (const { parentPath, name } of files)
      expect(readFileSync(join(parentPath, name)).includes(canary), name).toBe(false)
    // Another server does not get the password of this one.
    expect((await setUp(rollcall, 'email', smtp(port))).statusCode).toBe(200)
    expect(JSON.stringify(rollcall.config.servers)).not.toContain(canary)
  })

  eachEngine('stay closed with another SECRET_KEY, and messages wait', async (rollcall) => {
    const { port, received } = await mailServer(login)
    await setUp(rollcall, 'email', smtp(port, `clinic:${canary}@`))
    const { config, database, log } = rollcall
    const other = { ...config, servers: {} }
    const channels = liveChannels({
      config: other,
      database,
      log,
      secret: createSecret('another key of 32 characters…'),
    })
    const senders = await open(rollcall, channels)
    expect(other.servers).toEqual({})
    expect(channels.unsent()?.channels).toContain('email')
    const fault = 'cannot be read with this SECRET_KEY. Restore the key, or enter the settings again'
    expect(channels.faultOf('email')).toContain(fault)
    const { delivery } = await notify(rollcall, { addresses: [mail] })
    await rollcall.deliver(senders)
    expect(await delivery()).toMatchObject({ state: 'pending', reason: expect.stringContaining(fault) })
    expect(rollcall.logged.join('')).toContain(fault)
    expect(received).toEqual([])
  })
})

serviceTest('an administrator of one clinic neither reads nor changes nor tests servers', async (rollcall) => {
  await notify(rollcall)
  const { token } = await rollcall.tokenFor({ entities: ['clinica-lisboa'] })
  const headers = { authorization: `Bearer ${token}`, 'if-match': '*' }
  const responses = [
    await rollcall.get('/v1/channels', headers),
    await rollcall.get('/v1/channels/email', headers),
    await rollcall.get('/v1/channels/email/versions', headers),
    await rollcall.put('/v1/channels/email', smtp(25), headers),
    await rollcall.remove('/v1/channels/email', headers),
    await rollcall.post('/v1/channels/email/test', { settings: smtp(25) }, headers),
  ]
  expect(responses.map((response) => response.json().code)).toEqual(Array(6).fill('all-entities-required'))
})

describe('a test of a server', () => {
  serviceTest('connects with the given settings, and sends a message to an address', async (rollcall) => {
    const { port, received } = await mailServer()
    const settings = smtp(port)
    const test = (body: object) => rollcall.post('/v1/channels/email/test', body)
    expect((await test({ settings })).json()).toEqual({ faults: [] })
    const locked = await mailServer(login)
    const wrong = (await test({ settings: smtp(locked.port, 'clinic:word@') })).json()
    expect(wrong.faults).toEqual([{ setting: 'SMTP_URL', reason: expect.stringContaining('Invalid login') }])
    await notify(rollcall)
    const to = { entity_id: 'clinica-lisboa', address: 'it@clinic.example' }
    expect((await test({ settings, to })).json()).toEqual({ faults: [] })
    expect(received).toEqual([expect.stringContaining('it@clinic.example')])
    expect(rollcall.config.servers).toEqual({})
    expect((await test({})).statusCode).toBe(422)
    await setUp(rollcall, 'email', settings)
    expect((await test({})).json()).toEqual({ faults: [] })
    const { statusCode, json } = await test({ to: { ...to, entity_id: 'nowhere' } })
    expect([statusCode, json().code]).toEqual([404, 'entity-not-found'])
  })

  serviceTest('has a budget for the whole service', async (rollcall) => {
    const { port } = await mailServer()
    const test = () => rollcall.post('/v1/channels/email/test', { settings: smtp(port) })
    for (let count = 1; count <= maxTests; count++) expect((await test()).statusCode).toBe(200)
    expect((await test()).statusCode).toBe(429)
  })
})

serviceTest('commands use the stored server, and name one that they cannot read', async (rollcall) => {
  const { port, received } = await mailServer()
  await notify(rollcall)
  await setUp(rollcall, 'email', smtp(port))
  const env = { DATABASE_URL: rollcall.url, SECRET_KEY: secretKey }
  expect((await runCommand(['check'], env)).stderr).toContain(`mails → smtp://127.0.0.1:${port}, from notices@clinic`)
  const sent = await runCommand(['test-message', 'clinica-lisboa', 'email', 'ana@example.org'], env)
  expect([sent.code, received.length]).toEqual([0, 1])
  expect(received[0]).toContain(`${PUBLIC_URL}/`)
  const other = { ...env, SECRET_KEY: 'another key of at least 32 characters' }
  const { code, stdout } = await runCommand(['check'], other)
  expect([code, stdout]).toEqual([1, expect.stringContaining('SMTP_URL: the stored settings cannot be read')])
  const refused = await runCommand(['test-message', 'clinica-lisboa', 'email', 'ana@example.org'], other)
  expect([refused.code, received.length]).toEqual([1, 1])
})

describe('a provider of texts that an administrator sets up', () => {
  serviceTest('takes texts, and its signed callbacks count', async (rollcall) => {
    const senders = await open(rollcall)
    const twilio = await twilioServer()
    const settings = { SMS_URL: twilio.url, SMS_FROM: '+351300400500', PUBLIC_URL }
    expect((await setUp(rollcall, 'mobile', settings)).statusCode).toBe(200)
    const { delivery, id } = await notify(rollcall)
    await rollcall.deliver(senders)
    const { sid, ...message } = twilio.accepted[0]!
    const StatusCallback = String(message.StatusCallback)
    expect(StatusCallback).toContain(`${PUBLIC_URL}/sms/twilio/status/`)
    const url = new URL(StatusCallback).pathname
    const form = { MessageSid: sid, MessageStatus: 'delivered' }
    const signature = signTwilio(new URL(twilio.url).password, StatusCallback, form)
    expect((await rollcall.postForm(url, form, { 'x-twilio-signature': signature })).statusCode).toBe(204)
    expect(await delivery()).toMatchObject({ state: 'delivered' })
    expect((await rollcall.get(`${notifications}/${id}`)).statusCode).toBe(200)
  })

  serviceTest('can be replaced by a message centre, with its replies', async (rollcall) => {
    const senders = await open(rollcall)
    const centre = await messageCentre(rollcall)
    delete rollcall.config.servers.mobile
    const settings = { SMS_URL: centre.url, SMS_FROM: '+351300400500', PUBLIC_URL }
    expect((await setUp(rollcall, 'mobile', settings)).statusCode).toBe(200)
    const { status } = await notify(rollcall)
    await rollcall.deliver(senders)
    expect(centre.texts()).toHaveLength(1)
    await centre.reply('Sim')
    expect(await status()).toMatchObject({ state: 'confirmed' })
  })
})

serviceTest('the list of channels says whether messages go out, and why not', async (rollcall) => {
  const { port } = await mailServer()
  await setUp(rollcall, 'email', smtp(port))
  const list = (await rollcall.get('/v1/channels')).json()
  expect(list).toMatchObject([
    { channel: 'mobile', source: 'none', state: 'off' },
    { channel: 'email', source: 'stored', state: 'unused' },
    { channel: 'whatsapp', source: 'none', state: 'off' },
  ])
})
