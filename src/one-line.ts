/** Removes line breaks, which would start another header, and bidirectional marks, which would reorder the text after
 *  them. */
export const oneLine = (text: string) =>
  text
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .toWellFormed()
