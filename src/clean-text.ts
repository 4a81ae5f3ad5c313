/** Returns a text of a person without control characters and lone surrogates, which telephones and providers can send, and
 *  which the databases or other programs refuse. Also removes the overrides and isolates of direction, which would reorder the
 *  text after them. Keeps line breaks, and the marks that Arabic keyboards write. */
export const cleanText = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .toWellFormed()
