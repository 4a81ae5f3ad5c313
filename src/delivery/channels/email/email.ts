import type { BlockList } from 'node:net'
import { createTransport } from 'nodemailer'
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import { thisMachine } from '../../../networks.ts'
import type { Mail } from '../../message.ts'
import { type Channel, PermanentFailure } from '../channel.ts'
import { toMail } from './mail.ts'
import { plainSocket } from './plain-socket.ts'

const timeoutMs = 20_000

/** Mail over SMTP. `url` is that of the server, `from` the address that mails come from. */
export function emailChannel(url: string, from: string, plaintext = thisMachine): Channel<Mail> {
  const transport = transportTo(url, plaintext)
  return {
    takesReplies: false,
    async send(mail) {
      try {
        await transport.sendMail(toMail(mail, from))
        return undefined
      } catch (error) {
        throw isOfThisMail(error as Refusal) ? new PermanentFailure((error as Refusal).response) : explained(error)
      }
    },
    close: () => transport.close(),
  }
}

/** Connects to the server, and says why no mail will go out for want of TLS; undefined if there is no such reason. */
export async function mailRefusal(url: string, plaintext: BlockList): Promise<string | undefined> {
  const transport = transportTo(url, plaintext)
  const error = await transport.verify().catch((reason: Refusal) => reason)
  transport.close()
  return offersNoTls(error as Refusal) ? explained(error).message : undefined
}

const transportTo = (url: string, plaintext: BlockList) =>
  createTransport({
    ...{ url, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    getSocket: plainSocket(plaintext, timeoutMs),
  } as SMTPTransport.Options)

interface Refusal {
  code?: string
  responseCode?: number
  response?: string
  /** What was refused, such as `RCPT TO`. */
  command?: string
}

/** RFC 5321, section 4.2.1: 5yz, do not repeat this. Any other command than these, and 5.7.x of RFC 3463, speak of us: that
 *  wants the operator, and then goes out. */
const isOfThisMail = ({ responseCode = 0, response = '', command = '' }: Refusal) =>
  responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command) && !/\b5\.7\.\d/.test(response)

/** The server answered STARTTLS with a refusal. A handshake that fails has no response. */
const offersNoTls = ({ code, response }: Refusal) => code === 'ETLS' && response !== undefined

const explained = (error: unknown) =>
  offersNoTls(error as Refusal)
    ? new Error(
        'the mail server offers no STARTTLS, so it gets neither password nor mail. Use an smtps: address in SMTP_URL, or add its network to PLAINTEXT_NETWORKS',
      )
    : (error as Error)
