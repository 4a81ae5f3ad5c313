/** Returns a text of a person without control characters and lone surrogates, which telephones and providers can send, and
 *  which the databases or other programs refuse. Also removes the overrides and isolates of direction, which would reorder the
 *  text after them. Keeps line breaks, and the marks that Arabic keyboards write. */
export const cleanText = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .toWellFormed()

const stacking = '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f'
const excess = new RegExp(`([${stacking}]{4})[${stacking}]+|(\\p{M}{8})\\p{M}+`, 'gu')

/** Bounds the marks on each letter of a shown text: more of them would cover the lines around it. No language needs more: Vietnamese
 *  has two, Hebrew five and Burmese seven marks on a letter. Stored texts stay as they are. */
export const boundMarks = (text: string) => text.replaceAll(excess, '$1$2')
