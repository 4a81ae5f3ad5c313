import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { Problem } from '../errors.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomCharacters = 30
const checksumCharacters = 6
const shape = /^rc_[0-9A-Za-z]{36}$/

/** A new access token: `rc_`, 30 random base62 characters (178 bits) and their checksum. */
export function mintAccessToken(): string {
  let token = 'rc_'
  for (let i = 0; i < randomCharacters; i++) token += alphabet[randomInt(alphabet.length)]
  return token + checksum(token)
}

/** Whether the token could be one of ours: a typo or a made-up token is refused without a look-up. */
export function isAccessToken(token: string): boolean {
  return shape.test(token) && checksum(token.slice(0, -checksumCharacters)) === token.slice(-checksumCharacters)
}

/** The token of an Authorization header (RFC 6750, section 2.1).
 *  @throws Problem missing-credential, invalid-request */
export function bearerToken(authorization: string): string {
  const [, scheme, token] = /^(\S*) *(.*)$/.exec(authorization)!
  if (scheme?.toLowerCase() !== 'bearer') throw new Problem('missing-credential')
  if (!/^[A-Za-z0-9._~+/-]+=*$/.test(token!)) throw new Problem('invalid-request')
  return token!
}

/** Only this of an access token is stored. */
export const hashAccessToken = (token: string) => hash('sha256', token, 'base64url')

/** CRC-32 of what stands before it, in base62. */
function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < checksumCharacters; i++) {
    digits = alphabet[rest % alphabet.length] + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
