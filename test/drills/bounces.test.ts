import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connectTo } from '../../src/channels/email/bounces/imap.ts'
import { referenceOf } from '../../src/channels/email/bounces/reference.ts'
import { thisMachine } from '../../src/platform/config/networks.ts'
import { createSecret } from '../../src/platform/keys/secret.ts'
import { runCommand } from '../command.ts'
import { temporaryDatabase } from '../databases.ts'
import { mailServer, refusing } from '../mail-server.ts'
import { serveRollcall } from '../process.ts'
import { hasMailServers, realMailServers } from '../real-mail-servers.ts'
import { temporaryFolder } from '../rollcall.ts'
import { item, later, submission } from '../submission.ts'
import { tokenEndpoint } from '../token-endpoint.ts'
import { openClinics } from './answering-clinics.ts'

const examples = new URL('../../src/channels/email/bounces/examples/', import.meta.url)

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
