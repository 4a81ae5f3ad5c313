import { domainToASCII } from 'node:url'
import type { Channel, NormalUid } from '../channel.ts'
import { tokenLogin } from './access-tokens.ts'
import { watchMailbox } from './bounces/mailbox.ts'
import { bouncePaths, bounceRoutes } from './bounces/routes.ts'
import { type MailServer, mailEnvironment, unconfiguredSender } from './environment.ts'
import { senderFaultIn } from './judgement/judge.ts'
import { type Mail, mailFile, shownMail } from './mail.ts'

// RFC 5321 also allows quoted local parts. Contacts do not use them, and they permit header injection.
const mailbox = /^[^\s@<>"(),:;\\[\]]{1,64}@[^\s@<>"(),:;\\[\]]{1,253}$/
const mustBe = 'must be an e-mail address'

// The layout and the libraries are loaded with the first mail, and not at the start.
export const email = {
  name: 'email',
  messages: 'mails',
  address: {
    kind: 'an e-mail address',
    normal: readMailbox,
    compared: comparedMailbox,
    hint: (uid) => `${[...uid][0]}…${uid.slice(uid.lastIndexOf('@'))}`,
    faults: { ofContact: mustBe, alone: mustBe },
  },
  carriesPictures: true,
  hasAddressIndex: true,
  compose: async (to, content) => (await import('./compose-mail.ts')).composeMail(to, await content.letter!()),
  template: { form: 'letter' },
  shown: shownMail,
  environment: mailEnvironment,
  takesReplies: () => false,
  organizer: (server) => server?.from ?? unconfiguredSender,
  open: async ({ url, from, oauthUrl }, { plaintextNetworks, secret }) =>
    (await import('./smtp.ts')).smtpSender(url, from, secret, plaintextNetworks, tokenLogin(url, oauthUrl)),
  file: { extension: 'eml', write: mailFile },
  refusal: async ({ url }, plaintextNetworks) =>
    new URL(url).protocol === 'smtp:' ? (await import('./smtp.ts')).smtpRefusal(url, plaintextNetworks) : undefined,
  routes: bounceRoutes,
  bouncePaths,
  watch: ({ bouncesUrl, oauthUrl }, context) =>
    bouncesUrl === undefined ? undefined : watchMailbox(bouncesUrl, context, tokenLogin(bouncesUrl, oauthUrl)),
  senderFault: senderFaultIn,
  async faults({ url, bouncesUrl, oauthUrl }, plaintextNetworks) {
    const [{ smtpFault }, { mailboxFault }] = await Promise.all([import('./smtp.ts'), import('./bounces/imap.ts')])
    const [ofServer, ofMailbox] = await Promise.all([
      smtpFault(url, plaintextNetworks, tokenLogin(url, oauthUrl)),
      bouncesUrl && mailboxFault(bouncesUrl, plaintextNetworks, tokenLogin(bouncesUrl, oauthUrl)),
    ])
    return [...(ofServer ? [`SMTP_URL: ${ofServer}`] : []), ...(ofMailbox ? [`BOUNCES_URL: ${ofMailbox}`] : [])]
  },
} as const satisfies Channel<Mail, MailServer>

/** Reads a mailbox as people paste it: as a link, after the name of its owner, or with the separator of a list. */
function readMailbox(text: string): NormalUid {
  const pasted = text.replace(/[;,]$/, '').replace(/^mailto:([^?]*).*$/i, '$1')
  const named = /^[^<>@]*<(?:mailto:)?([^<>]+)>$/i.exec(pasted)?.[1]?.trim()
  const uid = named ?? pasted.trim()
  if (!mailbox.test(uid)) return undefined
  return named === undefined ? uid : { uid, notes: [{ kind: 'repaired', reason: `was read as ${uid}` }] }
}

/** Returns the mailbox without case, with its domain in ASCII. */
function comparedMailbox(uid: string): string {
  const at = uid.lastIndexOf('@')
  const domain = uid.slice(at + 1)
  return `${uid.slice(0, at).toLowerCase()}@${domainToASCII(domain) || domain.toLowerCase()}`
}
