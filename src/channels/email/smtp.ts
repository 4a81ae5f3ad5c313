import type { BlockList } from 'node:net'
import { createTransport } from 'nodemailer'
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import { thisMachine } from '../../config/networks.ts'
import { PermanentFailure, type Sender } from '../channel.ts'
import { type Mail, toMail } from './mail.ts'
import { plainSocket } from './plain-socket.ts'

const timeoutMs = 20_000

/** Sends mail over SMTP.
 *  @param url the server's address
 *  @param from the sender's address */
export function smtpSender(url: string, from: string, plaintext = thisMachine): Sender<Mail> {
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

/** Connects to the server. Returns an error message if the server offers no TLS and the network requires it. */
export async function smtpRefusal(url: string, plaintext: BlockList): Promise<string | undefined> {
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
  /** The command that the server rejected, such as `RCPT TO`. */
  command?: string
}

/** Whether a 5yz reply, which is permanent (RFC 5321, 4.2.1), rejects this mail. A 5.7.x reply (RFC 3463), or a reply
 *  to another command, rejects the service instead. A retry succeeds after the operator has resolved the cause. */
const isOfThisMail = ({ responseCode = 0, response = '', command = '' }: Refusal) =>
  responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command) && !/\b5\.7\.\d/.test(response)

/** Whether the server rejected STARTTLS. A failed handshake has no response. */
const offersNoTls = ({ code, response }: Refusal) => code === 'ETLS' && response !== undefined

const explained = (error: unknown) =>
  offersNoTls(error as Refusal)
    ? new Error(
        'the mail server offers no STARTTLS, so it gets neither password nor mail. Use an smtps: address in SMTP_URL, or add its network to PLAINTEXT_NETWORKS',
      )
    : (error as Error)
