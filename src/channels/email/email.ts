import type { Channel } from '../channel.ts'
import { type Mail, mailFile, shownMail } from './mail.ts'
import { comparedMailbox, mailbox } from './mailbox.ts'
import { type MailServer, mailSettings } from './settings.ts'

const mustBe = 'must be an e-mail address'

// The layout and the libraries are loaded with the first mail, and not at the start.
export const email = {
  name: 'email',
  messages: 'mails',
  address: {
    kind: 'an e-mail address',
    normal: mailbox,
    compared: comparedMailbox,
    faults: { ofContact: mustBe, alone: mustBe },
  },
  carriesPictures: true,
  compose: async (to, content) => (await import('./compose-mail.ts')).composeMail(to, await content.letter!()),
  shown: shownMail,
  settings: mailSettings,
  takesReplies: () => false,
  open: async ({ url, from }, { plaintextNetworks }) =>
    (await import('./smtp.ts')).smtpSender(url, from, plaintextNetworks),
  file: { extension: 'eml', write: mailFile },
  refusal: async ({ url }, plaintextNetworks) =>
    new URL(url).protocol === 'smtp:' ? (await import('./smtp.ts')).smtpRefusal(url, plaintextNetworks) : undefined,
} as const satisfies Channel<Mail, MailServer>
