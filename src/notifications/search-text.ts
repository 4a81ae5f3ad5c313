/** Returns the words of the texts without accents and case, each after a space: a search for `% word%` finds the
 *  beginnings of words. */
export const searchText = (...texts: string[]) =>
  texts
    .flatMap((text) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().split(/\s+/u))
    .filter((word) => word !== '')
    .map((word) => ` ${word}`)
    .join('')
