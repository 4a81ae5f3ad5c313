import { describe, expect, test } from 'vitest'
import { type ReadBody, readMailgun, readPostmark, readSes } from './providers.ts'

type Verdict = 'nothing' | 'failed' | 'failed and marked'

function verdictOf(read: ReadBody, body: unknown): Verdict {
  const [bounce] = read(body)?.bounces ?? []
  return bounce === undefined ? 'nothing' : bounce.isUndeliverable ? 'failed and marked' : 'failed'
}

describe('a bounce of Amazon SES', () => {
  const failed = (status: string, diagnosticCode: string) => ({ action: 'failed', status, diagnosticCode })
  test.each<[Verdict, string, string, object]>([
    ['failed and marked', 'Permanent', 'General', failed('5.1.1', 'smtp; 550 5.1.1 user unknown')],
    ['failed and marked', 'Permanent', 'NoEmail', {}],
    ['failed and marked', 'Permanent', 'OnAccountSuppressionList', failed('5.1.1', 'Amazon SES did not send it')],
    ['failed', 'Permanent', 'General', failed('5.7.1', 'smtp; 550 5.7.1 Client host rejected: blocked using dnsbl')],
    ['failed', 'Transient', 'MailboxFull', failed('5.2.2', 'smtp; 552 5.2.2 Mailbox full')],
    ['failed', 'Transient', 'General', failed('4.4.7', 'smtp; 554 4.4.7 Message expired: unable to deliver')],
    ['failed', 'Transient', 'ContentRejected', failed('5.6.1', 'smtp; 500 5.6.1 Message content rejected')],
    ['failed', 'Undetermined', 'Undetermined', failed('5.1.1', 'smtp; 550 5.1.1 user unknown')],
    ['nothing', 'Undetermined', 'Undetermined', {}],
    // An automatic reply.
    ['nothing', 'Transient', 'General', {}],
    ['nothing', 'Transient', 'General', { action: 'delayed', status: '4.4.1' }],
    ['nothing', 'Other', 'General', failed('5.1.1', 'smtp; 550 5.1.1 user unknown')],
  ])('has %s as %s, %s, %o', (verdict, bounceType, bounceSubType, fields) => {
    const bounce = { bounceType, bounceSubType, bouncedRecipients: [{ emailAddress: 'joao@example.org', ...fields }] }
    expect(verdictOf(readSes, { notificationType: 'Bounce', mail: {}, bounce })).toBe(verdict)
  })
})

describe('a failure at Mailgun', () => {
  test.each<[Verdict, string, string, object]>([
    ['failed and marked', 'permanent', 'bounce', { code: 550, message: 'No such recipient here' }],
    ['failed and marked', 'permanent', 'bounce', { code: 550, message: 'Requested action not taken' }],
    ['failed and marked', 'permanent', 'suppress-bounce', { code: 605, description: 'Not delivering to bounced' }],
    ['failed and marked', 'permanent', 'generic', { code: 550, 'enhanced-code': '5.1.1', message: 'unknown' }],
    ['failed', 'permanent', 'bounce', { code: 552, 'enhanced-code': '5.2.2', message: 'over quota' }],
    ['failed', 'permanent', 'old', { code: 602, message: null, description: 'Too old' }],
    ['failed', 'permanent', 'suppress-complaint', { code: 607, description: 'Not delivering to a complainer' }],
    ['nothing', 'temporary', 'generic', { code: 452, 'enhanced-code': '4.2.2', message: 'over quota' }],
  ])('has %s as %s, %s, %o', (verdict, severity, reason, status) => {
    const data = { event: 'failed', severity, reason, recipient: 'joao@example.org', message: {} }
    expect(verdictOf(readMailgun, { 'event-data': { ...data, 'delivery-status': status } })).toBe(verdict)
  })
})

describe('a bounce of Postmark', () => {
  test.each<[Verdict, string, string]>([
    ['failed and marked', 'HardBounce', 'smtp;550 5.1.1 user unknown'],
    ['failed and marked', 'HardBounce', ''],
    ['failed and marked', 'BadEmailAddress', 'not a valid address'],
    ['failed', 'HardBounce', 'smtp;550 5.7.1 Client host rejected: blocked using dnsbl'],
    ['failed', 'SoftBounce', 'smtp;552 5.2.2 Mailbox full'],
    ['failed', 'Blocked', 'smtp;550 5.1.1 blocked'],
    ['failed', 'SpamNotification', ''],
    ['failed', 'DnsError', ''],
    ['nothing', 'Transient', 'smtp;450 4.2.0 greylisted'],
    ['nothing', 'AutoResponder', ''],
    ['nothing', 'AddressChange', ''],
    ['nothing', 'Unsubscribe', ''],
    ['nothing', 'toString', ''],
  ])('has %s as %s, "%s"', (verdict, type, Details) => {
    expect(verdictOf(readPostmark, { Type: type, Email: 'joao@example.org', Details })).toBe(verdict)
  })
})
