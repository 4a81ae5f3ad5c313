import { useState } from 'preact/hooks'
import type { Session } from '../access/session.ts'
import { useWords } from '../language.tsx'
import { type Saved, save } from './change.ts'
import { type ChangeFault, changeFaultOf } from './change-fault.ts'

/** Names the saved change, with a button that takes it back. */
export function SavedNote({
  saved,
  session,
  onUndone,
}: {
  saved: Saved
  session: Session
  onUndone: (news: Saved) => void
}) {
  const say = useWords('work')
  const [isSaving, setSaving] = useState(false)
  const [fault, setFault] = useState<ChangeFault>()
  const { text, undo } = saved

  async function takeBack(make: NonNullable<Saved['undo']>) {
    setSaving(true)
    try {
      await save(session, make)
      onUndone({ text: say.undone })
    } catch (error) {
      setSaving(false)
      setFault(changeFaultOf(error))
    }
  }

  return (
    <p>
      {fault ? say.faults[fault] : text}{' '}
      {undo && (
        <button type="button" disabled={isSaving} onClick={() => takeBack(undo)}>
          {say.undo}
        </button>
      )}
    </p>
  )
}
