import { hash } from 'node:crypto'

// Crockford's base32, 26 characters: 130 random bits. https://www.crockford.com/base32.html
const ours = /^[0-9A-HJKMNP-TV-Z]{26}$/

/** Only this of a check-in token is stored. */
export const hashCheckinToken = (token: string) => hash('sha256', token, 'base64url')

/** Another system's token may be any 1 to 256 visible ASCII characters. */
export const isCheckinToken = (token: string) => /^[\x21-\x7e]{1,256}$/.test(token)

/** The spellings under which a scanned or typed token may be known: exactly as it came, and, where it has the shape of
 *  the tokens that we issue, in upper case with the look-alikes O, I and L read as digits. */
export function spellings(token: string): string[] {
  if (!isCheckinToken(token)) return []
  const normal = token.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return normal !== token && ours.test(normal) ? [token, normal] : [token]
}
