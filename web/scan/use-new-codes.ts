import { useRef } from 'preact/hooks'

// A code that reappears within this time is the same scan.
const ignoreForMs = 5_000

/** Suppresses repeated reads of the same code. */
export function useNewCodes(onCode: (code: string) => void): (code: string) => void {
  const seenAt = useRef(new Map<string, number>())
  return (code) => {
    const now = performance.now()
    for (const [seen, at] of seenAt.current) if (now - at > ignoreForMs) seenAt.current.delete(seen)
    const isNew = !seenAt.current.has(code)
    seenAt.current.set(code, now)
    if (isNew) onCode(code)
  }
}
