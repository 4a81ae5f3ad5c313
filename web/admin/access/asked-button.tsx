import { useEffect, useRef, useState } from 'preact/hooks'
import { useWords } from '../../language.tsx'
import { useFocusAfter } from './use-focus-after.ts'

interface Props {
  label: string
  /** Tells buttons of a list apart. */
  labelledBy?: string
  question: string
  yes: string
  isRunning: boolean
  onYes: () => void
}

/** A button for what cannot be undone. It asks in its place first. */
export function AskedButton({ label, labelledBy, question, yes, isRunning, onYes }: Props) {
  const say = useWords('admin')
  const [isAsking, setAsking] = useState(false)
  const paragraph = useRef<HTMLParagraphElement>(null)
  const button = useFocusAfter<HTMLButtonElement>(isAsking)
  useEffect(() => {
    if (isAsking) paragraph.current!.focus()
  }, [isAsking])
  if (!isAsking) {
    return (
      <button type="button" class="quiet" ref={button} aria-describedby={labelledBy} onClick={() => setAsking(true)}>
        {label}
      </button>
    )
  }
  return (
    <div class="asked">
      <p ref={paragraph} tabIndex={-1}>
        {question}
      </p>
      <div class="row">
        <button type="button" class="main grave" disabled={isRunning} onClick={onYes}>
          {yes}
        </button>
        <button type="button" disabled={isRunning} onClick={() => setAsking(false)}>
          {say.cancel}
        </button>
      </div>
    </div>
  )
}
