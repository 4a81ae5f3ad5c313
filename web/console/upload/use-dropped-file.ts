import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** Takes a file that somebody drops anywhere on the page while the element is visible. Returns whether one is above the page.
 *  Without it, the browser would leave the page and open the file. */
export function useDroppedFile(element: RefObject<HTMLElement | null>, take: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const ending = new AbortController()
    const listen = (name: 'dragover' | 'dragleave' | 'drop', react: (event: DragEvent) => void) =>
      window.addEventListener(
        name,
        (event) => {
          if (element.current?.closest('[hidden]')) return
          event.preventDefault()
          react(event)
        },
        { signal: ending.signal },
      )
    listen('dragover', () => setOver(true))
    listen('dragleave', () => setOver(false))
    listen('drop', ({ dataTransfer }) => {
      setOver(false)
      const file = dataTransfer?.files[0]
      if (file) take(file)
    })
    return () => ending.abort()
  })
  return isOver
}
