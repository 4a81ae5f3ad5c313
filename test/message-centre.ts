import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import smpp, { type Pdu, type Session } from 'smpp'
import { onTestFinished } from 'vitest'
import { smppSender } from '../src/channels/mobile/smpp/sender.ts'
import type { Rollcall } from './rollcall.ts'

interface Choices {
  /** Returns the response to a submit_sm. */
  answer?: (pdu: Pdu) => { command_status?: number; message_id?: string }
  from?: string
}

/** Starts a real SMPP server on loopback, and returns it with its channel. */
export async function messageCentre({ incoming, config }: Rollcall, { answer, from = '+351300400500' }: Choices = {}) {
  const submitted: Pdu[] = []
  const binds: Pdu[] = []
  const bound = new Set<Session>()
  const opened: Session[] = []
  const server = smpp.createServer((session) => {
    opened.push(session)
    session.on('error', () => session.destroy())
    session.on('close', () => bound.delete(session))
    session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()))
    session.on('unbind', (pdu: Pdu) => session.send(pdu.response()))
    session.on('bind_transceiver', (pdu: Pdu) => {
      binds.push(pdu)
      const isKnown = pdu.system_id === 'clinic' && pdu.password === 'pass word'
      session.send(pdu.response({ command_status: isKnown ? 0 : smpp.errors.ESME_RBINDFAIL }))
      if (isKnown) bound.add(session)
    })
    session.on('submit_sm', (pdu: Pdu) => {
      submitted.push(pdu)
      session.send(pdu.response(answer?.(pdu) ?? { message_id: `id-${submitted.length}` }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `smpp://clinic:pass%20word@127.0.0.1:${port}`
  config.servers.mobile = { url, from }
  const mobile = smppSender(url, from, incoming, pino({ level: 'silent' }))
  onTestFinished(async () => {
    mobile.close()
    for (const session of opened) session.destroy()
    await new Promise((closed) => server.close(closed))
  })

  async function boundSession(): Promise<Session> {
    while (bound.size === 0) await once(server, 'session').then(() => once(opened.at(-1)!, 'bind_transceiver'))
    return [...bound][0]!
  }

  /** Delivers to the bound client and returns the status of the response. */
  async function deliver(options: Record<string, unknown>): Promise<number> {
    const session = await boundSession()
    return new Promise((answered) =>
      session.deliver_sm({ destination_addr: from.replace('+', ''), ...options }, ({ command_status }) =>
        answered(command_status),
      ),
    )
  }

  return {
    mobile,
    url,
    submitted,
    binds,
    /** Returns the received texts, with segments joined. */
    texts: () => joined(submitted),
    /** Sends a contact's text. */
    reply: (text: string, uid = '+351912345678') =>
      deliver({ source_addr: uid.replace('+', ''), source_addr_ton: 1, short_message: text }),
    receipt: (text: string) => deliver({ esm_class: 4, source_addr: '351912345678', short_message: text }),
    /** Delivers any PDU. */
    deliver,
    /** Sends an invalid PDU. Resolves when the client has closed the connection. */
    async sendBytes(bytes: Buffer) {
      const session = await boundSession()
      session.socket.write(bytes)
      await once(session, 'close')
    },
    /** Cuts all connections. */
    cut() {
      for (const session of opened) session.destroy()
    },
  }
}

/** Joins the segments of each text. Those of two texts may arrive in turn. */
function joined(submitted: Pdu[]): string[] {
  const texts: string[][] = []
  const byReference = new Map<string, string[]>()
  for (const { short_message } of submitted) {
    const { message, udh } = short_message as { message: string; udh?: Buffer[] }
    const place = udh?.[0]
    // The reference and the number of segments, and then the number of this segment.
    const reference = place?.subarray(0, -1).toString('hex')
    const known = reference === undefined ? undefined : byReference.get(reference)
    const segments = known && known[place!.at(-1)! - 1] === undefined ? known : []
    if (segments !== known) texts.push(segments)
    if (reference !== undefined) byReference.set(reference, segments)
    segments[(place?.at(-1) ?? 1) - 1] = message
  }
  return texts.map((segments) => segments.join(''))
}
