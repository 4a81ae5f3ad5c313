import { Problem } from '../errors.ts'

/** The text of a body, without a byte order mark. Replacement characters would make different texts the same.
 *  @throws Problem invalid-request when the bytes are not UTF-8 */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Problem('invalid-request', { errors: [{ parameter: 'body', reason: 'not-utf-8' }] })
  }
}
