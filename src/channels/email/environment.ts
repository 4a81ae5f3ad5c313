import { hostname } from 'node:os'
import { Type } from 'typebox'
import type { ChannelEnvironment } from '../../config/channel-environment.ts'
import { serverUrl } from '../../config/setting.ts'

/** The sender of mails that are only written to files. */
export const unconfiguredSender = 'notices@rollcall.invalid'

export interface MailServer {
  url: string
  from: string
  /** The mailbox with the bounces. */
  bouncesUrl: string | undefined
}

export const mailEnvironment: ChannelEnvironment<MailServer> = {
  url: 'SMTP_URL',
  plaintextProtocols: { SMTP_URL: ['smtp:'], BOUNCES_URL: ['imap:'] },
  variables: {
    SMTP_URL: Type.Optional(
      serverUrl(['smtp:', 'smtps:'], {
        description: 'The mail server.',
        expects: 'an smtp: or smtps: URL',
        unset: 'mails become files in `outbox`, beside the SQLite file or in `./data`',
      }),
    ),
    MAIL_FROM: Type.Optional(
      Type.String({
        pattern: '^[^\\s@]+@[^\\s@]+$',
        description: 'The sender of mails.',
        expects: 'an e-mail address',
        unset: '`rollcall@` and the host name of this machine; in files, `notices@rollcall.invalid`',
      }),
    ),
    BOUNCES_URL: Type.Optional(
      serverUrl(['imap:', 'imaps:'], {
        description: 'The mailbox to which bounces of `MAIL_FROM` come: user, password, host and mailbox.',
        expects: 'an imap: or imaps: URL',
        unset: 'bounces are not read; providers may still post them',
      }),
    ),
  },
  rules: [
    { when: (env) => env.MAIL_FROM && !env.SMTP_URL, warning: 'MAIL_FROM has no effect unless SMTP_URL is set' },
    { when: (env) => env.BOUNCES_URL && !env.SMTP_URL, warning: 'BOUNCES_URL has no effect unless SMTP_URL is set' },
  ],
  read: ({ SMTP_URL, MAIL_FROM, BOUNCES_URL }) => ({
    ...{ url: SMTP_URL!, from: MAIL_FROM ?? `rollcall@${hostname()}`, bouncesUrl: BOUNCES_URL },
  }),
}
