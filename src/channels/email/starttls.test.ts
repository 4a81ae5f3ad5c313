import { join } from 'node:path'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../../test/command.ts'
import { mailServer } from '../../../test/mail-server.ts'
import { outerAddress } from '../../../test/outer-address.ts'
import { serveRollcall } from '../../../test/process.ts'
import { bootRollcall, temporaryFolder } from '../../../test/rollcall.ts'
import { mail, notify } from '../../../test/submission.ts'
import { plaintextNetworks, thisMachine } from '../../platform/config/networks.ts'
import { smtpSender } from './smtp.ts'

/** A server that requires a password, and accepts it without TLS. */
async function passwordServer(host: string, disabledCommands = ['STARTTLS']) {
  const logins: boolean[] = []
  const onAuth: SMTPServerOptions['onAuth'] = ({ username }, { secure }, done) => {
    logins.push(secure)
    done(null, { user: username! })
  }
  const server = await mailServer({ disabledCommands, allowInsecureAuth: true, onAuth }, host)
  return { ...server, logins, url: `smtp://clinic:secret@${host}:${server.port}` }
}

async function deliver(url: string, plaintext = thisMachine) {
  const rollcall = await bootRollcall()
  const email = smtpSender(url, 'notices@clinic.example', rollcall.secret, plaintext)
  onTestFinished(() => email.close())
  const { delivery } = await notify(rollcall, { addresses: [mail] })
  await rollcall.deliver({ email })
  return delivery()
}

test('a mail server on this machine needs no TLS', async () => {
  const { url, logins, received } = await passwordServer('127.0.0.1')
  expect(await deliver(url)).toMatchObject({ state: 'sent' })
  expect({ logins, mails: received.length }).toEqual({ logins: [false], mails: 1 })
})

describe.skipIf(!outerAddress)('a mail server on the network', () => {
  test('gets neither password nor mail if it offers no STARTTLS', async () => {
    const { url, logins, received } = await passwordServer(outerAddress!)
    for (const given of [url, `${url}?ignoreTLS=true&requireTLS=false`, url.replace('smtp', 'SMTP')]) {
      const { state, reason } = await deliver(given)
      expect({ state, reason }).toEqual({
        state: 'pending',
        reason: expect.stringContaining('add its network to PLAINTEXT_NETWORKS'),
      })
    }
    expect({ logins, received }).toEqual({ logins: [], received: [] })
  })

  test('gets both without TLS if its network is listed', async () => {
    const { url, logins, received } = await passwordServer(outerAddress!)
    expect(await deliver(url, plaintextNetworks(`10.0.0.0/8, ${outerAddress}/32`))).toMatchObject({ state: 'sent' })
    expect({ logins, mails: received.length }).toEqual({ logins: [false], mails: 1 })
  })

  test('gets both over TLS if it offers STARTTLS', async () => {
    const { url, logins, received } = await passwordServer(outerAddress!, [])
    expect(await deliver(`${url}?tls.rejectUnauthorized=false`)).toMatchObject({ state: 'sent' })
    expect({ logins, mails: received.length }).toEqual({ logins: [true], mails: 1 })
  })

  test('without STARTTLS is reported by "rollcall check" and at the start', async () => {
    const { url, logins } = await passwordServer(outerAddress!)
    const env = {
      DATABASE_URL: `sqlite:${join(temporaryFolder(), 'rollcall.db')}`,
      SMTP_URL: url,
      PUBLIC_URL: 'https://rollcall.test',
    }
    await runCommand(['migrate'], env)
    const words = 'SMTP_URL: the mail server offers no STARTTLS'
    const refused = await runCommand(['check'], env)
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining(words) })
    expect(await runCommand(['check'], { ...env, PLAINTEXT_NETWORKS: `${outerAddress}/32` })).toMatchObject({
      code: 0,
    })
    expect(logins).toEqual([false])
    const { log } = await serveRollcall(env)
    await expect.poll(log).toContain(words)
  })
})
