import {
  addKey,
  beginSequence,
  hasCode,
  isEmpty,
  type KeySequence,
  keepInField,
  readingsOfKeys,
  restoreField,
  type TypedKey,
  typedKey,
} from './key-sequence.ts'

// A Bluetooth scanner takes 100 ms for each key. Shift is a key of its own, and the connection pauses.
const maxGapMs = 1_000
// In a field, a person types a name and Enter. Even a fast typist needs more time for each key, and a USB scanner less.
const maxGapOfFastMs = 50
const minLengthInField = 6
// After the first key that ends a scan, a scanner may send others: CR LF, Tab and Enter, ETX.
const endKeysForMs = 300

// In a field, what follows them is no longer the text of the keys.
const editingKeys = /^(Backspace|Delete|Escape|Home|End|Arrow|Page)/
const modifiers = ['Shift', 'Control', 'Alt', 'AltGraph', 'CapsLock', 'NumLock']

/** Receives the likeliest text of a scan, and all its readings. */
export type OnScan = (code: string, readings: string[]) => void

/** Detects scanners that act as keyboards. Enter or Tab ends a scan, or a pause after a code of the service. The keys of a scan
 *  have no other effect. In a field, keys are a scan if they are fast, or if they are a code of the service. Returns the function
 *  that stops. */
export function watchKeyboardScanner(onScan: OnScan): () => void {
  let latestMs = Number.NEGATIVE_INFINITY
  let endedMs = Number.NEGATIVE_INFINITY
  /** All keys of the scan, and those since the last one that was slow. */
  let all = beginSequence(null)
  let fast = all
  /** The digits of a character's code, which a scanner types while it holds Alt. */
  let altDigits = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  function onKeyDown(event: KeyboardEvent) {
    const { timeStamp: atMs, key } = event
    if (atMs - latestMs >= maxGapMs) forget()
    if (key === 'Enter' || key === 'Tab') return end(event)
    if (isAltDigit(event)) {
      altDigits += event.code.at(-1)
      if (!beginSequence(event.target).isInField) event.preventDefault()
    } else if (isShortcut(event)) {
      // A scanner sends ETX or LF as Ctrl+C or Ctrl+J.
      if (isAfterEnd(atMs) || (!isEmpty(all) && !isSlowInField(atMs))) suppress(event)
    } else if (isCharacter(event)) {
      add(typedKey(event), event)
      // Otherwise a space presses a button, and other characters choose an option or start a search of the browser.
      if (!all.field && !isEmpty(all)) event.preventDefault()
    } else if (editingKeys.test(key)) forget()
    latestMs = atMs
  }

  function onKeyUp(event: KeyboardEvent) {
    if (event.key !== 'Alt' || altDigits === '') return
    event.preventDefault()
    const character = String.fromCharCode(Number(altDigits))
    altDigits = ''
    if (character === '\r' || character === '\t') return end(event)
    if (character >= ' ') add({ text: character, usText: character, isCapsLocked: false }, event)
  }

  function add(key: TypedKey, { timeStamp, target }: KeyboardEvent) {
    if (isEmpty(all)) all = beginSequence(target)
    if (isEmpty(fast) || timeStamp - latestMs >= maxGapOfFastMs) fast = beginSequence(target)
    all = addKey(all, key)
    fast = addKey(fast, key)
    latestMs = timeStamp
    clearTimeout(timer)
    // Some scanners send no key at the end.
    if (hasCode(all.isInField ? fast : all)) timer = setTimeout(() => finish(all.isInField ? fast : all), maxGapMs)
  }

  function end(event: KeyboardEvent) {
    const scanned = isEmpty(all) ? undefined : scannedKeys(event.timeStamp)
    if (scanned || (isEmpty(all) && isAfterEnd(event.timeStamp))) suppress(event)
    if (scanned) finish(scanned)
    else forget()
  }

  function scannedKeys(atMs: number): KeySequence | undefined {
    const withCode = [fast, all].find(hasCode)
    if (withCode || !all.isInField) return withCode ?? all
    return !isSlowInField(atMs) && fast.text.length >= minLengthInField ? fast : undefined
  }

  const isSlowInField = (atMs: number) => all.isInField && atMs - latestMs >= maxGapOfFastMs
  const isAfterEnd = (atMs: number) => atMs - endedMs < endKeysForMs

  function finish(keys: KeySequence) {
    const readings = readingsOfKeys(keys)
    if (keys === fast || !keepInField(keys)) restoreField(keys)
    forget()
    endedMs = performance.now()
    onScan(readings[0]!, readings)
  }

  function forget() {
    clearTimeout(timer)
    all = fast = beginSequence(null)
    altDigits = ''
  }

  window.addEventListener('keydown', onKeyDown, { capture: true })
  window.addEventListener('keyup', onKeyUp, { capture: true })
  return () => {
    forget()
    window.removeEventListener('keydown', onKeyDown, { capture: true })
    window.removeEventListener('keyup', onKeyUp, { capture: true })
  }
}

const isAltDigit = ({ altKey, ctrlKey, code }: KeyboardEvent) => altKey && !ctrlKey && /^Numpad\d$/.test(code)

// With AltGr, Windows reports Ctrl and Alt.
const isShortcut = (event: KeyboardEvent) =>
  (event.ctrlKey || event.altKey || event.metaKey) &&
  !modifiers.includes(event.key) &&
  !event.getModifierState('AltGraph')

const isCharacter = (event: KeyboardEvent) => {
  const { text, usText } = typedKey(event)
  return text !== '' || usText !== ''
}

function suppress(event: KeyboardEvent) {
  event.preventDefault()
  event.stopPropagation()
}
