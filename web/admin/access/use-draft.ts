import { useState } from 'preact/hooks'
import { drafts } from '../../settings/drafts.ts'

/** Returns what somebody has typed into a form, a function that changes it, and one that empties the form. It survives an ended
 *  session and a reload. */
export function useDraft<Draft extends object>(name: string, empty: Draft) {
  const [draft, setDraft] = useState(() => drafts.of<Draft>(name) ?? empty)
  return {
    draft,
    isEmpty: draft === empty,
    edit(change: Partial<Draft>) {
      const next = { ...draft, ...change }
      drafts.set(name, next)
      setDraft(next)
    },
    clear() {
      drafts.set(name, undefined)
      setDraft(empty)
    },
  }
}
