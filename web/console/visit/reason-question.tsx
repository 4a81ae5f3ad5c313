import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useWords } from '../../language.tsx'

interface Props {
  question: string
  /** The words of the button that acts. */
  act: string
  isSaving: boolean
  onAct: (reason: string) => void
  onLeave: () => void
}

const maxReasonLength = 500

/** Asks for a reason, which the records keep. */
export function ReasonQuestion({ question, act, isSaving, onAct, onLeave }: Props) {
  const { leave } = useWords('work')
  const id = useId()
  const [reason, setReason] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // Before the next key is pressed.
  useLayoutEffect(() => field.current!.focus(), [])
  return (
    <form
      class="question"
      onSubmit={(event) => {
        event.preventDefault()
        onAct(reason.trim())
      }}
    >
      <label for={id}>{question}</label>
      <input
        id={id}
        ref={field}
        autocomplete="off"
        maxLength={maxReasonLength}
        value={reason}
        onInput={(event) => setReason(event.currentTarget.value)}
        required
      />
      <div class="row">
        <button type="submit" class="main" disabled={isSaving || reason.trim() === ''}>
          {act}
        </button>
        <button type="button" onClick={onLeave} disabled={isSaving}>
          {leave}
        </button>
      </div>
    </form>
  )
}
