/** Returns a text of a person without control characters and lone surrogates, which telephones and providers can send, and
 *  which the databases or other programs refuse. Keeps line breaks. */
export const cleanText = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[^\P{Cc}\n]/gu, '')
    .toWellFormed()
