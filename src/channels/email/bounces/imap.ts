import { lookup } from 'node:dns/promises'
import type { BlockList } from 'node:net'
import { ImapFlow } from 'imapflow'
import { plaintextRefusal } from '../../../platform/config/networks.ts'
import type { TokenLogin } from '../access-tokens.ts'

const timeoutMs = 20_000
// IDLE begins after this pause.
const autoIdleDelayMs = 1_000

/** Describes the mailbox without its password. */
export function mailboxOf(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/** Opens the mailbox of an imap: or imaps: URL. Requires STARTTLS unless the operator allows plaintext to the address.
 *  @param login replaces the user and the password of the URL
 *  @param signal closes the connection */
export async function connectTo(url: string, plaintext: BlockList, login?: TokenLogin, signal?: AbortSignal) {
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'imaps:'
  // The connection uses the checked address.
  const { address } = await lookup(host)
  const mustUpgrade = !secure && plaintextRefusal(address, plaintext) !== undefined
  const accessToken = await login?.get()
  const client = new ImapFlow({
    host: address,
    servername: host,
    secure,
    logger: false,
    autoIdleDelay: autoIdleDelayMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    ...(port && { port: Number(port) }),
    ...(mustUpgrade && { doSTARTTLS: true }),
    auth: login
      ? { user: login.user, accessToken }
      : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  })
  // Without a listener, a connection error would end the process. `close` follows.
  client.on('error', () => {})
  const close = () => client.close()
  signal?.addEventListener('abort', close)
  try {
    await client.connect()
    await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || 'INBOX')
  } catch (error) {
    signal?.removeEventListener('abort', close)
    close()
    if (accessToken !== undefined && (error as ImapError).authenticationFailed) {
      login!.refuse(accessToken)
      throw new Error('the server refuses the access token')
    }
    throw explain(error as ImapError)
  }
  return {
    client,
    [Symbol.dispose]() {
      signal?.removeEventListener('abort', close)
      close()
    },
  }
}

/** Returns an error message if the mailbox cannot be opened. */
export async function mailboxFault(url: string, plaintext: BlockList, login?: TokenLogin): Promise<string | undefined> {
  try {
    using _mailbox = await connectTo(url, plaintext, login)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

interface ImapError extends Error {
  authenticationFailed?: boolean
  /** The words of the server. */
  responseText?: string
}

const explain = ({ authenticationFailed, responseText, message }: ImapError) =>
  new Error(
    authenticationFailed
      ? 'the server refuses the user or the password'
      : responseText
        ? `the server responds: ${responseText}`
        : message,
  )
