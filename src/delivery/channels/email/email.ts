import { createTransport } from 'nodemailer'
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import type { Mail } from '../../messages/message.ts'
import { type Channel, PermanentFailure } from '../channel.ts'
import { toMail } from './mail.ts'

const timeout = 20_000

/** Mail over SMTP. `url` is that of the server, `from` the address that mails come from. */
export function emailChannel(url: string, from: string): Channel<Mail> {
  const transport = createTransport({
    ...{ url, connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout },
  } as SMTPTransport.Options)
  return {
    takesReplies: false,
    async send(mail) {
      try {
        await transport.sendMail(toMail(mail, from))
        return undefined
      } catch (error) {
        throw isOfThisMail(error as Refusal) ? new PermanentFailure((error as Refusal).response) : error
      }
    },
    close: () => transport.close(),
  }
}

interface Refusal {
  responseCode?: number
  response?: string
  /** What was refused, such as `RCPT TO`. */
  command?: string
}

/** RFC 5321, section 4.2.1: 5yz, do not repeat this. Any other command than these, and 5.7.x of RFC 3463, speak of us: that
 *  wants the operator, and then goes out. */
const isOfThisMail = ({ responseCode = 0, response = '', command = '' }: Refusal) =>
  responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command) && !/\b5\.7\.\d/.test(response)
