import { hostname } from 'node:os'
import { Type } from 'typebox'
import type { ChannelSettings } from '../../config/channel-settings.ts'
import type { Config } from '../../config/config.ts'
import { serverUrl } from '../../config/setting.ts'

/** The sender of mails that are only written to files. */
export const unconfiguredSender = 'notices@rollcall.invalid'

export interface MailServer {
  url: string
  from: string
}

export const mailSettings: ChannelSettings<MailServer> = {
  url: 'SMTP_URL',
  plaintextProtocols: ['smtp:'],
  variables: {
    SMTP_URL: Type.Optional(
      serverUrl(/^smtps?:$/, {
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
  },
  rules: [{ when: (env) => env.MAIL_FROM && !env.SMTP_URL, warning: 'MAIL_FROM has no effect unless SMTP_URL is set' }],
  read: ({ SMTP_URL, MAIL_FROM }) => ({ url: SMTP_URL!, from: MAIL_FROM ?? `rollcall@${hostname()}` }),
}

/** The address that sends the mails. */
export const mailSender = ({ servers }: Pick<Config, 'servers'>) => servers.email?.from ?? unconfiguredSender
