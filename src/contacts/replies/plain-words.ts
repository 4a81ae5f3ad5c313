/** Returns the words in lower case, with the digits 0 to 9, without accents, punctuation and invisible characters. Arabic words
 *  get one spelling: the final letters of Egyptian keyboards, and no elongation. */
export const plainWords = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{Mn}\p{Cf}\u0640]/gu, '')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')
