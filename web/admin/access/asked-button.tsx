import { useEffect, useRef, useState } from 'preact/hooks'
import { useWords } from '../../language.tsx'

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
  const [state, setState] = useState<'idle' | 'asking' | 'cancelled'>('idle')
  const paragraph = useRef<HTMLParagraphElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (state === 'asking') paragraph.current!.focus()
    if (state === 'cancelled') button.current!.focus()
  }, [state])
  if (state !== 'asking') {
    return (
      <button type="button" class="quiet" ref={button} aria-describedby={labelledBy} onClick={() => setState('asking')}>
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
        <button type="button" disabled={isRunning} onClick={() => setState('cancelled')}>
          {say.cancel}
        </button>
      </div>
    </div>
  )
}
