import { Type } from 'typebox'
import type { ChannelEnvironment } from '../../platform/config/channel-environment.ts'
import { serverUrl } from '../../platform/config/setting.ts'
import { plaintextRule } from '../plaintext-rule.ts'
import { readProviderUrl } from '../provider-url.ts'

/** A telephone number at Meta's Cloud API. */
export interface WhatsAppServer {
  url: string
  /** The id of the telephone number. */
  from: string
  /** The address of the API with its version, without a slash at its end. */
  api: string
  accessToken: string
  /** Signs the callbacks of Meta. */
  appSecret: string
  /** Undefined: Meta cannot verify the address of the callbacks. */
  verifyToken: string | undefined
  /** The id of the WhatsApp Business Account, which owns the templates. */
  accountId: string | undefined
}

const form = 'a URL such as whatsapp://PHONE_NUMBER_ID:TOKEN@graph.facebook.com/v23.0'

export const whatsappEnvironment: ChannelEnvironment<WhatsAppServer> = {
  url: 'WHATSAPP_URL',
  plaintextProtocols: { WHATSAPP_URL: ['whatsapp+http:'] },
  variables: {
    WHATSAPP_URL: Type.Optional(
      serverUrl(['whatsapp:', 'whatsapp+http:'], {
        description: "The clinic's number at Meta's Cloud API.",
        expects: form,
        unset: 'WhatsApp messages become files in `outbox`',
      }),
    ),
    WHATSAPP_APP_SECRET: Type.Optional(
      Type.String({
        pattern: '^\\S+$',
        description: 'The secret of the app at Meta, which signs callbacks.',
        expects: 'the app secret, without spaces',
        unset: 'required with `WHATSAPP_URL`',
      }),
    ),
    WHATSAPP_VERIFY_TOKEN: Type.Optional(
      Type.String({
        description: 'A secret of your choice, which Meta repeats when you enter the address of the callbacks.',
        expects: 'any text',
        unset: 'Meta cannot verify the address',
      }),
    ),
    WHATSAPP_ACCOUNT_ID: Type.Optional(
      Type.String({
        pattern: '^\\d{1,30}$',
        description: 'The id of the WhatsApp Business Account, for `rollcall whatsapp templates`.',
        expects: 'digits',
        unset: 'the command cannot ask which templates are approved',
      }),
    ),
  },
  rules: [
    plaintextRule('WHATSAPP_URL', 'whatsapp+http:'),
    {
      when: ({ WHATSAPP_URL }) => WHATSAPP_URL && !isComplete(WHATSAPP_URL),
      fault: `WHATSAPP_URL must be ${form}: it lacks the id, the token or the version`,
    },
    {
      when: (env) => env.WHATSAPP_URL && !env.WHATSAPP_APP_SECRET,
      fault: 'WHATSAPP_APP_SECRET must be set, because WHATSAPP_URL is: it verifies the callbacks of Meta',
    },
    ...['WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN', 'WHATSAPP_ACCOUNT_ID'].map((name) => ({
      when: (env: Record<string, string | undefined>) => env[name] && !env.WHATSAPP_URL,
      warning: `${name} has no effect unless WHATSAPP_URL is set`,
    })),
  ],
  read({ WHATSAPP_URL, WHATSAPP_APP_SECRET, WHATSAPP_VERIFY_TOKEN, WHATSAPP_ACCOUNT_ID }) {
    const { api, user, password } = readProviderUrl(WHATSAPP_URL!)
    return {
      url: WHATSAPP_URL!,
      from: user,
      api,
      accessToken: password,
      appSecret: WHATSAPP_APP_SECRET!,
      verifyToken: WHATSAPP_VERIFY_TOKEN,
      accountId: WHATSAPP_ACCOUNT_ID,
    }
  },
}

function isComplete(url: string) {
  const { username, password, pathname } = new URL(url)
  return username !== '' && password !== '' && /^\/v\d+\.\d+\/?$/.test(pathname)
}
