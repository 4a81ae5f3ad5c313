import { useEffect, useRef } from 'preact/hooks'

// People who type as fast as that for so long are no matter: what they type is taken as a code as well.
const maxKeyGapMs = 200
// In a field, a few letters and Enter may be typed by somebody; the field's form then takes them.
const shortestInField = 6

/** Tells the codes of a scanner that types, as USB scanners do: characters in quick succession, then Enter or Tab, wherever
 *  the focus is. Neither key then does what it would do there. */
export function useKeyboardScanner(onCode: (code: string) => void) {
  const tell = useRef(onCode)
  tell.current = onCode

  useEffect(() => {
    let typed = ''
    let latest = 0
    let field: { input: HTMLInputElement; before: string } | undefined

    function onKey(event: KeyboardEvent) {
      if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
      const isInTime = event.timeStamp - latest < maxKeyGapMs
      if (event.key === 'Enter' || event.key === 'Tab') {
        if (isInTime && typed.length >= (field ? shortestInField : 1)) {
          event.preventDefault()
          event.stopPropagation()
          // What it typed into a field is not what the field is for.
          if (field) field.input.value = field.before
          tell.current(typed)
        }
        typed = ''
        return
      }
      if (event.key.length !== 1) return
      // It would choose another line of a list, and a space in a code would press a button.
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
