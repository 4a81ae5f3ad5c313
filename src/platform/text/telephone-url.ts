/** Returns the URL that calls the number. A national prefix in parentheses, as in +49 (0)30, is not dialled after the
 *  country code. */
export const telephoneUrl = (phone: string) => `tel:${phone.replace(/(?<=^\+.*)\(0\)/, '').replaceAll(/[^+\d]/g, '')}`
