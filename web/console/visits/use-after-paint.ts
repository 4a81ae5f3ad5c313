import { useEffect, useState } from 'preact/hooks'

/** Returns the value after the browser has painted what shows it at once: a key, or a pressed button. */
export function useAfterPaint(value: string): string {
  const [late, setLate] = useState(value)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setLate(value))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value])
  return late
}
