import { useState } from 'preact/hooks'
import type { Session } from '../shared/access/session.ts'
import { type Change, save } from './change.ts'

/** Saves one change at a time, and keeps the error of the latest. */
export function useSaving(session: Session) {
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  /** Returns the error of a change that the service did not save. */
  async function make(change: Change): Promise<unknown> {
    setSaving(true)
    setFailure(undefined)
    try {
      await save(session, change)
      return undefined
    } catch (error) {
      setFailure(error)
      return error
    } finally {
      setSaving(false)
    }
  }

  return { isSaving, failure, make, forgetFailure: () => setFailure(undefined) }
}
