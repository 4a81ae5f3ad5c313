import { useState } from 'preact/hooks'
import { drafts } from '../../shared/loading/drafts.ts'

/** A text that stays through a reload until it is saved or discarded, and the function that changes it. */
export function useTextDraft(name: string): [string, (typed: string) => void] {
  const [text, setText] = useState(() => drafts.of<string>(name) ?? '')
  function type(typed: string) {
    setText(typed)
    drafts.set(name, typed || undefined)
  }
  return [text, type]
}
