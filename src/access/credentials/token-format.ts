import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { Problem } from '../../platform/errors/errors.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomCharacters = 30
const checksumCharacters = 6
const shape = /^rc_(test_)?[0-9A-Za-z]{36}$/

/** Creates an access token: `rc_`, or `rc_test_` for a test token, 30 random base62 characters (178 bits), and a 6-character
 *  checksum. */
export function mintAccessToken(prefix: 'rc_' | 'rc_test_' = 'rc_'): string {
  let token: string = prefix
  for (let i = 0; i < randomCharacters; i++) token += alphabet[randomInt(alphabet.length)]
  return token + checksum(token)
}

/** Whether the token has the form and the checksum of an access token. Other tokens are rejected without a lookup. */
export function isAccessToken(token: string): boolean {
  return shape.test(token) && checksum(token.slice(0, -checksumCharacters)) === token.slice(-checksumCharacters)
}

/** Returns the token of an Authorization header (RFC 6750, section 2.1).
 *  @throws Problem missing-credential, invalid-request */
export function bearerToken(authorization: string): string {
  const [, scheme, token] = /^(\S*) *(.*)$/.exec(authorization)!
  if (scheme?.toLowerCase() !== 'bearer') throw new Problem('missing-credential')
  if (!/^[A-Za-z0-9._~+/-]+=*$/.test(token!)) throw new Problem('invalid-request')
  return token!
}

/** The database stores only the hash of an access token. */
export const hashAccessToken = (token: string) => hash('sha256', token, 'base64url')

/** CRC-32 of the preceding text, in base62. */
function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < checksumCharacters; i++) {
    digits = alphabet[rest % alphabet.length] + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
