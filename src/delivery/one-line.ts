/** Somebody else's text without its line breaks, which would begin another header, and without marks that turn what follows
 *  it around. */
export const oneLine = (text: string) =>
  text
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
