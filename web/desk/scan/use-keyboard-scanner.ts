import { useEffect, useRef } from 'preact/hooks'

// Outside of a field, fast typing by a person also counts as a scan, which is harmless.
const maxKeyGapMs = 200
// In a field, a person types a name and Enter. Even a fast typist needs more time for each key, and a scanner less.
const maxKeyGapInFieldMs = 50
const minLengthInField = 6

/** Detects codes of USB scanners, which act as keyboards: fast characters, then Enter or Tab. The focus may be
 *  anywhere. The final key has no other effect. */
export function useKeyboardScanner(onCode: (code: string) => void) {
  const handler = useRef(onCode)
  handler.current = onCode

  useEffect(() => {
    let typed = ''
    let latest = 0
    let field: { input: HTMLInputElement; before: string } | undefined

    function onKey(event: KeyboardEvent) {
      if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
      const isInTime = event.timeStamp - latest < (field ? maxKeyGapInFieldMs : maxKeyGapMs)
      if (event.key === 'Enter' || event.key === 'Tab') {
        if (isInTime && typed.length >= (field ? minLengthInField : 1)) {
          event.preventDefault()
          event.stopPropagation()
          // Remove the scanned text from the field.
          if (field) {
            field.input.value = field.before
            field.input.dispatchEvent(new Event('input', { bubbles: true }))
          }
          handler.current(typed)
        }
        typed = ''
        return
      }
      if (event.key.length !== 1) return
      // Typed characters would select another option of a list, and a space would press a button.
      if (event.target instanceof HTMLSelectElement || (isInTime && typed !== '' && !field)) event.preventDefault()
      if (!isInTime || typed === '') {
        typed = ''
        const { target } = event
        field = target instanceof HTMLInputElement ? { input: target, before: target.value } : undefined
      }
      typed += event.key
      latest = event.timeStamp
    }

    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}
