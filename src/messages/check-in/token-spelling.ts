// Crockford's base32, 26 characters: 130 random bits. https://www.crockford.com/base32.html
const issuedToken = /^[0-9A-HJKMNP-TV-Z]{26}$/
export const issuedCharacters = 26

export const isIssuedToken = (token: string) => issuedToken.test(token)

/** History files may contain tokens of other systems: any 1 to 256 visible ASCII characters. */
export const isCheckinToken = (token: string) => /^[\x21-\x7e]{1,256}$/.test(token)

const joined = (token: string) =>
  token.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/** Returns how many characters a text lacks to be an issued token; 0 for a text that is not the beginning of one. */
export function missingCharacters(text: string): number {
  const begun = joined(text)
  return /^[0-9A-HJKMNP-TV-Z]{1,25}$/.test(begun) ? issuedCharacters - begun.length : 0
}

/** Corrects the case of an issued token, and the letters O, I and L, which look like digits. Joins the groups that pages show.
 *  Returns undefined when the token needs no correction, or is not an issued token. */
export function normalSpelling(token: string): string | undefined {
  if (issuedToken.test(token)) return undefined
  const normal = joined(token)
  return issuedToken.test(normal) ? normal : undefined
}

/** Writes an issued token in groups that a person can read out. */
export const groupsOf = (token: string) => token.match(/.{6}$|.{5}/g)!.join(' ')
