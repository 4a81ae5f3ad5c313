import { useState } from 'preact/hooks'
import { useWords } from '../language.tsx'
import { words } from './words.ts'

/** Reverses the arrival that the verdict shows. The receptionist first states the reason. */
export function Undo({ isUndoing, onUndo }: { isUndoing: boolean; onUndo: (reason: string) => void }) {
  const say = useWords(words)
  const [isAsking, setAsking] = useState(false)
  if (!isAsking) {
    return (
      <button type="button" class="undo" onClick={() => setAsking(true)}>
        {say.undo}
      </button>
    )
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const given = new FormData(event.currentTarget as HTMLFormElement)
    onUndo(String(given.get('other')).trim() || String(given.get('reason')))
  }

  return (
    <form class="undo card" onSubmit={submit}>
      <label for="reason">{say.undoReason}</label>
      <select id="reason" name="reason">
        {say.undoReasons.map((reason) => (
          <option>{reason}</option>
        ))}
      </select>
      <label for="other">{say.otherReason}</label>
      <input id="other" name="other" autocomplete="off" maxLength={256} />
      <div class="row">
        <button type="submit" class="main" disabled={isUndoing}>
          {say.undo}
        </button>
        <button type="button" class="quiet" onClick={() => setAsking(false)}>
          {say.keepArrival}
        </button>
      </div>
    </form>
  )
}
