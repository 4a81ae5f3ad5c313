import { hostname } from 'node:os'
import { Type } from 'typebox'
import type { ChannelEnvironment } from '../../platform/config/channel-environment.ts'
import { serverUrl, text } from '../../platform/config/setting.ts'
import { plaintextRule } from '../plaintext-rule.ts'
import { needsToken, readOAuthUrl } from './access-tokens.ts'

/** The sender of mails that are only written to files. */
export const unconfiguredSender = 'notices@rollcall.invalid'

export interface MailServer {
  url: string
  from: string
  /** The mailbox with the bounces. */
  bouncesUrl: string | undefined
  /** The endpoint that grants access tokens for the mail server and the mailbox, with the client's credentials. */
  oauthUrl: string | undefined
}

export const mailEnvironment: ChannelEnvironment<MailServer> = {
  url: 'SMTP_URL',
  plaintextProtocols: { SMTP_URL: ['smtp:'], BOUNCES_URL: ['imap:'], MAIL_OAUTH_URL: ['http:'] },
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
    MAIL_OAUTH_URL: Type.Optional(
      text(readOAuthUrl, {
        description:
          'The OAuth2 endpoint that grants access tokens. A server gets one if its URL, `SMTP_URL` or `BOUNCES_URL`, has a user without a password.',
        expects:
          'an https: URL with the client id, and its secret or a refresh_token, percent-encoded (http: in PLAINTEXT_NETWORKS)',
        unset: 'none: servers get passwords',
      }),
    ),
  },
  rules: [
    plaintextRule('MAIL_OAUTH_URL', 'http:'),
    {
      when: (env) =>
        env.MAIL_OAUTH_URL &&
        !(env.SMTP_URL && [env.SMTP_URL, env.BOUNCES_URL].some((url) => URL.canParse(url ?? '') && needsToken(url!))),
      warning: 'MAIL_OAUTH_URL has no effect unless SMTP_URL or BOUNCES_URL has a user without a password',
    },
    { when: (env) => env.MAIL_FROM && !env.SMTP_URL, warning: 'MAIL_FROM has no effect unless SMTP_URL is set' },
    { when: (env) => env.BOUNCES_URL && !env.SMTP_URL, warning: 'BOUNCES_URL has no effect unless SMTP_URL is set' },
  ],
  storedRules: [
    {
      // Nodemailer reads options there, which switch off the check of certificates or write the password into the log.
      when: ({ SMTP_URL }) => URL.parse(SMTP_URL ?? '')?.search,
      fault: 'SMTP_URL must have no options after "?": only the environment of the service sets them',
    },
  ],
  read: ({ SMTP_URL, MAIL_FROM, BOUNCES_URL, MAIL_OAUTH_URL }) => ({
    url: SMTP_URL!,
    from: MAIL_FROM ?? `rollcall@${hostname()}`,
    bouncesUrl: BOUNCES_URL,
    oauthUrl: MAIL_OAUTH_URL,
  }),
}
