import { createTransport } from 'nodemailer'
import type { Mail } from '../../messages/message.ts'
import { type Channel, PermanentFailure } from '../channel.ts'
import { toMail } from './mail.ts'

const timeout = 20_000

/** Mail over SMTP. `url` is that of the server, `from` the address that mails come from. */
export function emailChannel(url: string, from: string): Channel<Mail> {
  const transport = createTransport(url, {})
  Object.assign(transport.options, { connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout })
  return {
    takesReplies: false,
    async send(mail) {
      try {
        await transport.sendMail(toMail(mail, from))
        return undefined
      } catch (error) {
        const { responseCode, response } = error as { responseCode?: number; response?: string }
        // RFC 5321, section 4.2.1: 5yz, do not repeat this. A server that wants us to authenticate wants the operator.
        const refused =
          responseCode !== undefined && responseCode >= 500 && responseCode !== 530 && responseCode !== 535
        throw refused ? new PermanentFailure(response ?? 'refused') : error
      }
    },
    close: () => transport.close(),
  }
}
