import { readFileSync } from 'node:fs'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { readDeliveryStatus } from './delivery-status.ts'

interface Fields {
  action: string
  status: string
  diagnosis: string
}

/** Returns a report in Postfix's manner. */
const reportOf = ({ action, status, diagnosis }: Fields) => `From: MAILER-DAEMON@mx.clinic.example
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="x"

--x
Content-Type: text/plain

This is the mail system at host mx.clinic.example.

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.clinic.example

Final-Recipient: rfc822; joao@example.org
Action: ${action}
Status: ${status}
Diagnostic-Code: ${diagnosis}

--x--
`

type Verdict = 'nothing' | 'failed' | 'failed and marked'

async function verdictOf(source: string, uid = 'joao@example.org'): Promise<Verdict> {
  const report = await readDeliveryStatus(PostalMime.parse, Buffer.from(source))
  const bounce = report?.bounces.find((one) => one.uid === uid)
  return bounce === undefined ? 'nothing' : bounce.isUndeliverable ? 'failed and marked' : 'failed'
}

const unknownUser = 'smtp; 550 5.1.1 <joao@example.org>: Recipient address rejected: User unknown'

describe('the action of a report', () => {
  test.each<[Verdict, string, string]>([
    ['failed and marked', 'failed', '5.1.1'],
    ['failed and marked', 'Failed', '5.1.1 (bad destination mailbox address)'],
    ['failed', 'failed', '4.2.2'],
    ['failed', 'failed', '4.4.7'],
    ['failed', 'failed', '2.1.5'],
    ['failed', 'failed (gave up)', ''],
    ['failed', 'expired', '4.4.1'],
    ...['delayed', 'delivered', 'relayed', 'expanded', ''].flatMap((action) =>
      ['2.1.5', '4.4.1', '5.1.1'].map((status) => ['nothing', action, status] as [Verdict, string, string]),
    ),
  ])('%s by the action "%s" with the status "%s"', async (verdict, action, status) => {
    expect(await verdictOf(reportOf({ action, status, diagnosis: 'smtp; ' }))).toBe(verdict)
  })
})

describe('an address', () => {
  // In the manner of reports that Postfix, Exim, Exchange, sendmail and Gmail's servers sent, with other names.
  test.each<[Verdict, string, string]>([
    ['failed and marked', '5.1.1', unknownUser],
    ['failed and marked', '5.0.0', unknownUser],
    ['failed and marked', '5.0.0', 'smtp; 550 No such user here'],
    ['failed and marked', '5.2.0', 'SMTP; 550 : User unknown'],
    ['failed and marked', '5.4.1', 'smtp; 550 5.4.1 [joao@example.org]: Recipient address rejected: Access denied'],
    ['failed and marked', '5.1.10', 'smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found by SMTP address lookup'],
    [
      'failed and marked',
      '5.1.351',
      'smtp;550 5.1.351 Remote server returned unknown recipient or mailbox unavailable',
    ],
    [
      'failed and marked',
      '5.4.4',
      'X-Postfix; Host or domain name not found. Name service error for name=gmial.example',
    ],
    ['failed and marked', '5.5.0', 'SMTP; 550 5.5.0 Adresse destinataire invalide. Invalid recipient. LPN007_416'],
    ['failed and marked', '5.0.0', "smtp; 554 delivery error: dd This user doesn't have a yahoo.example account"],
    [
      'failed and marked',
      '5.0.0 (permanent failure)',
      "smtp; 5.3.0 - Other mail system problem 550-'Unknown user joao'",
    ],
    // A full, disabled or busy mailbox.
    ['failed', '5.2.1', 'smtp; 550 5.2.1 The email account that you tried to reach is disabled.'],
    ['failed', '4.2.2', 'smtp; 452 4.2.2 Over quota'],
    ['failed', '5.2.2', 'smtp; 552 5.2.2 <joao@example.org>: user is over quota'],
    ['failed', '5.2.2', "smtp; 552-5.2.2 The recipient's inbox is out of storage space and inactive."],
    ['failed', '5.0.0', "smtp; 5.1.0 - Unknown address error 550-'5.2.2 <joao@example.org>... Mailbox Full'"],
    ['failed', '5.2.1', 'smtp; 550-5.2.1 The user you are trying to contact is receiving mail at a rate that prevents'],
    ['failed', '4.1.1', 'smtp; 450 4.1.1 <joao@example.org>: Recipient address rejected: User unknown'],
    // A blocked sender.
    ['failed', '5.7.1', 'smtp; 554 5.7.1 Client host rejected: blocked using dnsbl.example'],
    ['failed', '5.0.0', 'smtp; 550 5.7.1 Connections not accepted from servers without a valid sender domain.'],
    ['failed', '5.0.0', 'smtp; 550 Bad SPF records for [clinic.example:192.0.2.2]'],
    [
      'failed',
      '5.1.1',
      'smtp; 550 5.1.1 <joao@example.org> - 203.0.113.222 has sent to too many recipients this hour.',
    ],
    ['failed', '5.1.3', 'SMTP; 553 http://www.spamhaus.example/query/bl?ip=192.0.2.222'],
    ['failed', '5.1.0', 'smtp; 550 5.1.0 <notices@clinic.example> sender rejected. Refer to Error Codes'],
    ['failed', '5.1.8', 'smtp; 553 5.1.8 Domain of sender address notices@clinic.example does not exist'],
    ['failed', '5.1.1', 'smtp; 550 5.1.1 RCP-P2 Refused due to recipient preferences'],
    ['failed', '5.0.0', 'smtp; 554 email rejected due to security policies'],
    // The server, the mail, or no cause that the words tell.
    ['failed', '5.4.1', 'smtp; 541 5.4.1 Mail rejected by destination domain'],
    ['failed', '5.5.0', 'smtp;550 Requested action not taken: mailbox unavailable (S2017062302)'],
    ['failed', '5.3.4', 'smtp; 552 5.3.4 Message too large'],
    ['failed', '4.4.7', 'smtp; 554 4.4.7 Message expired: unable to deliver in 840 minutes.<421 4.4.2 timed out>'],
    ['failed', '5.0.0', 'smtp; 550 Rejected'],
    ['failed', '5.0.0', 'X-Notes; server 5.1.1.7 does not respond'],
  ])('has %s by %s, %s', async (verdict, status, diagnosis) => {
    expect(await verdictOf(reportOf({ action: 'failed', status, diagnosis }))).toBe(verdict)
  })

  test.each<[Verdict, string]>([
    ['failed and marked', 'exim'],
    ['failed', 'exim-gave-up'],
    ['failed and marked', 'opensmtpd'],
    ['failed', 'opensmtpd-two'],
    ['failed and marked', 'qmail'],
    ['failed', 'qmail-gave-up'],
    ['failed and marked', 'exchange-online'],
    ['failed and marked', 'gmail'],
    ['failed', 'full-mailbox'],
    ['failed', 'blocked'],
    // Reports that the servers wrote: test/drills/bounces.test.ts. After it gave up on a 450, no server blames the address.
    ...['postfix', 'exim', 'opensmtpd'].flatMap((server): [Verdict, string][] => [
      ['failed and marked', `real-${server}-no-mailbox`],
      ['failed', `real-${server}-full`],
      ['failed', `real-${server}-blocklist`],
      ['failed', `real-${server}-gave-up`],
    ]),
    ['nothing', 'delayed'],
    ['nothing', 'automatic-reply'],
    ['nothing', 'challenge'],
  ])('has %s by the example "%s"', async (verdict, name) => {
    expect(await verdictOf(readFileSync(new URL(`examples/${name}.eml`, import.meta.url), 'utf8'))).toBe(verdict)
  })

  test('gets its own verdict in a report about several', async () => {
    const source = readFileSync(new URL('examples/opensmtpd-two.eml', import.meta.url), 'utf8')
    expect(await verdictOf(source, 'maria@example.org')).toBe('failed and marked')
    expect(await verdictOf(source, 'joao@example.org')).toBe('failed')
  })
})
