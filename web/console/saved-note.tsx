import { useState } from 'preact/hooks'
import { createClient } from '../../client/client.ts'
import { type Session, serviceUrl } from '../access/session.ts'
import { useWords } from '../language.tsx'
import type { Saved } from './work-actions.tsx'
import { type WorkFault, workFaultOf } from './work-fault.ts'
import { workWords } from './work-words.ts'

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
  const say = useWords(workWords)
  const [isSaving, setSaving] = useState(false)
  const [fault, setFault] = useState<WorkFault>()
  const { text, undo } = saved

  async function takeBack(make: NonNullable<Saved['undo']>) {
    setSaving(true)
    try {
      await make(createClient({ url: serviceUrl, token: session.token, retries: 1 }))
      onUndone({ text: say.undone })
    } catch (error) {
      setSaving(false)
      setFault(workFaultOf(error))
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
