import { useState } from 'preact/hooks'
import { useWords } from '../../shared/language.tsx'

interface Props {
  /** The words of the button that opens the form. */
  label: string
  /** The words of the form: to act with the reason, and to leave without it. */
  act: string
  leave: string
  reasons: string[]
  isActing: boolean
  onAct: (reason: string) => void
}

/** A button that acts with a reason, which the receptionist states first. */
export function ReasonedAction(props: Props) {
  const [isAsking, setAsking] = useState(false)
  if (isAsking) return <ReasonForm {...props} onLeave={() => setAsking(false)} />
  return (
    <button type="button" class="reasoned" onClick={() => setAsking(true)}>
      {props.label}
    </button>
  )
}

/** A choice of reasons. The last one is another reason, which the receptionist types. */
function ReasonForm({ act, leave, isActing, onAct, onLeave, ...props }: Props & { onLeave: () => void }) {
  const say = useWords('desk')
  const reasons = [...props.reasons, say.otherReason]
  // The index: the page may change its language meanwhile.
  const [chosen, choose] = useState<number>()
  const [typed, type] = useState('')
  const isOther = chosen === reasons.length - 1

  function submit(event: SubmitEvent) {
    event.preventDefault()
    onAct(isOther ? typed.trim() : reasons[chosen!]!)
  }

  return (
    <form class="reasoned card" onSubmit={submit}>
      <label for="reason">{say.reason}</label>
      <select id="reason" value={chosen ?? ''} onChange={(event) => choose(Number(event.currentTarget.value))} required>
        <option value="" disabled />
        {reasons.map((reason, index) => (
          <option key={index} value={index}>
            {reason}
          </option>
        ))}
      </select>
      {isOther && (
        <>
          <label for="other">{say.otherReason}</label>
          <input
            id="other"
            autocomplete="off"
            maxLength={256}
            value={typed}
            onInput={(event) => type(event.currentTarget.value)}
            required
          />
        </>
      )}
      <div class="row">
        <button
          type="submit"
          class="main"
          disabled={isActing || chosen === undefined || (isOther && typed.trim() === '')}
        >
          {act}
        </button>
        <button type="button" class="quiet" onClick={onLeave}>
          {leave}
        </button>
      </div>
    </form>
  )
}
