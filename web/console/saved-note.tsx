import { useEffect, useState } from 'preact/hooks'
import { useWords } from '../shared/language.tsx'
import type { SaveResult } from './change.ts'
import { changeFaultOf } from './change-fault.ts'
import { useSaving } from './use-saving.ts'

interface Props {
  saved: SaveResult
  onUndone: (news: SaveResult) => void
  /** Called when the note has been on the page long enough. */
  onEnd: () => void
  /** Opens the page of the visit that corrects the change. Undefined on that page itself. */
  onCorrect?: (notificationId: string) => void
}

const shownForMs = 20_000

/** Shows the saved change, with Undo or Correct. Closes after 20 s, unless the pointer or the focus is on it. */
export function SavedNote({ saved, onUndone, onEnd, onCorrect }: Props) {
  const say = useWords('work')
  const { text, undo, correctAt } = saved
  const { isSaving, failure, make, forgetFailure } = useSaving()
  // A failed Undo of an earlier change is not that of this one.
  useEffect(forgetFailure, [saved])
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const mayEnd = !isPointed && !isFocused && !isSaving && failure === undefined
  useEffect(() => {
    if (!mayEnd) return
    const timer = setTimeout(onEnd, shownForMs)
    return () => clearTimeout(timer)
  }, [mayEnd, saved])

  async function takeBack({ change, message }: NonNullable<SaveResult['undo']>) {
    if ((await make(change)) !== undefined) return
    onUndone({ text: message ? `${say.undone} ${message.after}` : say.undone })
  }

  return (
    <p
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocusIn={() => setFocused(true)}
      onFocusOut={() => setFocused(false)}
    >
      <span>
        {failure === undefined ? text : say.faults[changeFaultOf(failure)]} {undo?.message?.before}
      </span>{' '}
      {undo && (
        <button type="button" disabled={isSaving} onClick={() => takeBack(undo)}>
          {say.undo}
        </button>
      )}
      {correctAt !== undefined && onCorrect && (
        <button type="button" onClick={() => onCorrect(correctAt)}>
          {say.correct}
        </button>
      )}
    </p>
  )
}
