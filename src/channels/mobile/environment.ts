import { Type } from 'typebox'
import { alternatives } from '../../platform/config/alternatives.ts'
import type { ChannelEnvironment, ChannelVariables } from '../../platform/config/channel-environment.ts'
import { protocolOf, serverUrl } from '../../platform/config/setting.ts'
import type { TextServer } from './provider.ts'
import { providers } from './providers.ts'

const protocols = providers.flatMap((provider) => provider.protocols)
const forms = providers.map(({ urlForm }) => urlForm)
const ofProviders = Object.assign({}, ...providers.map(({ variables }) => variables))
// 3GPP TS 23.040, 9.1.2.5: an alphanumeric sender has at most eleven 7-bit characters.
const ofAll = ['\\+?\\d{3,15}', '[A-Za-z0-9 ._-]{1,11}']
const senders = providers.flatMap((provider) => provider.senders ?? [])
const senderForms = [
  ...['a number such as +351912345678', 'a short code', 'a name of up to 11 letters'],
  ...senders.map(({ form }) => form),
]

export const textEnvironment: ChannelEnvironment<TextServer> = {
  url: 'SMS_URL',
  plaintextProtocols: { SMS_URL: providers.flatMap((provider) => [...provider.plaintextProtocols]) },
  variables: {
    SMS_URL: Type.Optional(
      serverUrl(protocols, {
        description: 'The message centre, the gateway or the provider that takes texts.',
        expects: alternatives(forms),
        unset: 'texts become files in `outbox`',
      }),
    ),
    SMS_FROM: Type.Optional(
      Type.String({
        pattern: `^(${[...ofAll, ...senders.map(({ pattern }) => pattern)].join('|')})$`,
        description: 'The sender of texts. Contacts can reply to a number.',
        expects: alternatives(senderForms),
        unset: 'the sender that `SMS_URL` defines',
      }),
    ),
    ...ofProviders,
  },
  rules: [
    { when: (env) => env.SMS_FROM && !env.SMS_URL, warning: 'SMS_FROM has no effect unless SMS_URL is set' },
    // A sender of another provider.
    ...providers.flatMap(({ senders, protocols, urlForm }) =>
      senders
        ? {
            when: ({ SMS_URL, SMS_FROM }: ChannelVariables) =>
              SMS_FROM && RegExp(`^(${senders.pattern})$`).test(SMS_FROM) && !protocols.includes(protocolOf(SMS_URL)!),
            fault: `SMS_URL must be ${urlForm}, because SMS_FROM is ${senders.form}`,
          }
        : [],
    ),
    ...providers.flatMap(({ rules = [] }) => rules),
  ],
  read: (env) => ({
    url: env.SMS_URL!,
    from: env.SMS_FROM,
    variables: Object.fromEntries(Object.keys(ofProviders).map((name) => [name, env[name]])),
  }),
}
