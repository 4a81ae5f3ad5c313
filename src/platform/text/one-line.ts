import { boundMarks } from './clean-text.ts'

/** Removes line breaks, which would start another header; bidirectional marks, which would reorder the text after them; and excess
 *  marks on letters. */
export const oneLine = (text: string) =>
  boundMarks(text)
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .toWellFormed()
