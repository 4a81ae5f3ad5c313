import PostalMime from 'postal-mime'
import { describe, expect } from 'vitest'
import { readDeliveryStatus } from '../../src/channels/email/bounces/delivery-status.ts'
import { takeReport } from '../../src/channels/email/bounces/routes.ts'
import { email } from '../../src/channels/email/email.ts'
import { smtpSender } from '../../src/channels/email/smtp.ts'
import { incoming } from '../../src/contacts/replies/incoming.ts'
import { bouncingServers } from '../bouncing-servers.ts'
import { mailServer } from '../mail-server.ts'
import { type Rollcall, serviceTest } from '../rollcall.ts'
import { mail, notify } from '../submission.ts'

const examples = new URL('../../src/channels/email/bounces/examples/', import.meta.url)

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
  await expect.poll(() => received).toHaveLength(1)
  return { source: received[0]!, delivery }
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
