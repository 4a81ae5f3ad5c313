import type { SenderFault } from '../../sender-fault.ts'

/** Whose fault a code or a text names: the address is wrong, the mailbox is full or disabled for now, or a fault of the sender. */
export type Fault = 'address' | 'mailbox' | SenderFault

/** What an enhanced status code says (RFC 3463 and its registry, RFC 7505), and what large servers mean by theirs.
 *  `otherwise`: servers use it for many causes, so it counts only if the text names none. */
type Meaning = { is: Fault } | { otherwise: Fault | undefined }

/** The first row that fits counts. `x` stands for 4 and 5. */
const rows: [RegExp, Meaning][] = [
  // No such mailbox or domain, a wrong syntax, moved, no mail for the domain (null MX).
  [/^5\.1\.(1|2|3|6|10)$/, { is: 'address' }],
  // Exchange Online: another server refused the recipient; the domain does not exist.
  [/^5\.(1\.351|4\.310)$/, { is: 'address' }],
  // Postfix: the domain does not exist.
  [/^5\.4\.4$/, { is: 'address' }],
  // RFC 7293: another person owns the mailbox or the domain now.
  [/^5\.7\.1[78]$/, { is: 'address' }],
  // A code of the sender in the group of addresses. Exchange Online: a banned sender, and its limit of a day.
  [/^[45]\.1\.(7|8|9)$/, { is: 'sender' }],
  [/^[45]\.1\.90$/, { is: 'limit' }],
  // Faults that may pass.
  [/^4\.1\.\d+$/, { is: 'mailbox' }],
  [/^[45]\.2\.2$/, { is: 'mailbox' }],
  // Disabled, or busy. Servers also use it for unknown users and blocked senders.
  [/^[45]\.2\.1$/, { otherwise: 'mailbox' }],
  [/^[45]\.(2\.3|3\.4)$/, { is: 'size' }],
  // Exchange Online: too many mails for the mailbox, or to it from this sender.
  [/^[45]\.2\.12[12]$/, { is: 'limit' }],
  [/^[45]\.4\.(6|8|14)$/, { is: 'loop' }],
  // Gmail: the sender's limit of a day.
  [/^[45]\.4\.5$/, { is: 'limit' }],
  // Exchange Online refuses unknown recipients with it, and others, too.
  [/^5\.4\.1$/, { otherwise: undefined }],
  [/^([45]\.4\.\d+|4\.3\.\d+)$/, { otherwise: 'unreachable' }],
  [/^[45]\.5\.3$/, { is: 'limit' }],
  [/^[45]\.6\.\d+$/, { otherwise: 'content' }],
  // SPF, DKIM, reverse DNS; Exchange Online: DMARC, and its rules for large senders.
  [/^[45]\.7\.(2[0-7]|3[0-2]|50[69]|515)$/, { is: 'authentication' }],
  // Exchange Online: a group takes mail only from its members.
  [/^[45]\.7\.1(2[49]|3[345])$/, { is: 'sender' }],
  // A flood of mail.
  [/^[45]\.7\.28$/, { is: 'limit' }],
  // Exchange Online: banned senders and addresses.
  [/^[45]\.7\.(51[13]|60[6-9]|6[1-5]\d|70[58]|750)$/, { is: 'blocklist' }],
  // Yandex refuses unknown users with 5.7.1. Other servers use 5.7.x for any rule of theirs.
  [/^[45]\.7\.\d+$/, { otherwise: 'sender' }],
]

/** Returns the meaning of an enhanced status code. Undefined: the code gives no detail, such as x.0.0. */
export const meaningOf = (code: string): Meaning | undefined => rows.find(([pattern]) => pattern.test(code))?.[1]
