import { useEffect, useState } from 'preact/hooks'
import { useWords } from '../../shared/language.tsx'
import { ReasonedAction } from './reasoned-action.tsx'

interface Props {
  /** Whether this desk has marked the arrival just now. */
  isJustMarked: boolean
  isChanging: boolean
  onUndo: (reason: string) => void
}

/** The reason in the list of the page. */
const pressedByMistake = 1

// The bar of the button in verdict.css lasts as long.
const withoutReasonMs = 10_000

/** Undoes an arrival: with one press for ten seconds, and later with a reason. */
export function UndoArrival({ isJustMarked, isChanging, onUndo }: Props) {
  const say = useWords('desk')
  const [isQuick, setQuick] = useState(isJustMarked)
  useEffect(() => {
    const timer = setTimeout(() => setQuick(false), withoutReasonMs)
    return () => clearTimeout(timer)
  }, [])
  if (isQuick)
    return (
      <button
        type="button"
        class="reasoned quick"
        disabled={isChanging}
        onClick={() => onUndo(say.undoReasons[pressedByMistake]!)}
      >
        {say.undo}
      </button>
    )
  return (
    <ReasonedAction
      label={say.undo}
      act={say.undo}
      leave={say.keepArrival}
      reasons={say.undoReasons}
      isActing={isChanging}
      onAct={onUndo}
    />
  )
}
