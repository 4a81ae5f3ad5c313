import { hash } from 'node:crypto'

// Crockford's base32, 26 characters: 130 random bits. https://www.crockford.com/base32.html
const ours = /^[0-9A-HJKMNP-TV-Z]{26}$/
export const issuedCharacters = 26

/** Only this of a check-in token is stored. */
export const hashCheckinToken = (token: string) => hash('sha256', token, 'base64url')

/** Another system's token may be any 1 to 256 visible ASCII characters. */
export const isCheckinToken = (token: string) => /^[\x21-\x7e]{1,256}$/.test(token)

/** The token as we would have issued it, where it has the shape of ours but for the case and for O, I and L, which stand
 *  for the digits they look like; undefined when it is spelt so already, or is another system's. */
export function normalSpelling(token: string): string | undefined {
  if (token.length !== issuedCharacters || ours.test(token)) return undefined
  const normal = token.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return ours.test(normal) ? normal : undefined
}
