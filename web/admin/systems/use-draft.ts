import { useState } from 'preact/hooks'
import { drafts } from '../../settings/drafts.ts'

/** What somebody types into a form, and a function that keeps it; undefined closes the form. It survives a reload and the end of the
 *  session. */
export function useDraft<Draft>(name: string): [Draft | undefined, (draft: Draft | undefined) => void] {
  const [draft, setDraft] = useState(() => drafts.of<Draft>(name))
  return [
    draft,
    (next) => {
      drafts.set(name, next)
      setDraft(() => next)
    },
  ]
}
