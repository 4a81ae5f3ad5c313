import { isUtf8 } from 'node:buffer'
import { Problem } from '../errors.ts'
import { yieldToEventLoop } from '../event-loop.ts'

/** Decodes a body, and removes a byte order mark. Replacement characters would make different texts equal.
 *  @throws Problem invalid-request when the bytes are not UTF-8 */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw notUtf8()
  }
}

// To check a part of this size takes up to a millisecond.
const bytesPerYield = 1024 * 1024

/** Checks a body, and returns it without a byte order mark.
 *  @throws Problem invalid-request when the bytes are not UTF-8 */
export async function checkUtf8(bytes: Buffer): Promise<Buffer> {
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    end = Math.min(start + bytesPerYield, bytes.length)
    while (end < bytes.length && end > start && isContinuation(bytes[end]!)) end--
    if (end === start || !isUtf8(bytes.subarray(start, end))) throw notUtf8()
    if (end < bytes.length) await yieldToEventLoop()
  }
  return byteOrderMark.equals(bytes.subarray(0, byteOrderMark.length)) ? bytes.subarray(byteOrderMark.length) : bytes
}

const byteOrderMark = Buffer.from('\ufeff')
const isContinuation = (byte: number) => (byte & 0xc0) === 0x80
const notUtf8 = () => new Problem('invalid-request', { errors: [{ parameter: 'body', reason: 'not-utf-8' }] })
