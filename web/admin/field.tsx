import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

/** What connects a control with its label, its hint and its fault. */
export interface ControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string
}

interface Props {
  label: string
  hint?: ComponentChildren
  fault?: ComponentChildren
  children: (control: ControlProps) => ComponentChildren
}

/** A control with its label, its hint, and what is wrong with it. */
export function Field({ label, hint, fault, children }: Props) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-invalid': fault !== undefined && fault !== false,
        'aria-describedby': `${id}-fault ${id}-hint`,
      })}
      <p id={`${id}-fault`} class="fault" aria-live="polite">
        {fault}
      </p>
      <p id={`${id}-hint`} class="hint">
        {hint}
      </p>
    </div>
  )
}
