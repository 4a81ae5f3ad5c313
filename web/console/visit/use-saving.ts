import { useState } from 'preact/hooks'
import type { Session } from '../../access/session.ts'
import { type Change, type Saved, save } from '../change.ts'

/** Saves one change at a time. The note of the latest one stays until the next begins. */
export function useSaving(session: Session, onSaved: () => void) {
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [saved, setSaved] = useState<Saved>()

  /** Returns the error of a change that the service did not save. */
  async function make(change: Change, note: Saved): Promise<unknown> {
    setSaving(true)
    setFailure(undefined)
    setSaved(undefined)
    try {
      await save(session, change)
      show(note)
      return undefined
    } catch (error) {
      setFailure(error)
      return error
    } finally {
      setSaving(false)
    }
  }

  function show(note: Saved) {
    setSaved(note)
    onSaved()
  }

  return { isSaving, failure, saved, make, show, forgetFailure: () => setFailure(undefined) }
}
