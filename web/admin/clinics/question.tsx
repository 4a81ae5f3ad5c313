import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useWords } from '../../language.tsx'

interface Props {
  /** The button that asks. */
  ask: string
  /** What will happen. */
  text: ComponentChildren
  /** The button that acts. */
  act: string
  /** Grave is what takes something away. */
  look: 'main' | 'main grave'
  action: { isRunning: boolean; fault: string | undefined }
  /** Resolves to whether it was done. */
  onAct: () => Promise<boolean>
  /** Somebody has asked, for what only the question needs. */
  onAsk?: () => void
}

/** A button that asks before it acts. The question takes the focus, and a cancelled one gives it back. */
export function Question({ ask, text, act, look, action, onAct, onAsk }: Props) {
  const { cancel } = useWords('admin')
  const [isAsking, setAsking] = useState(false)
  const textId = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const question = useRef<HTMLFieldSetElement>(null)
  const wasAsking = useRef(false)
  useEffect(() => {
    if (isAsking) question.current?.focus()
    else if (wasAsking.current) opener.current?.focus()
    wasAsking.current = isAsking
  }, [isAsking])

  if (!isAsking)
    return (
      <button
        ref={opener}
        type="button"
        class="quiet"
        onClick={() => {
          onAsk?.()
          setAsking(true)
        }}
      >
        {ask}
      </button>
    )
  return (
    <fieldset ref={question} class="question" aria-labelledby={textId} tabIndex={-1}>
      <div id={textId}>{text}</div>
      <p class="fault" role="alert">
        {action.fault}
      </p>
      <div class="row">
        <button
          type="button"
          class={look}
          disabled={action.isRunning}
          onClick={async () => (await onAct()) && setAsking(false)}
        >
          {act}
        </button>
        <button type="button" disabled={action.isRunning} onClick={() => setAsking(false)}>
          {cancel}
        </button>
      </div>
    </fieldset>
  )
}
