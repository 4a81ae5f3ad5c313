import { textOfCell } from './cells.ts'

// These expressions are linear in the length of a cell, which has no limit.
export const isMail = (text: string) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
export const isPhone = (text: string) =>
  /^(?:\+|00)?[\d ()./-]{7,20}$/.test(text) && text.replaceAll(/\D/g, '').length >= 7
export const isDate = (text: string) =>
  /^(?:\p{L}{2,14}[.,]* )?(?:\d{1,4}[-./ ]\d{1,2}[-./ ]\d{1,4}(?!\d)|\d{1,2}\D{0,4}[ -/]\p{L}{3,10}|\p{L}{3,10}\.? \d{1,2})/u.test(
    text,
  )
export const isTime = (text: string) => /^\d{1,2}(?:[:h.]\d{2}(?![.\d])| ?h| ?[ap]\.?m)/i.test(text)

/** Whether a text can be the name of a person, or of several. */
export const isName = (text: string) => /^[^\d@;/\\_]{2,80}$/.test(text) && /\p{L}{2}/u.test(text)

/** Whether a text can be the key of a visit or of a person. */
export const isKey = (text: string) => /^[^\s@]{1,40}$/.test(text) && /\d/.test(text) && !isDateOnly(text)
const isDateOnly = (text: string) => /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/.test(text) || /^\d{1,2}:\d{2}/.test(text)

const beginsWithDate = (text: string) =>
  /^(?:\p{L}{2,14}[.,]* )?(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?!\d)|\d{1,2}\.? (?:de )?\p{L}{3,10}\.? (?:de )?\d{4})/u.test(
    text,
  )

/** Whether the cells of a line are values rather than the names of columns. */
export const looksLikeData = (cells: string[]): boolean =>
  cells
    .map(textOfCell)
    .some((text) => isMail(text) || isPhone(text) || beginsWithDate(text) || isDateOnly(text) || /^\d{4,}$/.test(text))
