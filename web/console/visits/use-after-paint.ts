import { useEffect, useState } from 'preact/hooks'

/** Returns the value one frame late, so that a key press or button shows first. */
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
