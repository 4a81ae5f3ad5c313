import { useEffect, useRef } from 'preact/hooks'
import { watchKeyboardScanner } from './keyboard-scanner.ts'

/** Detects codes of USB and Bluetooth scanners, which act as keyboards. The focus may be anywhere. */
export function useKeyboardScanner(onCode: (code: string, readings: string[]) => void) {
  const handler = useRef(onCode)
  handler.current = onCode
  useEffect(() => watchKeyboardScanner((code, readings) => handler.current(code, readings)), [])
}
