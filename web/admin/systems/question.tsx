import { useLayoutEffect, useRef } from 'preact/hooks'
import { useWords } from '../../language.tsx'

interface Props {
  question: string
  yes: string
  isRunning: boolean
  onYes: () => void
  onCancel: () => void
}

/** Asks before something happens. */
export function Question({ question, yes, isRunning, onYes, onCancel }: Props) {
  const say = useWords('admin')
  const text = useRef<HTMLParagraphElement>(null)
  // Before the next key is pressed.
  useLayoutEffect(() => text.current?.focus(), [])
  return (
    <div class="panel">
      <p ref={text} tabIndex={-1}>
        {question}
      </p>
      <div class="row">
        <button type="button" class="main grave" disabled={isRunning} onClick={onYes}>
          {yes}
        </button>
        <button type="button" disabled={isRunning} onClick={onCancel}>
          {say.cancel}
        </button>
      </div>
    </div>
  )
}
