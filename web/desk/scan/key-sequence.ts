import { hasIssuedCode, isCode } from './readings.ts'
import { usCharacter } from './us-keyboard.ts'

/** What one key types: in the layout of the computer, and in the layout of a US keyboard. */
export interface TypedKey {
  text: string
  usText: string
  isCapsLocked: boolean
}

export const typedKey = (event: KeyboardEvent): TypedKey => ({
  // The name of a dead key, or of a key without NumLock, is longer.
  text: event.key.length === 1 ? event.key : '',
  usText: usCharacter(event),
  isCapsLocked: event.getModifierState('CapsLock'),
})

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Keys that follow one another quickly. */
export interface KeySequence extends TypedKey {
  /** Whether a person may be typing: into a field, or to choose an option of a list. */
  isInField: boolean
  /** The field, and its text before the first key. */
  field?: { element: TextField; before: string } | undefined
}

/** Returns the empty sequence of keys in the element that has the focus. */
export function beginSequence(target: EventTarget | null): KeySequence {
  const element = isTextField(target) ? target : undefined
  return {
    text: '',
    usText: '',
    isCapsLocked: false,
    isInField: element !== undefined || target instanceof HTMLSelectElement,
    field: element && { element, before: element.value },
  }
}

// A checkbox or a button has no selection.
const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.selectionStart !== null)

export const addKey = (keys: KeySequence, { text, usText, isCapsLocked }: TypedKey): KeySequence => ({
  ...keys,
  text: keys.text + text,
  usText: keys.usText + usText,
  isCapsLocked,
})

export const isEmpty = ({ text, usText }: KeySequence) => text.trim() === '' && usText.trim() === ''

/** What the scanner may have read. With CapsLock on, some scanners hold Shift for small letters instead. */
export function readingsOfKeys({ text, usText, isCapsLocked }: KeySequence): string[] {
  const readings = [text, usText, ...(isCapsLocked ? [swapCase(usText)] : [])]
  return [...readings.filter(isCode), ...readings.filter((reading) => !isCode(reading))]
}

const swapCase = (text: string) =>
  text.replaceAll(/[A-Za-z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))

export const hasCode = ({ text, usText }: KeySequence) => hasIssuedCode(text) || hasIssuedCode(usText)

/** Keeps the text in the field for codes, and selects it: a person may have typed it, and may want to correct it. Returns whether the
 *  keys were in that field. */
export function keepInField({ field }: KeySequence): boolean {
  const isOfCodes = field?.element.closest('form.code') != null
  if (isOfCodes) field!.element.select()
  return isOfCodes
}

/** Removes the scanned text from the field. */
export function restoreField({ field }: KeySequence) {
  if (!field) return
  field.element.value = field.before
  field.element.dispatchEvent(new Event('input', { bubbles: true }))
}
