import { useState } from 'preact/hooks'
import { drafts } from '../shared/loading/drafts.ts'

/** Returns what somebody has typed into a form, a function that changes it, and one that empties the form. It survives an ended
 *  session and a reload. */
export function useDraft<Draft extends object>(name: string, empty: Draft) {
  const [kept, setKept] = useState(() => drafts.of<Draft>(name))
  const draft = kept ?? empty
  const keep = (next: Draft | undefined) => {
    drafts.set(name, next)
    setKept(next)
  }
  return {
    draft,
    /** Whether somebody has opened the form, or typed into it. */
    isBegun: kept !== undefined,
    edit: (change: Partial<Draft>) => keep({ ...draft, ...change }),
    clear: () => keep(undefined),
  }
}
