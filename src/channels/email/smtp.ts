import { once } from 'node:events'
import { type BlockList, connect } from 'node:net'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import { plaintextRefusal, thisMachine } from '../../platform/config/networks.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import type { Outcome, Sender } from '../channel.ts'
import type { TokenLogin } from './access-tokens.ts'
import { postmarkHeaders } from './bounces/providers.ts'
import { referenceOf } from './bounces/reference.ts'
import { judge, type Verdict } from './judgement/judge.ts'
import { type Mail, toMail } from './mail.ts'

const timeoutMs = 20_000
const submissionPort = 587

/** Sends mail over SMTP.
 *  @param url the server's address
 *  @param from the sender's address
 *  @param login replaces the user and the password of the URL */
export function smtpSender(
  url: string,
  from: string,
  secret: Secret,
  plaintext = thisMachine,
  login?: TokenLogin,
): Sender<Mail> {
  const transport = transportTo(login ? withoutUser(url) : url, plaintext)
  return {
    async send(mail) {
      const accessToken = await login?.get()
      try {
        const reference = referenceOf(secret, { entity_id: mail.entityId, delivery_id: mail.id })
        await transport.sendMail({
          ...traceable(toMail(mail, from), from, reference),
          ...(login && { auth: { type: 'OAuth2', user: login.user, accessToken } }),
        } as SendMailOptions)
        return { outcome: 'accepted' }
      } catch (error) {
        if (refusesToken(error as Refusal)) login!.refuse(accessToken!)
        const outcome = outcomeOf(error as Refusal)
        if (outcome.outcome === 'permanent') return outcome
        throw Object.assign(explain(error), { isOfAddress: outcome.isOfAddress })
      }
    },
    close: () => transport.close(),
  }
}

function withoutUser(url: string): string {
  const server = new URL(url)
  server.username = ''
  return server.href
}

/** Adds what names the delivery in a bounce. RFC 3461: a bounce contains only the headers of the mail, and no server reports a
 *  delay. */
const traceable = (mail: SendMailOptions, from: string, reference: string) => ({
  ...mail,
  messageId: `<${reference}@${from.split('@').at(-1)}>`,
  headers: { ...(mail.headers as Record<string, string>), ...postmarkHeaders(reference) },
  dsn: { return: 'headers' as const, notify: 'failure' as const },
})

/** Connects to the server. Returns an error message if the server offers no TLS and the network requires it. */
export async function smtpRefusal(url: string, plaintext: BlockList): Promise<string | undefined> {
  const error = await tryServer(url, plaintext)
  return offersNoTls(error as Refusal) ? explain(error).message : undefined
}

/** Connects to the server and logs in. Returns an error message if that fails. */
export async function smtpFault(url: string, plaintext: BlockList, login?: TokenLogin): Promise<string | undefined> {
  const error = await tryServer(url, plaintext, login)
  return error === true ? undefined : explain(error).message
}

/** Returns true, or the error. */
async function tryServer(url: string, plaintext: BlockList, login?: TokenLogin): Promise<true | Refusal | Error> {
  try {
    const auth = login && { type: 'OAuth2' as const, user: login.user, accessToken: await login.get() }
    const transport = transportTo(login ? withoutUser(url) : url, plaintext, auth)
    try {
      return await transport.verify()
    } finally {
      transport.close()
    }
  } catch (error) {
    return error as Refusal
  }
}

const transportTo = (url: string, plaintext: BlockList, auth?: SMTPTransport.Options['auth']) =>
  createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    ...(auth && { auth }),
    getSocket: plainSocket(plaintext),
  } as SMTPTransport.Options)

/** Opens the socket for Nodemailer, and requires STARTTLS unless the operator allows plaintext to the address. */
const plainSocket =
  (plaintext: BlockList): NonNullable<SMTPTransport.Options['getSocket']> =>
  ({ host, port, secure }, done) => {
    // Nodemailer opens implicit TLS connections itself.
    if (secure) return done(null, false)
    const socket = connect({ host: host!.replace(/^\[|\]$/g, ''), port: Number(port) || submissionPort })
    once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) }).then(
      () => {
        const requireTLS = plaintextRefusal(socket.remoteAddress, plaintext) !== undefined
        done(null, { connection: socket, requireTLS })
      },
      (error: Error) => {
        socket.destroy()
        done(error.name === 'AbortError' ? new Error('the mail server did not respond in time') : error, false)
      },
    )
  }

interface Refusal {
  code?: string
  responseCode?: number
  response?: string
  /** The command that the server rejected, such as `RCPT TO`. */
  command?: string
}

type RefusalOutcome = Extract<Outcome, { outcome: 'permanent' }> | { outcome: 'retry'; isOfAddress: boolean }

// Nothing that the operator changes makes this mail arrive.
const ofThisMail: Verdict[] = ['address', 'content', 'size', 'loop', 'unknown']

/** A 5yz reply (RFC 5321, 4.2.1) is permanent if it rejects this mail. Otherwise, a retry succeeds after the operator or the owner of
 *  the mailbox has resolved the cause. */
function outcomeOf({ responseCode = 0, response = '', command = '' }: Refusal): RefusalOutcome {
  const hasRecipient = ['RCPT TO', 'DATA'].includes(command)
  const verdict = judge(response)
  if (hasRecipient && responseCode >= 500 && ofThisMail.includes(verdict))
    return { outcome: 'permanent', reason: response, isUndeliverable: verdict === 'address' }
  // The server accepts other mails.
  const isOfAddress = hasRecipient && (verdict === 'mailbox' || (command === 'RCPT TO' && responseCode < 500))
  return { outcome: 'retry', isOfAddress }
}

/** Whether the server rejected STARTTLS. A failed handshake has no response. */
const offersNoTls = ({ code, response }: Refusal) => code === 'ETLS' && response !== undefined

const refusesToken = ({ command, response }: Refusal) => command === 'AUTH XOAUTH2' && response !== undefined

const explain = (error: unknown) =>
  offersNoTls(error as Refusal)
    ? new Error(
        'the mail server offers no STARTTLS, so it gets neither password nor mail. Use an smtps: address in SMTP_URL, or add its network to PLAINTEXT_NETWORKS',
      )
    : refusesToken(error as Refusal)
      ? new Error(`the mail server refuses the access token: ${(error as Refusal).response}`)
      : (tlsOrNetworkError(error as Refusal & Error) ?? (error as Error))

/** Explains an error without a response of the server. */
function tlsOrNetworkError({ code = '', message }: Refusal & Error): Error | undefined {
  if (message.includes('wrong version number'))
    return new Error('the mail server speaks no TLS on this port. Use smtp: with port 587, or smtps: with port 465')
  if (message.startsWith('Missing credentials'))
    return new Error('SMTP_URL has a user without a password. Add the password, or set MAIL_OAUTH_URL')
  return ['ESOCKET', 'ECONNECTION', 'EDNS', 'ECONNREFUSED', 'ENOTFOUND'].includes(code)
    ? new Error(`the mail server does not respond: ${message}`)
    : undefined
}
