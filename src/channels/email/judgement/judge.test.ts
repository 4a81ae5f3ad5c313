import { describe, expect, test } from 'vitest'
import { judge, type Verdict } from './judge.ts'

const uid = 'joao@example.org'

// In the manner of what these servers and providers say, with other names.
const said: Record<string, [Verdict, string][]> = {
  'lists and groups': [
    ['sender', '550 5.7.1 Recipient not found in whitelist'],
    ['sender', '550 User does not exist in this group, posting denied'],
    ['sender', '550 verify failed: address unknown for notices@clinic.example'],
    ['sender', '554 5.1.1 The domain of the from does not exist'],
    ['sender', '550 Address 192.0.2.7 not found in DNS'],
    ['mailbox', '550 5.1.1 user over limit'],
  ],
  'Exchange Online': [
    ['address', '550 5.4.1 Recipient address rejected: Access denied. [AM0EUR02.prod.protection.outlook.example]'],
    ['address', '550 5.4.310 DNS domain gmial.example does not exist [Message=InfoDomainNonexistent]'],
    [
      'address',
      '550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 5.1.1 unknown user',
    ],
    [
      'sender',
      '550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 5.7.1 Access denied',
    ],
    ['mailbox', '550 5.2.2 STOREDRV.Deliver; mailbox full. MapiExceptionShutoffQuotaExceeded'],
    ['authentication', '550 5.7.509 Access denied, sending domain clinic.example does not pass DMARC verification'],
    ['authentication', '550 5.7.515 Access denied, sending domain clinic.example does not meet the required level'],
    ['blocklist', '550 5.7.606 Access denied, banned sending IP 192.0.2.7'],
    ['blocklist', '451 4.7.650 The mail server 192.0.2.7 has been temporarily rate limited due to IP reputation'],
    ['limit', '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message'],
    ['limit', '550 5.1.90 Your message can not be sent because you have reached your daily limit'],
    ['loop', '554 5.4.14 Hop count exceeded - possible mail loop ATTR34'],
    ['unreachable', '550 5.4.316 Message expired, connection refused(Socket error code 10061)'],
    ['sender', '550 5.1.8 Access denied, bad outbound sender AS(42003)'],
    ['sender', '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; not allowed for this group'],
  ],
  Gmail: [
    [
      'address',
      '550-5.1.1 The email account that you tried to reach does not exist. Please try again after double-checking',
    ],
    ['address', "DNS Error: DNS type 'mx' lookup of gmial.example responded with code NXDOMAIN Domain name not found"],
    ['mailbox', '452-4.2.2 The recipient’s inbox is out of storage space.'],
    ['mailbox', '550-5.2.1 The email account that you tried to reach is inactive.'],
    ['mailbox', '450-4.2.1 The user you are trying to contact is receiving mail too quickly.'],
    ['authentication', '550-5.7.26 Your email has been blocked because the sender is unauthenticated.'],
    ['authentication', '550-5.7.25 The IP address sending this message does not have a PTR record setup.'],
    ['blocklist', '550-5.7.1 likely suspicious due to the very low reputation of the sending domain.'],
    ['limit', '421-4.7.28 Gmail has detected an unusual rate of mail originating from your IP Netblock.'],
    ['content', '552-5.7.0 This message was blocked because its content presents a potential security issue.'],
    ['size', '552-5.3.4 Your message exceeded the size limits of this server.'],
  ],
  Yahoo: [
    ['address', '552 1 Requested mail action aborted, mailbox not found'],
    ['address', "554 delivery error: dd This user doesn't have a yahoo.example account (joao@example.org) [0]"],
    ['mailbox', '554 30 Sorry, your message cannot be delivered. This mailbox is disabled (554.30).'],
    [
      'limit',
      '421 4.7.0 [TSS04] Messages from 192.0.2.7 temporarily deferred due to unexpected volume or user complaints',
    ],
    [
      'blocklist',
      "553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.7, because the ip is in Spamhaus's list",
    ],
    ['sender', '554 5.7.9 Message not accepted for policy reasons.'],
  ],
  iCloud: [
    ['address', '550 5.1.1 <joao@example.org>: unknown or illegal alias'],
    ['mailbox', '552 5.2.2 <joao@example.org>: user is over quota'],
    ['authentication', "554 5.7.1 Your message was rejected due to clinic.example's DMARC policy."],
    ['sender', '550 5.7.1 [CS01] Message rejected due to local policy.'],
  ],
  Proofpoint: [
    ['address', '550 5.1.1 User Unknown'],
    ['blocklist', '554 Blocked - see https://support.proofpoint.example/dnsbl-lookup.cgi?ip=192.0.2.7'],
    ['content', '554 5.7.0 Reject, id=20025-09 - SPAM'],
  ],
  Mimecast: [
    [
      'address',
      '550 Invalid Recipient - https://community.mimecast.example/docs/DOC-1369#550 [z7qZw5BPd1zlDYHk.us222]',
    ],
    ['authentication', '550 SPF Sender Invalid - envelope rejected'],
    ['blocklist', '550 csi.mimecast.example Poor Reputation Sender.'],
    ['sender', '554 Email rejected due to security policies'],
    ['sender', '550 Administrative prohibition - envelope blocked'],
    ['unreachable', '451 Internal resources are temporarily unavailable'],
  ],
  Barracuda: [
    [
      'address',
      '550 permanent failure for one or more recipients (joao@example.org:550 5.1.1 <joao@example.org>: User unknown)',
    ],
    ['sender', '550 permanent failure for one or more recipients (joao@example.org:blocked)'],
    ['blocklist', '554-Service unavailable; Client host [192.0.2.7] blocked using Barracuda Reputation'],
    ['content', '550 5.7.1 Message content rejected, UBE, id=00000-22-225'],
  ],
  Zimbra: [
    ['address', '550 5.1.1 <joao@example.org>: Recipient address rejected: example.org'],
    ['address', '550 <joao@example.org>: Recipient address rejected: example.org (in reply to RCPT TO command)'],
    ['mailbox', 'host 127.0.0.1[127.0.0.1] said: 452 4.2.2 Over quota (in reply to end of DATA command)'],
  ],
  'GMX and WEB.DE': [
    ['unknown', '550 Requested action not taken: mailbox unavailable'],
    ['mailbox', '552 Requested mail action aborted: exceeded storage allocation. Quota exceeded.'],
    ['authentication', '554-No SMTP service 554-Bad DNS PTR resource record.'],
    ['blocklist', '554 No SMTP service. IP address is black listed.'],
    ['sender', '550 Transaction failed. Reject due to policy restrictions.'],
  ],
  Orange: [
    ['address', '550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]'],
    ['mailbox', '552 5.1.1 Boite du destinataire pleine. Recipient overquota. OFR_417 [417]'],
    ['authentication', '501 5.0.2 Mail rejected. DMARC check failed. OFR_517 [517]'],
    [
      'limit',
      '421 Trop de connexions, veuillez verifier votre configuration. Too many connections, slow down. OFR004_104',
    ],
    [
      'unreachable',
      '421 4.2.0 Service refuse. Veuillez essayer plus tard. Service refused, please try later. OFR005_505',
    ],
  ],
  'Free and OVH': [
    ['address', '550 5.1.1 <joao@example.org>: Recipient address rejected: User unknown in virtual mailbox table'],
    ['address', '550 Utilisateur inconnu'],
    ['mailbox', '552 5.2.2 <joao@example.org> Quota exceeded (mailbox for user is full)'],
    ['blocklist', '554 5.7.1 Service unavailable; Client host [192.0.2.7] blocked using a local RBL'],
    ['limit', '451 too many errors from your ip (192.0.2.7), please visit http://postmaster.free.example/'],
  ],
  'Locaweb, UOL and Terra': [
    ['address', '550 5.0.0 Usuário desconhecido: <joao@example.org>'],
    ['address', '550 A caixa postal de destino não existe'],
    ['mailbox', '552 5.2.2 Caixa postal do destinatário cheia'],
    ['mailbox', '550 Conta suspensa'],
    ['sender', '554 5.7.1 Remetente recusado: o domínio não existe'],
    ['authentication', '550 5.7.1 Falha na validação de SPF do remetente'],
    ['content', '554 5.7.1 Mensagem classificada como SPAM'],
    ['limit', '450 4.7.1 Greylisting em ação, tente novamente mais tarde'],
  ],
  'mail.ru and Yandex': [
    ['address', '550 Message was not accepted -- invalid mailbox. Local mailbox is unavailable: user not found'],
    ['address', '550 5.7.1 No such user!'],
    ['content', '550 spam message rejected. Please visit http://help.mail.example/notspam'],
  ],
  Postfix: [
    [
      'address',
      '5.4.4 Host or domain name not found. Name service error for name=gmial.example type=A: Host not found',
    ],
    ['address', '5.1.0 Domain example.org does not accept mail (nullMX)'],
    [
      'unreachable',
      '4.4.3 Host or domain name not found. Name service error for name=a.example: Host not found, try again',
    ],
    ['unreachable', '4.4.1 connect to mail.example.org[192.0.2.7]:25: Connection refused'],
    [
      'mailbox',
      '4.1.1 host mx.example.org[192.0.2.7] said: 450 4.1.1 <joao@example.org>: Recipient address rejected: User unknown',
    ],
    [
      'sender',
      'host mx.example.org[192.0.2.7] said: 550 5.1.1 <notices@clinic.example>: User unknown (in reply to MAIL FROM command)',
    ],
    ['loop', '5.4.6 mail for example.org loops back to myself'],
    ['size', '5.2.3 message size 20000000 exceeds size limit 10240000 of server mx.example.org[192.0.2.7]'],
  ],
  Exim: [
    ['address', '5.0.0 joao@example.org Unrouteable address'],
    ['address', '5.0.0 joao@example.org all relevant MX records point to non-existent hosts'],
    ['address', '5.0.0 joao@example.org an MX or SRV record indicated no SMTP service'],
    ['mailbox', '5.0.0 joao@example.org mailbox is full: retry timeout exceeded'],
    ['unreachable', '5.0.0 joao@example.org retry timeout exceeded'],
    [
      'unreachable',
      '5.0.0 joao@example.org host mx.example.org [192.0.2.7] Connection timed out: retry timeout exceeded',
    ],
    ['unreachable', '5.0.0 SMTP error after RCPT TO:<joao@example.org>: 450 User unknown: retry timeout exceeded'],
    ['unreachable', "5.0.0 all hosts for 'example.org' have been failing for a long time (and retry time not reached)"],
    [
      'sender',
      '5.0.0 550-Verification failed for <notices@clinic.example> 550-No Such User Here 550 Sender verify failed',
    ],
    ['loop', '5.0.0 Too many "Received" headers - suspected mail loop'],
  ],
  'an address of which a name has such words': [
    ['address', '550 5.1.1 <full@policy.example>: User unknown'],
    ['address', 'host spam-filter.block.example[192.0.2.7] said: 550 5.1.1 User unknown'],
    ['address', '550 5.1.1 host spam.example.org [192.0.2.7]: <quota@example.org>: unknown user'],
  ],
  Domino: [['address', '550 5.1.1 joao@example.org... User not listed in Domino Directory']],
  'a server that refuses the sender with the words of an unknown recipient': [
    ['sender', '550 The IP address that sends this message is not valid'],
    ['sender', '550 5.7.1 HELO name does not exist'],
    ['sender', '550 5.0.0 MAIL FROM domain does not exist'],
    ['sender', '550 User not authorized'],
    ['blocklist', '550 5.1.1 invalid recipient: 192.0.2.7 is listed in a DNSBL'],
  ],
  'RFC 7293': [['address', '550 5.7.17 Mailbox owner has changed']],
}

describe.each(Object.entries(said))('the words of %s', (_server, cases) => {
  test.each(cases)('name a fault of %s: %s', (verdict, text) => {
    expect(judge(text)).toBe(verdict)
  })
})

test('a code of the sender or of a full mailbox excuses the address', () => {
  const refusal = `550 5.1.1 <${uid}>`
  const verdicts = ['5.1.1', '5.0.0', '5.2.2', '4.4.1', '5.7.26', '5.7.1'].map((code) =>
    judge(`${refusal} -> 550 ${code}`),
  )
  expect(verdicts).toEqual(['address', 'address', 'mailbox', 'unreachable', 'authentication', 'sender'])
})
