import { Problem } from '../errors/errors.ts'

/** Decodes a body, and removes a byte order mark. Replacement characters would make different texts equal.
 *  @throws Problem invalid-request when the bytes are not UTF-8 */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Problem('invalid-request', { errors: [{ parameter: 'body', reason: 'not-utf-8' }] })
  }
}
