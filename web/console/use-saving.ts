import { useState } from 'preact/hooks'
import { useSignedIn } from '../shared/access/signed-in.ts'
import { type Change, save } from './change.ts'

/** Saves one change at a time, and keeps the error of the latest. */
export function useSaving() {
  const { session } = useSignedIn()
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
