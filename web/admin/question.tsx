import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useWords } from '../shared/language.tsx'
import { Fault } from '../shared/look/fault.tsx'
import { useFocusAfter } from './use-focus-after.ts'

interface QuestionProps {
  /** What will happen. */
  text: ComponentChildren
  /** The button that acts. */
  yes: string
  /** By default grave, for what takes something away. */
  look?: 'main' | 'main grave'
  action: { isRunning: boolean; fault?: string | undefined }
  onYes: () => void
  onCancel: () => void
}

/** Asks before something happens. */
export function Question({
  text,
  yes,
  look = 'main grave',
  action: { isRunning, fault },
  onYes,
  onCancel,
}: QuestionProps) {
  const { cancel } = useWords('admin')
  const asked = useRef<HTMLDivElement>(null)
  // Before the next key is pressed.
  useLayoutEffect(() => asked.current!.focus(), [])
  return (
    <div class="panel">
      <div ref={asked} tabIndex={-1}>
        {text}
      </div>
      <Fault>{fault}</Fault>
      <div class="row">
        <button type="button" class={look} disabled={isRunning} onClick={onYes}>
          {yes}
        </button>
        <button type="button" disabled={isRunning} onClick={onCancel}>
          {cancel}
        </button>
      </div>
    </div>
  )
}

interface ButtonProps extends Omit<QuestionProps, 'onYes' | 'onCancel'> {
  label: string
  /** The element that tells the buttons of a list apart. */
  describedBy?: string
  /** Resolves to true if the button comes back. */
  onYes: () => Promise<unknown>
  onAsk?: () => void
}

/** A button that asks in its place before it acts. The question takes the focus, and gives it back. */
export function AskingButton({ label, describedBy, onYes, onAsk, ...question }: ButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const button = useFocusAfter<HTMLButtonElement>(isAsking)

  async function act() {
    if ((await onYes()) === true) setAsking(false)
  }

  if (isAsking) return <Question {...question} onYes={act} onCancel={() => setAsking(false)} />
  return (
    <button
      type="button"
      class="quiet"
      ref={button}
      aria-describedby={describedBy}
      onClick={() => {
        onAsk?.()
        setAsking(true)
      }}
    >
      {label}
    </button>
  )
}
