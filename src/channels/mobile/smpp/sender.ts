import { hash } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import type { BlockList } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import smpp, { type Pdu } from 'smpp'
import { plaintextRefusal, thisMachine } from '../../../platform/config/networks.ts'
import type { Outcome, Sender } from '../../channel.ts'
import type { Incoming, Receipt } from '../../incoming.ts'
import { encode } from '../segments.ts'
import { SmppLink, statusName } from './smpp-link.ts'

/** Sends text messages over SMPP.
 *  @param from the sender's number or name; without it, the centre sets the sender */
export function smppSender(
  url: string,
  from: string | undefined,
  incoming: Incoming,
  log: FastifyBaseLogger,
  plaintext = thisMachine,
): Sender {
  const link = new SmppLink(url, log, (pdu) => takeDelivery(pdu, incoming), plaintext)
  const source = sourceAddress(from)
  return {
    ready: () => link.ready(),
    async send({ id, uid, text }) {
      // Use the same reference at each attempt, so that segments of two attempts form one text.
      const { dataCoding, segments } = encode(text, hash('sha256', id, 'buffer')[0]!)
      let providerId: string | undefined
      for (const [index, segment] of segments.entries()) {
        const response = await link.submit({
          ...source,
          dest_addr_ton: 1,
          dest_addr_npi: 1,
          destination_addr: uid.replace(/^\+/, ''),
          esm_class: segments.length > 1 ? 0x40 : 0,
          data_coding: dataCoding,
          short_message: segment,
          // One receipt per message, for its last segment.
          registered_delivery: index === segments.length - 1 ? 1 : 0,
        })
        const refused = refusalOf(response.command_status)
        if (refused) return refused
        providerId = response.message_id
      }
      return { outcome: 'accepted', id: providerId ? normalId(providerId) : undefined }
    },
    close: () => void link.close(),
  }
}

/** Returns an error message if the password would need TLS; undefined if the addresses are allowed, or unknown. */
export async function smppRefusal(url: string, plaintext: BlockList): Promise<string | undefined> {
  const { hostname } = new URL(url)
  const addresses = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
  return addresses.map(({ address }) => plaintextRefusal(address, plaintext)).find((refusal) => refusal !== undefined)
}

/** Returns the outcome of a refused text. A text with segments that were accepted before is sent whole again.
 *  @throws Error if a retry may succeed */
function refusalOf(status: number): Outcome | undefined {
  if (status === 0) return undefined
  const reason = statusName(status)
  if (status === smpp.errors.ESME_RINVDSTADR)
    return { outcome: 'permanent', reason: `the message centre refuses the number: ${reason}` }
  if (status === smpp.errors.ESME_RTHROTTLED || status === smpp.errors.ESME_RMSGQFUL)
    return { outcome: 'later', reason }
  throw new Error(reason)
}

/** SMPP 3.4, 5.2.5: an international number, a short code, or a name. */
function sourceAddress(from: string | undefined) {
  if (from === undefined) return {}
  const [ton, npi] = from.startsWith('+') ? [1, 1] : /^\d+$/.test(from) ? [3, 0] : [5, 0]
  return { source_addr_ton: ton, source_addr_npi: npi, source_addr: from.replace(/^\+/, '') }
}

// SMPP 3.4, 5.2.12.
const kindBits = 0x3c
const receipt = 0x04
const intermediate = 0x20

async function takeDelivery(pdu: Pdu, incoming: Incoming) {
  const text = textOf(pdu)
  const kind = (pdu.esm_class ?? 0) & kindBits
  const uid = `+${(pdu.source_addr ?? '').replace(/^(\+|00)/, '')}`
  if (kind === intermediate) return
  if (kind !== receipt) return incoming.reply({ uid, text, isPart: isPart(pdu) })
  const id = pdu.receipted_message_id ?? /\bid:(\S+)/i.exec(text)?.[1]
  const outcome = receiptOf(/\bstat:(\S+)/i.exec(text)?.[1]?.toUpperCase() ?? receiptStates[pdu.message_state ?? 0])
  if (id && outcome) await incoming.receipt(spellings(id), uid, outcome)
}

function textOf({ short_message, message_payload, data_coding = 0 }: Pdu): string {
  for (const part of [short_message, message_payload]) {
    const message = Buffer.isBuffer(part) ? part : part?.message
    if (message?.length) return typeof message === 'string' ? message : decode(message, data_coding)
  }
  return ''
}

/** The library does not decode the message class groups of 3GPP TS 23.038, 4: letters of seven or eight bits. */
const decode = (octets: Buffer, coding: number) =>
  coding >> 4 === 1 || (coding >= 0xf0 && (coding & 4) === 0)
    ? smpp.encodings.ASCII.decode(octets)
    : octets.toString('latin1')

/** Whether its header (3GPP TS 23.040, 9.2.3.24.1 and .8) or SMPP's own field marks the PDU as a segment. */
function isPart({ short_message, sar_total_segments = 0 }: Pdu): boolean {
  const header = Buffer.isBuffer(short_message) ? undefined : short_message?.udh
  return sar_total_segments > 1 || (header ?? []).some(([element]) => element === 0x00 || element === 0x08)
}

// SMPP 3.4, 5.2.28, and appendix B.
const receiptStates = ['', '', 'DELIVRD', 'EXPIRED', 'DELETED', 'UNDELIV', '', '', 'REJECTD']

/** Returns undefined for an intermediate state. */
function receiptOf(state: string | undefined): Receipt | undefined {
  if (state === 'DELIVRD') return { outcome: 'delivered' }
  return state && ['EXPIRED', 'DELETED', 'UNDELIV', 'REJECTD'].includes(state)
    ? { outcome: 'failed', reason: state }
    : undefined
}

const normalId = (id: string) => id.toLowerCase().replace(/^0+(?=.)/, '')

/** Returns the possible spellings of an id. Some centres use hexadecimal in the response and decimal in the receipt, or
 *  the reverse. */
function spellings(text: string): string[] {
  const id = normalId(text)
  const ids = [id]
  if (/^\d+$/.test(id)) ids.push(BigInt(id).toString(16))
  if (/^[0-9a-f]+$/.test(id)) ids.push(BigInt(`0x${id}`).toString())
  return [...new Set(ids)]
}
