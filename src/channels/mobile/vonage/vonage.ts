import { Type } from 'typebox'
import type { ChannelVariables } from '../../../platform/config/channel-environment.ts'
import { protocolOf } from '../../../platform/config/setting.ts'
import { plaintextRule } from '../../plaintext-rule.ts'
import type { TextProvider } from '../provider.ts'
import { callbackRoutes, replyPath } from './callbacks.ts'

const protocols = ['vonage:', 'vonage+http:']

const isVonage = ({ SMS_URL }: ChannelVariables) => protocols.includes(protocolOf(SMS_URL)!)

/** Vonage's Messages API. https://developer.vonage.com/en/api/messages */
export const vonage: TextProvider = {
  protocols,
  plaintextProtocols: ['vonage+http:'],
  urlForm: 'a vonage: URL (vonage+http: in PLAINTEXT_NETWORKS)',
  variables: {
    SMS_SIGNATURE_SECRET: Type.String({
      description: 'The secret with which Vonage signs its callbacks.',
      expects: 'the signature secret of the API settings',
      unset: 'the API secret of `SMS_URL`. At Vonage, the two differ unless you set them to the same value',
    }),
  },
  rules: [
    plaintextRule('SMS_URL', 'vonage+http:'),
    {
      when: (env) => isVonage(env) && !hasCredentials(new URL(env.SMS_URL!)),
      fault:
        "SMS_URL must be vonage://API_KEY:API_SECRET@api.nexmo.com, with a percent-encoded secret. Copy both from the API settings of Vonage's dashboard",
    },
    {
      when: (env) => isVonage(env) && !env.SMS_FROM,
      fault: 'SMS_FROM must be set, because Vonage needs a sender: a number of the account, or a name',
    },
    {
      when: (env) => env.SMS_SIGNATURE_SECRET && !isVonage(env),
      warning: 'SMS_SIGNATURE_SECRET has no effect unless SMS_URL is a vonage: URL',
    },
  ],
  async open(server, { origin }) {
    const { vonageSender } = await import('./sender.ts')
    return vonageSender(server, origin)
  },
  fault: async (server) => (await import('./account.ts')).accountFault(server),
  routes: callbackRoutes,
  replyPath: () => replyPath,
}

function hasCredentials({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(username) !== '' && decodeURIComponent(password) !== ''
  } catch {
    return false
  }
}
