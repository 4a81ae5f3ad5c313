import { readFileSync } from 'node:fs'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { mailServer } from '../../../../test/mail-server.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../../test/rollcall.ts'
import { item, mail, moved, notify, submission } from '../../../../test/submission.ts'
import { incoming } from '../../../contacts/replies/incoming.ts'
import { thisMachine } from '../../../platform/config/networks.ts'
import { createSecret } from '../../../platform/keys/secret.ts'
import { hours } from '../../../platform/time/instant.ts'
import { email } from '../email.ts'
import { readDeliveryStatus } from './delivery-status.ts'
import { watchMailbox } from './mailbox.ts'
import { findReference, referenceOf } from './reference.ts'
import { bouncePaths, takeReport } from './routes.ts'

/** Returns what a mail server sends about the mail with this reference. */
const example = (name: string, reference: string) =>
  readFileSync(new URL(`examples/${name}.eml`, import.meta.url), 'utf8').replaceAll('{reference}', reference)

const servers = [
  ...[
    'opensmtpd',
    'opensmtpd-two',
    'postfix',
    'exchange-online',
    'gmail',
    'exim',
    'exim-gave-up',
    'qmail',
    'qmail-gave-up',
  ],
  ...['full-mailbox', 'blocked'],
]

/** Sends the notice by mail, and returns its notification with the functions of a mailbox. */
async function sent(rollcall: Rollcall, over: Parameters<typeof notify>[1] = {}) {
  const { email: sender, received } = await mailServer()
  const notified = await notify(rollcall, { addresses: [mail], ...over })
  await rollcall.deliver({ email: sender })
  const reference = /^Message-ID:\s+<(.*)@clinic\.example>/im.exec(received[0]!)![1]!
  return { ...notified, reference, receive: (name: string) => receive(rollcall, example(name, reference)) }
}

/** Takes the mail as the mailbox does. */
async function receive(rollcall: Rollcall, source: string) {
  const { secret, log } = rollcall
  const report = await readDeliveryStatus(PostalMime.parse, Buffer.from(source))
  const taken = incoming(rollcall, email.name)
  return report && takeReport({ secret, log }, taken, report)
}

const marks = ({ database }: Rollcall) =>
  database.selectFrom('undeliverable_addresses').select(['entity_id', 'channel', 'uid', 'reason']).execute()

describe('a bounce', () => {
  eachEngine(
    'fails its delivery with the reason, and marks the address until it is submitted anew',
    async (rollcall) => {
      const { delivery, receive, id } = await sent(rollcall)
      expect((await delivery()).state).toBe('sent')
      await receive('opensmtpd')
      const reason = 'joao@example.org: 550 5.1.1 No such mailbox here'
      expect(await delivery()).toMatchObject({ state: 'failed', reason })
      expect(await marks(rollcall)).toEqual([
        { entity_id: 'clinica-lisboa', channel: 'email', uid: 'joao@example.org', reason },
      ])

      await rollcall.post(`/v1/notifications/clinica-lisboa/${id}/cancellation`)
      await rollcall.deliver()
      expect((await delivery()).state).toBe('failed')
      const { database } = rollcall
      expect(
        await database.selectFrom('deliveries').select(['state', 'reason']).where('kind', '=', 'withdrawn').execute(),
      ).toEqual([{ state: 'stopped', reason: 'undeliverable' }])

      const again = await notify(rollcall, { external_id: 'A-2', addresses: [{ ...mail, uid: 'JOAO@example.org' }] })
      expect(await marks(rollcall)).toEqual([])
      await rollcall.deliver()
      expect((await again.delivery()).state).toBe('sent')
    },
  )

  serviceTest(
    'stops messages to the address: reminders skip it, and unchanged details do not lift the mark',
    async (rollcall) => {
      const addresses = [mail, { channel: 'mobile' as const, uid: '912345678' }]
      const when = '2026-04-20T09:30:00+01:00'
      const visit = { params: { ...item().params, when }, addresses }
      const { receive, status } = await sent(rollcall, visit)
      await receive('postfix')
      await rollcall.post(
        '/v1/notifications/clinica-lisboa',
        submission(item({ ...visit, contact: { ...item().contact, name: 'João S.' } })),
      )
      expect(await marks(rollcall)).toHaveLength(1)
      await rollcall.remind()
      rollcall.clock.time += hours(15 * 24)
      await rollcall.remind()
      const { deliveries } = await status()
      expect(deliveries.filter(({ kind }: { kind: string }) => kind === 'reminder')).toMatchObject([
        { channel: 'mobile' },
      ])
    },
  )

  serviceTest('does not keep the contact from hearing that the visit has another start', async (rollcall) => {
    const { receive } = await sent(rollcall)
    await receive('postfix')
    const { status } = await notify(rollcall, { ...moved, addresses: [mail] })
    await rollcall.deliver()
    expect((await status()).deliveries).toMatchObject([{ kind: 'moved', state: 'sent' }])
  })

  serviceTest('to an address that is new to the visit lifts the mark of this address', async (rollcall) => {
    const { receive } = await sent(rollcall)
    await receive('postfix')
    await notify(rollcall, { external_id: 'A-2', addresses: [{ channel: 'mobile', uid: '912345678' }] })
    expect(await marks(rollcall)).toHaveLength(1)
    await notify(rollcall, { external_id: 'A-2', addresses: [{ channel: 'mobile', uid: '912345678' }, mail] })
    expect(await marks(rollcall)).toEqual([])
  })

  serviceTest('that comes twice, or after the delivery, changes nothing', async (rollcall) => {
    const first = await sent(rollcall)
    await first.receive('postfix')
    await notify(rollcall, { external_id: 'A-2', addresses: [mail] })
    await first.receive('postfix')
    expect(await marks(rollcall)).toEqual([])

    const second = await sent(rollcall, { external_id: 'A-3' })
    await rollcall.database.updateTable('deliveries').set({ state: 'delivered' }).execute()
    await second.receive('postfix')
    expect((await second.delivery()).state).toBe('delivered')
    expect(await marks(rollcall)).toEqual([])
  })

  serviceTest('to another address, or with a forged reference, changes nothing', async (rollcall) => {
    const { delivery, reference } = await sent(rollcall)
    await receive(rollcall, example('exchange-online', reference).replaceAll('joao@', 'maria@'))
    const forged = referenceOf(createSecret('another key, of 32 characters...'), {
      entity_id: 'clinica-lisboa',
      delivery_id: (await delivery()).id,
    })
    await receive(rollcall, example('exchange-online', forged))
    expect((await delivery()).state).toBe('sent')
  })

  serviceTest('of a full mailbox fails its delivery, and the address still gets messages', async (rollcall) => {
    const { delivery, receive, id } = await sent(rollcall)
    for (const name of ['delayed', 'automatic-reply', 'challenge']) await receive(name)
    expect((await delivery()).state).toBe('sent')
    await receive('full-mailbox')
    expect((await delivery()).state).toBe('failed')
    expect(await marks(rollcall)).toEqual([])
    const events = (await rollcall.get('/v1/events/clinica-lisboa/since/0')).json()
    expect(events.at(-1)).toMatchObject({ kind: 'delivery', change: 'bounced', notification_id: id })
    const next = await notify(rollcall, { ...moved, addresses: [mail] })
    await rollcall.deliver()
    expect((await next.delivery()).state).toBe('sent')
  })
})

describe('a report that anybody can send', () => {
  /** The time that the event loop needs for a report of this size, in milliseconds. */
  async function timeOf(text: string, status: string) {
    const part = (type: string, content: string) => `--x\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`
    const head = 'From: a@b.example\r\nContent-Type: multipart/report; boundary=x\r\n\r\n'
    const source = Buffer.from(`${head}${part('text/plain', text)}${part('message/delivery-status', status)}--x--\r\n`)
    const started = process.cpuUsage()
    const report = await readDeliveryStatus(PostalMime.parse, source)
    return { cpuMs: process.cpuUsage(started).user / 1_000, report }
  }

  test('does not take longer than in proportion to its size', async () => {
    const { cpuMs } = await timeOf('Hello', `Reporting-MTA: a\r\nX: a${' '.repeat(400 * 1024)}b\r\n\r\nAction: failed`)
    // Minutes, if each space begins a new search.
    expect(cpuMs).toBeLessThan(5_000)
  })

  test('counts for ten recipients at most', async () => {
    const recipient = 'Action: failed\r\nStatus: 5.1.1\r\nFinal-Recipient: rfc822; b@c.example\r\n\r\n'
    const { report } = await timeOf('a\n'.repeat(100_000), `Reporting-MTA: a\r\n\r\n${recipient.repeat(400)}`)
    expect(report!.bounces).toHaveLength(10)
  })
})

describe('a reference', () => {
  const secret = createSecret('a key of the tests with 32 characters')

  test('is found in the reports of each mail server', async () => {
    const delivery = { entity_id: 'clinica-lisboa', delivery_id: '019d3960-6c01-7a53-9c61-0f6d2b8e7a15' }
    for (const name of servers) {
      const source = example(name, referenceOf(secret, delivery))
      const { referenceText } = (await readDeliveryStatus(PostalMime.parse, Buffer.from(source)))!
      expect([name, findReference(secret, referenceText)]).toEqual([name, delivery])
    }
  })

  test('is found in any text, and only with its key', () => {
    const delivery = { entity_id: 'clinic.a~b_c-d', delivery_id: '019d3960-6c01-7a53-9c61-0f6d2b8e7a15' }
    const reference = referenceOf(secret, delivery)
    expect(findReference(secret, `Message-ID:\r\n <${reference}@clinic.example>`)).toEqual(delivery)
    expect(findReference(secret, JSON.stringify({ message: { headers: { 'message-id': `${reference}@x` } } }))).toEqual(
      delivery,
    )
    expect(findReference(secret, reference.replace('clinic.a', 'clinic.b'))).toBeUndefined()
    expect(findReference(secret, `${reference}0`)).toBeUndefined()
    expect(findReference(secret, 'x'.repeat(500_000))).toBeUndefined()
  })
})

/** The formats of the providers, with the fields that matter and some of the others. */
const bodies = {
  ses: (reference: string, uid: string) =>
    JSON.stringify({
      Type: 'Notification',
      MessageId: '22b80b92',
      TopicArn: 'arn:aws:sns:eu-west-1:123456789012:bounces',
      Message: JSON.stringify({
        notificationType: 'Bounce',
        bounce: {
          bounceType: 'Permanent',
          bounceSubType: 'General',
          timestamp: '2026-03-30T08:00:05.000Z',
          bouncedRecipients: [
            { emailAddress: uid, action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' },
          ],
        },
        mail: {
          messageId: '0102018f-example-000000',
          source: 'notices@clinic.example',
          destination: [uid],
          headersTruncated: false,
          headers: [{ name: 'Message-ID', value: `<${reference}@clinic.example>` }],
        },
      }),
    }),
  mailgun: (reference: string, uid: string) =>
    JSON.stringify({
      signature: { timestamp: '1774857605', token: 'a', signature: 'b' },
      'event-data': {
        event: 'failed',
        severity: 'permanent',
        reason: 'bounce',
        recipient: uid,
        'delivery-status': { code: 550, 'enhanced-code': '5.1.1', message: '5.1.1 user unknown', description: null },
        message: { headers: { 'message-id': `${reference}@clinic.example`, to: uid } },
      },
    }),
  postmark(reference: string, uid: string) {
    const [, entity, delivery] = /^(.*)\.(.*\..*)$/.exec(reference)!
    return JSON.stringify({
      RecordType: 'Bounce',
      Type: 'HardBounce',
      TypeCode: 1,
      Email: uid,
      MessageID: '00000000-0000',
      Description: 'Unknown user',
      Details: 'smtp;550 5.1.1 user unknown',
      Inactive: true,
      Metadata: { 'rollcall-entity': entity, 'rollcall-delivery': delivery },
    })
  },
}

describe.each(Object.keys(bodies) as (keyof typeof bodies)[])('a bounce that %s posts', (provider) => {
  const post = ({ app, secret }: Rollcall, payload: string, url = bouncePaths(secret)[provider]!) =>
    app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': provider === 'ses' ? 'text/plain; charset=UTF-8' : 'application/json' },
    })

  serviceTest('fails the delivery, once, and needs the secret path', async (rollcall) => {
    const { delivery, reference } = await sent(rollcall)
    const body = bodies[provider](reference, mail.uid)
    const wrong = bouncePaths(rollcall.secret)[provider]!.slice(0, -1)
    expect((await post(rollcall, body, `${wrong}!`)).statusCode).toBe(404)
    expect((await delivery()).state).toBe('sent')
    expect((await post(rollcall, body)).statusCode).toBe(200)
    expect(await delivery()).toMatchObject({ state: 'failed', reason: expect.stringContaining('user unknown') })
    expect(await marks(rollcall)).toHaveLength(1)
    await notify(rollcall, { external_id: 'A-2', addresses: [mail] })
    expect((await post(rollcall, body)).statusCode).toBe(200)
    expect(await marks(rollcall)).toEqual([])
  })

  serviceTest('may be of any form, and changes nothing unless it is final', async (rollcall) => {
    const { delivery, reference } = await sent(rollcall)
    const body = bodies[provider](reference, mail.uid)
    const other = body
      .replace(/Permanent|permanent|HardBounce/, 'Transient')
      .replace(String.raw`\"action\":\"failed\",`, '')
    for (const payload of [other, '{}', '{"Type":"Notification","Message":"Amazon SES is set up"}'])
      expect((await post(rollcall, payload)).statusCode).toBe(200)
    expect((await delivery()).state).toBe('sent')
  })
})

serviceTest('the service confirms a subscription only at Amazon SNS', async ({ app, secret }) => {
  const { isOfSns } = await import('./sns.ts')
  expect(isOfSns('https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=x')).toBe(true)
  const others = [
    'http://sns.eu-west-1.amazonaws.com/',
    'https://sns.eu-west-1.amazonaws.com.attacker.example/',
    'https://attacker.example/sns.eu-west-1.amazonaws.com',
    'https://s3.eu-west-1.amazonaws.com/',
    'https://sns.eu-west-1.amazonaws.com:8443/',
    'https://user@sns.eu-west-1.amazonaws.com/',
    'not a URL',
  ]
  expect(others.filter(isOfSns)).toEqual([])
  const payload = { Type: 'SubscriptionConfirmation', SubscribeURL: 'http://127.0.0.1:1/' }
  expect((await app.inject({ method: 'POST', url: bouncePaths(secret).ses!, payload })).statusCode).toBe(200)
})

serviceTest('a mailbox whose server is away is reported once, and does not stop the service', async (rollcall) => {
  const { secret, log, logged } = rollcall
  const watch = watchMailbox('imap://u:canary-password@127.0.0.1:1/INBOX', {
    secret,
    log,
    plaintextNetworks: thisMachine,
    incoming: incoming(rollcall, email.name),
  })
  await expect.poll(() => logged.join('')).toContain('Cannot read the mailbox of bounces')
  await watch.stop()
  expect(logged.join('')).not.toContain('canary-password')
})
