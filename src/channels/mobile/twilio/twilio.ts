import type { ChannelVariables } from '../../../platform/config/channel-environment.ts'
import { protocolOf } from '../../../platform/config/setting.ts'
import { plaintextRule } from '../../plaintext-rule.ts'
import type { TextProvider } from '../provider.ts'
import { callbackRoutes, replyPath } from './callbacks.ts'

const protocols = ['twilio:', 'twilio+http:']

const isTwilio = ({ SMS_URL }: ChannelVariables) => protocols.includes(protocolOf(SMS_URL)!)

/** Twilio's Programmable Messaging. https://www.twilio.com/docs/messaging/api/message-resource */
export const twilio: TextProvider = {
  protocols,
  plaintextProtocols: ['twilio+http:'],
  urlForm: 'a twilio: URL (twilio+http: in PLAINTEXT_NETWORKS)',
  rules: [
    plaintextRule('SMS_URL', 'twilio+http:'),
    {
      when: (env) => isTwilio(env) && !hasCredentials(new URL(env.SMS_URL!)),
      fault:
        "SMS_URL must be twilio://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com. Copy both from the first page of Twilio's console. An API key (SK…) does not verify callbacks",
    },
    {
      when: (env) => isTwilio(env) && !env.SMS_FROM,
      fault:
        'SMS_FROM must be set, because Twilio needs a sender: a number or a messaging service of the account, or a name',
    },
  ],
  // The identifier of a messaging service, which chooses one of its numbers.
  senders: { pattern: 'MG[0-9a-fA-F]{32}', form: 'a messaging service of Twilio (MG…)' },
  async open(server, { origin }) {
    const { twilioSender } = await import('./sender.ts')
    return twilioSender(server, origin)
  },
  fault: async (server) => (await import('./account.ts')).accountFault(server),
  routes: callbackRoutes,
  replyPath: () => replyPath,
}

const hasCredentials = ({ username, password }: URL) =>
  /^AC[0-9a-fA-F]{32}$/.test(username) && /^[0-9A-Za-z]+$/.test(password)
