import { useRef } from 'preact/hooks'

// So long a code that was in view, or scanned twice, is the same one still.
const ignoreForMs = 5_000

/** Of the codes that a scanner tells over and over, those that are new. */
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
