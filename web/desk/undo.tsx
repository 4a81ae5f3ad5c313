import { useState } from 'preact/hooks'
import { useWords } from '../language.tsx'
import { words } from './words.ts'

interface Props {
  isUndoing: boolean
  onUndo: (reason: string) => void
}

/** Reverses the arrival that the verdict shows. The receptionist first states the reason. */
export function Undo(props: Props) {
  const say = useWords(words)
  const [isAsking, setAsking] = useState(false)
  if (isAsking) return <ReasonForm {...props} onLeave={() => setAsking(false)} />
  return (
    <button type="button" class="undo" onClick={() => setAsking(true)}>
      {say.undo}
    </button>
  )
}

/** A choice of reasons. The last one is another reason, which the receptionist types. */
function ReasonForm({ isUndoing, onUndo, onLeave }: Props & { onLeave: () => void }) {
  const say = useWords(words)
  const reasons = [...say.undoReasons, say.otherReason]
  // The index: the page may change its language meanwhile.
  const [chosen, choose] = useState<number>()
  const [typed, type] = useState('')
  const isOther = chosen === reasons.length - 1

  function submit(event: SubmitEvent) {
    event.preventDefault()
    onUndo(isOther ? typed.trim() : reasons[chosen!]!)
  }

  return (
    <form class="undo card" onSubmit={submit}>
      <label for="reason">{say.undoReason}</label>
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
          disabled={isUndoing || chosen === undefined || (isOther && typed.trim() === '')}
        >
          {say.undo}
        </button>
        <button type="button" class="quiet" onClick={onLeave}>
          {say.keepArrival}
        </button>
      </div>
    </form>
  )
}
