import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { readDeliveryStatus } from '../../src/channels/email/bounces/delivery-status.ts'
import { connectTo } from '../../src/channels/email/bounces/imap.ts'
import { referenceOf } from '../../src/channels/email/bounces/reference.ts'
import { takeReport } from '../../src/channels/email/bounces/routes.ts'
import { email } from '../../src/channels/email/email.ts'
import { smtpSender } from '../../src/channels/email/smtp.ts'
import { incoming } from '../../src/contacts/replies/incoming.ts'
import { thisMachine } from '../../src/platform/config/networks.ts'
import { createSecret } from '../../src/platform/keys/secret.ts'
import { bouncingServers } from '../bouncing-servers.ts'
import { runCommand } from '../command.ts'
import { temporaryDatabase } from '../databases.ts'
import { mailServer, refusing } from '../mail-server.ts'
import { serveRollcall } from '../process.ts'
import { hasMailServers, realMailServers } from '../real-mail-servers.ts'
import { type Rollcall, serviceTest, temporaryFolder } from '../rollcall.ts'
import { item, later, mail, notify, submission } from '../submission.ts'
import { tokenEndpoint } from '../token-endpoint.ts'
import { openClinics } from './answering-clinics.ts'

const examples = new URL('../../src/channels/email/bounces/examples/', import.meta.url)

// Only one OpenSMTPD can run on a machine, so all its tests are in this file.
describe.skipIf(!hasMailServers)('a mail that OpenSMTPD accepts and then bounces', () => {
  test.each(['sqlite', 'postgres'])(
    'fails its delivery with the reason, as Dovecot shows it to two processes on %s',
    async (engine) => {
      const folder = temporaryFolder()
      const url = engine === 'sqlite' ? `sqlite:${join(folder, 'rollcall.db')}` : await temporaryDatabase()
      const { database, token, env } = await openClinics(url, ['clinica-lisboa'])
      const { port } = await mailServer(refusing(550, '5.1.1 No such mailbox here'))
      const { smtpUrl, imapUrl, restartImap, put } = await realMailServers(port)
      for (const name of ['postfix', 'automatic-reply'])
        put(name, readFileSync(new URL(`${name}.eml`, examples), 'utf8'))
      const environment = {
        ...env,
        SMTP_URL: smtpUrl,
        BOUNCES_URL: imapUrl,
        MAIL_FROM: 'notices@clinic.example',
        PUBLIC_URL: 'https://rollcall.test',
      }
      expect(await runCommand(['check'], environment)).toMatchObject({ code: 0 })
      expect(
        await runCommand(['check'], { ...environment, BOUNCES_URL: imapUrl.replace('secret', 'wrong') }),
      ).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('BOUNCES_URL: the server refuses the user or the password'),
      })
      const services = await Promise.all([0, 1].map(() => serveRollcall(environment, [], folder)))
      const deliveries = () => database.selectFrom('deliveries').select(['state', 'reason']).execute()
      const marks = () => database.selectFrom('undeliverable_addresses').select(['channel', 'uid']).execute()

      await submitMail(services[0]!.address, token, 'A-1')
      await expect
        .poll(deliveries, { timeout: 60_000 })
        .toEqual([{ state: 'failed', reason: expect.stringContaining('5.1.1 No such mailbox here') }])
      await expect.poll(marks).toEqual([{ channel: 'email', uid: 'joao@gone.example' }])

      const [sent] = await database.selectFrom('deliveries').select(['entity_id', 'delivery_id']).execute()
      const reference = referenceOf(createSecret(env.SECRET_KEY), sent!)
      put('qmail', readFileSync(new URL('qmail.eml', examples), 'utf8').replace('{reference}', reference))
      await restartImap()
      await submitMail(services[0]!.address, token, 'A-2')
      expect(await marks()).toEqual([])
      await expect
        .poll(async () => (await deliveries()).map(({ state }) => state), { timeout: 60_000 })
        .toEqual(['failed', 'failed'])
      await Promise.all(services.map(({ stop }) => stop()))
      using mailbox = await connectTo(imapUrl, thisMachine)
      const subjects = async (seen: boolean) =>
        (await mailbox.client.fetchAll({ seen }, { envelope: true })).map(({ envelope }) => envelope!.subject).sort()
      expect(await subjects(true)).toEqual([...Array(2).fill('Delivery status notification: failed'), 'failure notice'])
      expect(await subjects(false)).toEqual(['Automatic reply: Please confirm', 'Undelivered Mail Returned to Sender'])
      expect(services.map(({ log }) => log()).join('')).not.toMatch(/"level":(50|60)/)
    },
  )

  test('fails its delivery, as Dovecot shows it for an access token', async () => {
    const folder = temporaryFolder()
    const { database, token, env } = await openClinics(`sqlite:${join(folder, 'rollcall.db')}`, ['clinica-lisboa'])
    const { port } = await mailServer(refusing(550, '5.1.1 No such mailbox here'))
    const { url, tokenInfoUrl, settings } = await tokenEndpoint()
    const { smtpUrl, tokenImapUrl } = await realMailServers(port, tokenInfoUrl)
    const environment = {
      ...env,
      SMTP_URL: smtpUrl,
      BOUNCES_URL: tokenImapUrl,
      MAIL_OAUTH_URL: url,
      MAIL_FROM: 'notices@clinic.example',
      PUBLIC_URL: 'https://rollcall.test',
    }
    const { address, log } = await serveRollcall(environment, [], folder)
    await submitMail(address, token, 'A-1')
    const deliveries = () => database.selectFrom('deliveries').select(['state', 'reason']).execute()
    await expect
      .poll(deliveries, { timeout: 60_000 })
      .toEqual([{ state: 'failed', reason: expect.stringContaining('5.1.1 No such mailbox here') }])
    expect(log()).not.toMatch(/token-\d|s3cret/)

    expect(await runCommand(['check'], environment)).toMatchObject({ code: 0 })
    settings.isClientKnown = false
    const unknown = await runCommand(['check'], environment)
    expect(unknown.stdout).toMatch(/^BOUNCES_URL: 127\.0\.0\.1:\d+ grants no access token: 401 invalid_client/m)
    settings.isClientKnown = true
    settings.areTokensValid = false
    const refused = await runCommand(['check'], environment)
    expect(refused.stdout).toContain('BOUNCES_URL: the server refuses the access token')
  })
})

async function submitMail(address: string, token: string, external_id: string) {
  const addresses = [{ channel: 'email' as const, uid: 'Joao@gone.example' }]
  const response = await fetch(`${address}/v1/notifications/clinica-lisboa`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(submission(item({ ...later, external_id, addresses }))),
  })
  expect(response.status).toBe(202)
}

interface Refusal {
  code: number
  text: string
  marks: boolean
}

/** What the receiving server replies to RCPT TO. */
const refusals: Record<string, Refusal> = {
  'no-mailbox': { code: 550, text: '5.1.1 <joao@example.org>: Recipient address rejected: User unknown', marks: true },
  full: { code: 552, text: '5.2.2 <joao@example.org>: Mailbox full', marks: false },
  blocklist: { code: 554, text: '5.7.1 Client host [192.0.2.7] blocked using dnsbl.example', marks: false },
  'gave-up': { code: 450, text: '4.1.1 <joao@example.org>: Recipient address rejected: User unknown', marks: false },
}

/** Sends a mail through the relay. Returns the report that comes back. */
async function bounceOf(rollcall: Rollcall, start: (port: number) => Promise<number>, { code, text }: Refusal) {
  const { received, port } = await mailServer({
    onRcptTo: ({ address }, _session, done) =>
      address === mail.uid ? done(Object.assign(new Error(text), { responseCode: code })) : done(),
  })
  const url = `smtp://127.0.0.1:${await start(port)}`
  const { delivery } = await notify(rollcall, { addresses: [mail] })
  await rollcall.deliver({ email: smtpSender(url, 'notices@clinic.example', rollcall.secret) })
  expect((await delivery()).state).toBe('sent')
  const [sent] = await rollcall.database.selectFrom('deliveries').select(['entity_id', 'delivery_id']).execute()
  const reference = referenceOf(rollcall.secret, sent!)
  // OpenSMTPD repeats the reports of earlier tests if it was stopped before it noted their delivery.
  const reportOf = () => received.find((source) => source.includes(reference))
  await expect.poll(reportOf).toBeDefined()
  return { source: reportOf()!, delivery }
}

/** The report without what differs at each run and machine: ids, times, ports, and the headers and content of the mail. The example
 *  also has the form that the tests of bounces fill in. */
function exampleOf(source: string): string {
  const boundary = /boundary="?([^"\s]+)/.exec(source)![1]!
  const reference = /clinica-lisboa\.[0-9a-f-]{36}\.[0-9A-Z]{16}/.exec(source)![0]
  const own = source.search(/^Content-Type: (?:message\/rfc822|text\/rfc822-headers)\r?$/im)
  const ownHeaders = `\n\nFrom: Clinica Lisboa <notices@clinic.example>\nTo: joao@example.org\nMessage-ID: <${reference}@clinic.example>\n\n--${boundary}--\n`
  const type = /^.*$/m.exec(source.slice(own))![0]
  return `${source.slice(0, own)}${type}${ownHeaders}`
    .replaceAll('\r', '')
    .replaceAll(boundary, 'boundary-of-report')
    .replaceAll(reference, '{reference}')
    .replaceAll(/\w{3}, +\d+ \w{3} \d{4} [\d:]+ [+-]\d{4}/g, 'Mon, 30 Mar 2026 08:00:05 +0000')
    .replaceAll(/^Received:.*\n(?:[ \t].*\n)*/gim, '')
    .replace(/^(Message-Id:) .*$/im, '$1 <report@mail.clinic.example>')
    .replace(/^(X-Postfix-Queue-ID:) .*$/m, '$1 4fQk2H0V3K')
}

const fileOf = (server: string, kind: string) => new URL(`real-${server}-${kind}.eml`, examples)

for (const [server, { isThere, start }] of Object.entries(bouncingServers))
  describe.skipIf(!isThere)(`the report of ${server}`, () => {
    for (const [kind, refusal] of Object.entries(refusals))
      serviceTest(`about ${kind} is that of the example, and marks the address if it is at fault`, async (rollcall) => {
        const { source, delivery } = await bounceOf(rollcall, start, refusal)
        await expect(exampleOf(source)).toMatchFileSnapshot(fileOf(server, kind).pathname)
        const report = await readDeliveryStatus(PostalMime.parse, Buffer.from(source))
        expect(await takeReport(rollcall, incoming(rollcall, email.name), report!)).toBe(true)
        expect((await delivery()).state).toBe('failed')
        const marks = await rollcall.database.selectFrom('undeliverable_addresses').select('uid').execute()
        expect(marks).toHaveLength(refusal.marks ? 1 : 0)
      })
  })
