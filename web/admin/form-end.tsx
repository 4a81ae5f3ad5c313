import type { ComponentChildren } from 'preact'
import { useWords } from '../shared/language.tsx'
import { Fault } from '../shared/look/fault.tsx'

interface Props {
  fault?: ComponentChildren
  /** The words of the button that submits. */
  label: string
  isBusy: boolean
  /** Whether the form can be submitted. */
  isReady?: boolean
  onCancel?: (() => void) | undefined
}

/** The end of a form: what went wrong, and the buttons that submit and leave it. */
export function FormEnd({ fault, label, isBusy, isReady = true, onCancel }: Props) {
  const { cancel } = useWords('admin')
  return (
    <>
      <Fault>{fault}</Fault>
      <div class="row">
        <button type="submit" class="main" disabled={isBusy || !isReady}>
          {label}
        </button>
        {onCancel && (
          <button type="button" disabled={isBusy} onClick={onCancel}>
            {cancel}
          </button>
        )}
      </div>
    </>
  )
}
