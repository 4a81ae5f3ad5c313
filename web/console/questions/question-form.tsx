import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import './question-form.css'

interface Props {
  children: ComponentChildren
  /** The words of the button that acts. */
  act: string
  /** The words of the button that leaves. */
  leave: string
  /** Whether the answer is complete. */
  isReady?: boolean
  tone?: 'grave'
  isSaving: boolean
  onAct: () => void
  onLeave: () => void
}

/** A question with its two buttons. Its field has the focus, or else its text. */
export function QuestionForm({ children, act, leave, isReady = true, tone, isSaving, onAct, onLeave }: Props) {
  const form = useRef<HTMLFormElement>(null)
  // Before the next key is pressed.
  useLayoutEffect(() => form.current!.querySelector<HTMLElement>('textarea, input, [tabindex]')!.focus(), [])
  return (
    <form
      class="question"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        onAct()
      }}
    >
      {children}
      <div class="row">
        <button type="submit" class={tone ? `main ${tone}` : 'main'} disabled={isSaving || !isReady}>
          {act}
        </button>
        <button type="button" onClick={onLeave} disabled={isSaving}>
          {leave}
        </button>
      </div>
    </form>
  )
}

interface FieldProps {
  label: string
  rows: number
  maxLength: number
  text: string
  onType: (text: string) => void
  /** The id of the element that describes the field. */
  hintId?: string
}

/** The field of a question for a text. */
export const QuestionField = ({ label, rows, maxLength, text, onType, hintId }: FieldProps) => (
  <label>
    {label}
    <textarea
      rows={rows}
      dir="auto"
      maxLength={maxLength}
      value={text}
      aria-describedby={hintId}
      onInput={(event) => onType(event.currentTarget.value)}
    />
  </label>
)
