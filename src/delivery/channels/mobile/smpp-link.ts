import { once } from 'node:events'
import { type BlockList, isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import smpp, { type Pdu, type Session } from 'smpp'
import { plaintextRefusal } from '../plaintext.ts'

const linkTimeoutMs = 20_000
// A centre that takes longer is sent the text again.
const answerTimeoutMs = 60_000
const enquireEveryMs = 30_000
const minPauseMs = 500
const maxPauseMs = 30_000

// The library waits forever for the rest of a PDU that is shorter than its own header (SMPP 3.4, 3.2).
const headerBytes = 16
const { commandLength } = smpp.PDU
smpp.PDU.commandLength = (stream) => {
  const length = commandLength(stream)
  if (length !== false && length < headerBytes) throw new Error(`a PDU of ${length} bytes, less than its header`)
  return length
}

/** Of whom and where to be bound: `smpp://system_id:password@host:port`, `smpps:` over TLS. */
export type SmppUrl = string

/** One line to a message centre (SMPP 3.4), bound to send and to receive, and bound again whenever it breaks. */
export class SmppLink {
  readonly #url: URL
  readonly #log: FastifyBaseLogger
  readonly #onDelivery: (pdu: Pdu) => Promise<void>
  readonly #plaintext: BlockList
  readonly #closing = new AbortController()
  #session: Session | undefined
  #bound = Promise.withResolvers<Session>()

  /** @param onDelivery takes what comes in; what it fails on, the centre sends again
   *  @param plaintext the networks in which the password may be sent without TLS */
  constructor(url: SmppUrl, log: FastifyBaseLogger, onDelivery: (pdu: Pdu) => Promise<void>, plaintext: BlockList) {
    this.#url = new URL(url)
    this.#log = log
    this.#onDelivery = onDelivery
    this.#plaintext = plaintext
    void this.#keepBound()
  }

  /** @throws Error when there is no line within 20 s */
  async ready() {
    await before(AbortSignal.timeout(linkTimeoutMs), this.#bound.promise)
  }

  /** Sends a short message, and gives what the centre answers.
   *  @throws Error when there is no line within 20 s, or no answer within a minute */
  async submit(options: Record<string, unknown>): Promise<Pdu> {
    const session = await before(AbortSignal.timeout(linkTimeoutMs), this.#bound.promise)
    return before(
      AbortSignal.timeout(answerTimeoutMs),
      exchange(session, (answered) => session.submit_sm(options, answered)),
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
      const session = this.#open()
      const lost = new Promise<void>((closed) => session.once('close', closed))
      try {
        await before(AbortSignal.any([signal, AbortSignal.timeout(linkTimeoutMs)]), this.#bind(session))
        this.#log.info('bound to the message centre')
        pause = minPauseMs
        this.#session = session
        this.#bound.resolve(session)
        await this.#untilLost(session, lost)
      } catch (error) {
        if (!this.#session || !signal.aborted) session.destroy()
        if (!signal.aborted) this.#log.warn(`no line to the message centre: ${(error as Error).message}`)
      }
      await lost
      // Who waits for a line waits for the first that there will be.
      if (this.#session) this.#bound = Promise.withResolvers()
      this.#session = undefined
      await delay(pause, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  #open(): Session {
    const { hostname, port, protocol } = this.#url
    const tls = protocol === 'smpps:'
    const host = hostname.replace(/^\[|\]$/g, '')
    const session = smpp.connect({
      ...{ host, port: Number(port) || (tls ? 3550 : 2775), tls },
      // Of TLS: an address is none.
      ...(isIP(host) === 0 && { servername: host }),
    })
    // As many as texts that go out at once.
    session.setMaxListeners(0)
    session.on('error', (error: Error) => {
      this.#log.warn(`the line to the message centre: ${error.message}`)
      // After a broken PDU the library reads no more, and leaves the line open.
      session.destroy()
    })
    session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()))
    session.on('unbind', (pdu: Pdu) => {
      session.send(pdu.response())
      session.close()
    })
    session.on('deliver_sm', async (pdu: Pdu) => {
      try {
        await this.#onDelivery(pdu)
        session.send(pdu.response())
      } catch (error) {
        this.#log.error({ err: error }, 'what the message centre delivered was not taken')
        session.send(pdu.response({ command_status: smpp.errors.ESME_RX_T_APPN }))
      }
    })
    return session
  }

  async #bind(session: Session) {
    const { username, password, protocol } = this.#url
    // Rejects with the error, should there be one first.
    await once(session, protocol === 'smpps:' ? 'secureConnect' : 'connect')
    const refusal = protocol === 'smpp:' && plaintextRefusal(session.socket.remoteAddress, this.#plaintext)
    if (refusal) throw new Error(refusal)
    const credentials = { system_id: decodeURIComponent(username), password: decodeURIComponent(password) }
    const { command_status } = await exchange(session, (answered) => session.bind_transceiver(credentials, answered))
    if (command_status !== 0) throw new Error(`the message centre refuses to bind: ${statusName(command_status)}`)
  }

  /** Asks now and then whether the other end is still there. */
  async #untilLost(session: Session, lost: Promise<void>) {
    const { signal } = this.#closing
    const isLost = lost.then(() => true)
    for (;;) {
      if (await Promise.race([isLost, delay(enquireEveryMs, false, { signal, ref: false })])) return
      await before(
        AbortSignal.timeout(linkTimeoutMs),
        exchange(session, (answered) => session.enquire_link(answered)),
      )
    }
  }
}

/** A status by its name in SMPP 3.4, 5.1.3. */
export const statusName = (status: number) =>
  Object.entries(smpp.errors).find(([, value]) => value === status)?.[0] ?? `status ${status}`

/** Sends a request, and gives its response. */
async function exchange(session: Session, send: (answered: (response: Pdu) => void) => boolean): Promise<Pdu> {
  return new Promise((resolve, reject) => {
    const cut = () => reject(new Error('the line to the message centre broke'))
    session.once('close', cut)
    const sent = send((response) => {
      session.off('close', cut)
      resolve(response)
    })
    if (!sent) cut()
  })
}

/** The promise's value, unless the signal comes first. */
async function before<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(new Error('the message centre does not answer'))
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
