// Crockford's base32, 26 characters: 130 random bits. https://www.crockford.com/base32.html
const issuedToken = /^[0-9A-HJKMNP-TV-Z]{26}$/
export const issuedCharacters = 26

export const isIssuedToken = (token: string) => issuedToken.test(token)

/** History files may contain tokens of other systems: any 1 to 256 visible ASCII characters. */
export const isCheckinToken = (token: string) => /^[\x21-\x7e]{1,256}$/.test(token)

/** Corrects the case of an issued token, and the letters O, I and L, which look like digits. Joins the groups that pages show.
 *  Returns undefined when the token needs no correction, or is not an issued token. */
export function normalSpelling(token: string): string | undefined {
  if (issuedToken.test(token)) return undefined
  const normal = token.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return issuedToken.test(normal) ? normal : undefined
}

/** Writes an issued token in groups that a person can read out. */
export const groupsOf = (token: string) => token.match(/.{6}$|.{5}/g)!.join(' ')
