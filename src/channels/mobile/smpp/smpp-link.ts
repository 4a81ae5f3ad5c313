import { once } from 'node:events'
import { type BlockList, isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import smpp, { type Pdu, type Session } from 'smpp'
import { plaintextRefusal } from '../../../platform/config/networks.ts'

const linkTimeoutMs = 20_000
// After this timeout, the outbox retries the delivery.
const responseTimeoutMs = 60_000
const enquireEveryMs = 30_000
const minPauseMs = 500
const maxPauseMs = 30_000

// Otherwise, the library waits forever for the rest of a PDU that claims to be shorter than its header (SMPP 3.4, 3.2).
const headerBytes = 16
const { commandLength } = smpp.PDU
smpp.PDU.commandLength = (stream) => {
  const length = commandLength(stream)
  if (length !== false && length < headerBytes) throw new Error(`a PDU of ${length} bytes, less than its header`)
  return length
}

type OnDelivery = (pdu: Pdu) => Promise<void>

/** A connection to a message centre (SMPP 3.4), bound as a transceiver. Reconnects when it breaks. */
export class SmppLink {
  readonly #url: URL
  readonly #log: FastifyBaseLogger
  readonly #onDelivery: OnDelivery
  readonly #plaintext: BlockList
  readonly #closing = new AbortController()
  #session: Session | undefined
  #bound = Promise.withResolvers<Session>()

  /** @param url `smpp://system_id:password@host:port`, or `smpps:` for TLS
   *  @param onDelivery handles an incoming PDU; if it rejects, the centre sends the PDU again
   *  @param plaintext networks to which the password may be sent without TLS */
  constructor(url: string, log: FastifyBaseLogger, onDelivery: OnDelivery, plaintext: BlockList) {
    this.#url = new URL(url)
    this.#log = log
    this.#onDelivery = onDelivery
    this.#plaintext = plaintext
    void this.#keepBound()
  }

  /** @throws Error if no connection is bound within 20 s */
  async ready() {
    await abortable(AbortSignal.timeout(linkTimeoutMs), this.#bound.promise)
  }

  /** Sends a short message and returns the centre's response.
   *  @throws Error if no connection is bound within 20 s, or no response arrives within a minute */
  async submit(options: Record<string, unknown>): Promise<Pdu> {
    const session = await abortable(AbortSignal.timeout(linkTimeoutMs), this.#bound.promise)
    return abortable(
      AbortSignal.timeout(responseTimeoutMs),
      exchange(session, (onResponse) => session.submit_sm(options, onResponse)),
    )
  }

  close() {
    this.#closing.abort()
    const session = this.#session
    session?.unbind(() => session.close())
    session?.socket.unref()
  }

  async #keepBound() {
    const { signal } = this.#closing
    for (let pause = minPauseMs; !signal.aborted; pause = Math.min(2 * pause, maxPauseMs)) {
      const session = connect(this.#url, this.#log, this.#onDelivery)
      const lost = new Promise<void>((closed) => session.once('close', closed))
      try {
        await abortable(
          AbortSignal.any([signal, AbortSignal.timeout(linkTimeoutMs)]),
          bind(session, this.#url, this.#plaintext),
        )
        this.#log.info('Bound to the message centre')
        pause = minPauseMs
        this.#session = session
        this.#bound.resolve(session)
        await this.#untilLost(session, lost)
      } catch (error) {
        if (!this.#session || !signal.aborted) session.destroy()
        if (!signal.aborted) this.#log.warn(`Cannot connect to the message centre: ${(error as Error).message}`)
      }
      await lost
      // Pending submissions wait for the next connection.
      if (this.#session) this.#bound = Promise.withResolvers()
      this.#session = undefined
      await delay(pause, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Sends enquire_link periodically, until the connection is lost. */
  async #untilLost(session: Session, lost: Promise<void>) {
    const { signal } = this.#closing
    const isLost = lost.then(() => true)
    for (;;) {
      if (await Promise.race([isLost, delay(enquireEveryMs, false, { signal, ref: false })])) return
      await abortable(
        AbortSignal.timeout(linkTimeoutMs),
        exchange(session, (onResponse) => session.enquire_link(onResponse)),
      )
    }
  }
}

/** Binds to a message centre once. Returns an error message if that fails. */
export async function bindFault(url: string, plaintext: BlockList): Promise<string | undefined> {
  const parsed = new URL(url)
  const session = connect(parsed, pino({ level: 'silent' }), async () => {})
  try {
    await abortable(AbortSignal.timeout(linkTimeoutMs), bind(session, parsed, plaintext))
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    session.destroy()
  }
}

function connect({ hostname, port, protocol }: URL, log: FastifyBaseLogger, onDelivery: OnDelivery): Session {
  const tls = protocol === 'smpps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const session = smpp.connect({
    host,
    port: Number(port) || (tls ? 3550 : 2775),
    tls,
    // SNI (RFC 6066, 3) does not permit IP addresses.
    ...(isIP(host) === 0 && { servername: host }),
  })
  // Each concurrent submission adds a listener.
  session.setMaxListeners(0)
  session.on('error', (error: Error) => {
    log.warn(`Connection to the message centre failed: ${error.message}`)
    // After an invalid PDU, the library stops reading but keeps the socket open.
    session.destroy()
  })
  session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()))
  session.on('unbind', (pdu: Pdu) => {
    session.send(pdu.response())
    session.close()
  })
  session.on('deliver_sm', async (pdu: Pdu) => {
    try {
      await onDelivery(pdu)
      session.send(pdu.response())
    } catch (error) {
      log.error({ err: error }, 'Cannot process a PDU of the message centre')
      session.send(pdu.response({ command_status: smpp.errors.ESME_RX_T_APPN }))
    }
  })
  return session
}

async function bind(session: Session, { username, password, protocol }: URL, plaintext: BlockList) {
  // Rejects if the session emits "error" first.
  await once(session, protocol === 'smpps:' ? 'secureConnect' : 'connect')
  const refusal = protocol === 'smpp:' && plaintextRefusal(session.socket.remoteAddress, plaintext)
  if (refusal) throw new Error(refusal)
  const credentials = {
    system_id: decodeURIComponent(username),
    password: decodeURIComponent(password),
    // The library would announce version 5.0, which older message centres refuse.
    interface_version: 0x34,
  }
  const { command_status } = await exchange(session, (onResponse) => session.bind_transceiver(credentials, onResponse))
  if (command_status !== 0) throw new Error(`the message centre refuses to bind: ${statusName(command_status)}`)
}

/** The name of a command status in SMPP 3.4, 5.1.3. */
export const statusName = (status: number) =>
  Object.entries(smpp.errors).find(([, value]) => value === status)?.[0] ?? `status ${status}`

/** Sends a request and returns its response. */
async function exchange(session: Session, send: (onResponse: (response: Pdu) => void) => boolean): Promise<Pdu> {
  return new Promise((resolve, reject) => {
    const cut = () => reject(new Error('the connection to the message centre was lost'))
    session.once('close', cut)
    const sent = send((response) => {
      session.off('close', cut)
      resolve(response)
    })
    if (!sent) cut()
  })
}

/** Returns the promise's value, or rejects if the signal aborts first. */
async function abortable<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(new Error('the message centre did not respond in time'))
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
