import type { SMTPServerAuthentication, SMTPServerOptions } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mailServer } from '../../../test/mail-server.ts'
import { freePort } from '../../../test/postgres-server.ts'
import { type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { mail, notify } from '../../../test/submission.ts'
import { tokenEndpoint } from '../../../test/token-endpoint.ts'
import { minutes } from '../../platform/time/instant.ts'
import { readConfig } from '../configuration.ts'
import { openChannels } from '../open-channels.ts'
import { accessTokens, tokenLogin } from './access-tokens.ts'
import { smtpSender } from './smtp.ts'

const PUBLIC_URL = 'https://rollcall.test'

/** A mail server as smtp.office365.com and smtp.gmail.com: tokens only, and only after STARTTLS. */
async function tokenServer(valid: Set<string>) {
  const logins: Partial<SMTPServerAuthentication>[] = []
  const onAuth: SMTPServerOptions['onAuth'] = ({ method, username, accessToken }, { secure }, done) => {
    logins.push({ method, username, accessToken })
    if (secure && valid.has(accessToken!)) done(null, { user: username! })
    else done(null, { data: { status: '401', schemes: 'bearer' } })
  }
  const server = await mailServer({ disabledCommands: [], authMethods: ['XOAUTH2'], onAuth })
  return {
    ...server,
    logins,
    url: `smtp://notices%40clinic.example@127.0.0.1:${server.port}?tls.rejectUnauthorized=false`,
  }
}

/** The channel to such a server, with a clock of its tokens. */
async function tokenChannel(rollcall: Rollcall) {
  const endpoint = await tokenEndpoint()
  const { valid } = endpoint
  const server = await tokenServer(valid)
  const clock = { ms: 0 }
  const login = { user: 'notices@clinic.example', ...accessTokens(endpoint.url, () => clock.ms) }
  const email = smtpSender(server.url, 'notices@clinic.example', rollcall.secret, undefined, login)
  onTestFinished(() => email.close())
  let visits = 0
  return {
    endpoint,
    server,
    clock,
    /** Submits a visit and attempts its mail. Returns a function that reads its delivery. */
    async send() {
      const { delivery } = await notify(rollcall, { external_id: `A-${++visits}`, addresses: [mail] })
      await rollcall.deliver({ email })
      return delivery
    },
    async retry() {
      clock.ms += 60_000
      rollcall.clock.time += minutes(1)
      await rollcall.deliver({ email })
    },
  }
}

describe('a mail to a server that takes tokens', () => {
  const grants = {
    'client credentials': {
      query: '?scope=https://outlook.office365.com/.default',
      asked: { grant_type: 'client_credentials', scope: 'https://outlook.office365.com/.default' },
    },
    'a refresh token': {
      query: '?refresh_token=1//refresh%2Btoken',
      asked: { grant_type: 'refresh_token', refresh_token: '1//refresh+token' },
    },
  }
  for (const [grant, { query, asked }] of Object.entries(grants))
    serviceTest(`is sent with the token for ${grant}, and so is the next`, async (rollcall) => {
      const { url, requests, valid, secrets } = await tokenEndpoint()
      const server = await tokenServer(valid)
      const config = readConfig({ SMTP_URL: server.url, MAIL_OAUTH_URL: `${url}${query}`, PUBLIC_URL })
      const { secret, log, incoming } = rollcall
      const { email } = await openChannels({ config, secret, log, incoming: () => incoming, origin: () => PUBLIC_URL })
      onTestFinished(() => email.close())
      for (const external_id of ['A-1', 'A-2']) {
        const { delivery } = await notify(rollcall, { external_id, addresses: [mail] })
        await rollcall.deliver({ email })
        expect(await delivery()).toMatchObject({ state: 'sent' })
      }
      expect(requests).toEqual([{ ...asked, client_id: 'rollcall@clinic', client_secret: secrets[0] }])
      const login = { method: 'XOAUTH2', username: 'notices@clinic.example', accessToken: 'token-1' }
      expect(server.logins).toEqual([login, login])
    })

  serviceTest('is sent with a new token after the first has expired', async (rollcall) => {
    const { endpoint, server, clock, send } = await tokenChannel(rollcall)
    await send()
    // A minute before its end, a token is not used any more.
    for (const ms of [3_539_000, 3_541_000]) {
      clock.ms = ms
      await send()
    }
    expect(endpoint.requests.length).toBe(2)
    expect(server.logins.map(({ accessToken }) => accessToken)).toEqual(['token-1', 'token-1', 'token-2'])
    expect(server.received.length).toBe(3)
  })

  serviceTest('is retried with a new token after the server refuses the first', async (rollcall) => {
    const { endpoint, server, send, retry } = await tokenChannel(rollcall)
    await send()
    endpoint.valid.clear()
    const delivery = await send()
    const { state, reason } = await delivery()
    expect({ state, reason }).toEqual({
      state: 'pending',
      reason: expect.stringMatching(/^the mail server refuses the access token: 535 /),
    })
    await retry()
    expect(await delivery()).toMatchObject({ state: 'sent', attempts: 2 })
    expect(server.logins.at(-1)).toMatchObject({ accessToken: 'token-2' })
  })

  serviceTest('waits while the endpoint refuses the client, and asks once for many mails', async (rollcall) => {
    const { endpoint, server, send, retry } = await tokenChannel(rollcall)
    endpoint.settings.isClientKnown = false
    const deliveries = [await send(), await send(), await send()]
    for (const delivery of deliveries) {
      const { state, reason } = await delivery()
      expect({ state, reason }).toEqual({
        state: 'pending',
        reason: expect.stringMatching(
          /^127\.0\.0\.1:\d+ grants no access token: 401 invalid_client AADSTS7000215: Invalid client secret\. The request had …\.$/,
        ),
      })
    }
    expect(endpoint.requests.length).toBe(1)
    expect(server.logins).toEqual([])
    expect(rollcall.logged.join()).not.toContain(endpoint.secrets[0])
    endpoint.settings.isClientKnown = true
    await retry()
    for (const delivery of deliveries) expect(await delivery()).toMatchObject({ state: 'sent' })
    expect(endpoint.requests.length).toBe(2)
  })
})

describe('an access token', () => {
  test('is refused with a reason when the endpoint is away, or responds with something else', async () => {
    await expect(accessTokens(`http://id:canary@127.0.0.1:${await freePort()}/token`).get()).rejects.toThrow(
      /^127\.0\.0\.1:\d+ does not respond to the request for an access token: connect ECONNREFUSED/,
    )
    const { url } = await tokenEndpoint()
    await expect(accessTokens(url.replace('/token', '/tokeninfo')).get()).rejects.toThrow(
      /^127\.0\.0\.1:\d+ grants no access token: 401$/,
    )
    await expect(accessTokens(`${url}?refresh_token=unknown`).get()).rejects.toThrow(
      /^127\.0\.0\.1:\d+ grants no access token: 400 invalid_grant$/,
    )
  })

  test('is requested once for all deliveries that wait for it', async () => {
    const { url, requests } = await tokenEndpoint()
    const tokens = accessTokens(url)
    expect(await Promise.all(Array.from({ length: 20 }, () => tokens.get()))).toEqual(Array(20).fill('token-1'))
    expect(requests.length).toBe(1)
  })

  test('is for a URL with a user and without a password', () => {
    const oauth = 'https://id:secret@login.example/token'
    expect(tokenLogin('smtp://notices%40clinic.example@mail.example', oauth)?.user).toBe('notices@clinic.example')
    for (const url of ['smtp://mail.example', 'smtp://user:password@mail.example'])
      expect(tokenLogin(url, oauth)).toBeUndefined()
    expect(tokenLogin('smtp://user@mail.example', undefined)).toBeUndefined()
  })
})

describe('MAIL_OAUTH_URL', () => {
  const given = { SMTP_URL: 'smtp://user@mail.example', PUBLIC_URL }
  const read = (MAIL_OAUTH_URL: string, more: NodeJS.ProcessEnv = {}) =>
    readConfig({ ...given, MAIL_OAUTH_URL, ...more }).servers.email

  test('needs the client id, and its secret or a refresh token', () => {
    for (const url of ['https://id:secret@login.example/t/token?scope=a', 'https://id@login.example?refresh_token=r'])
      expect(read(url)).toMatchObject({ oauthUrl: url })
    for (const url of [
      ...['https://login.example/token', 'https://id@login.example/token', 'https://:canary@login.example/token'],
      ...[
        'https://id:ca/nary@login.example/token',
        'https://id:%canary@login.example',
        'ftp://id:canary@login.example',
      ],
      'https://id@login.example?refresh_token=',
    ]) {
      expect(() => read(url)).toThrow('MAIL_OAUTH_URL must be an https: URL with the client id')
      expect(() => read(url)).not.toThrow('canary')
    }
  })

  test('gets the secret without TLS only on this machine and in the listed networks', () => {
    const PLAINTEXT_NETWORKS = '10.1.0.0/16'
    for (const host of ['127.0.0.1:8080', 'localhost', '[::1]']) expect(read(`http://id:secret@${host}`)).toBeDefined()
    expect(read('http://id:secret@10.1.2.3', { PLAINTEXT_NETWORKS })).toBeDefined()
    for (const host of ['10.1.2.3', 'login.example', '127.0.0.1.example'])
      expect(() => read(`http://id:canary@${host}`)).toThrow('MAIL_OAUTH_URL must name localhost')
    expect(() => read('http://id:canary@10.2.2.3', { PLAINTEXT_NETWORKS })).toThrow(
      'MAIL_OAUTH_URL must name localhost',
    )
  })
})
