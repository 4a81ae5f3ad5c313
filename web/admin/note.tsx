import { useEffect, useRef } from 'preact/hooks'

/** Says what has happened. It takes the focus from a row that is gone; each note is a new object. */
export function Note({ note }: { note: { text: string } | undefined }) {
  const paragraph = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (note) paragraph.current!.focus()
  }, [note])
  return (
    <p class="note" role="status" tabIndex={-1} ref={paragraph}>
      {note?.text}
    </p>
  )
}
