import { useEffect, useRef, useState } from 'preact/hooks'
import type { Change, SaveResult } from '../change.ts'
import { useAsking } from '../questions/use-asking.ts'
import { useSaving } from '../use-saving.ts'
import type { Entry } from './entries.ts'

export interface EntryListeners {
  /** Keeps the entry on the page, although a reload may no longer contain it. */
  onHold: (entry: Entry, isHeld: boolean) => void
  onSaved: (saved: SaveResult) => void
  /** Called when the page is out of date. */
  onStale: () => void
}

/** The question that somebody has opened in an entry, and the change of the entry that is under way. */
export function useEntryChanges(entry: Entry, { onHold, onSaved, onStale }: EntryListeners) {
  const question = useAsking(entry.failure ? {} : entry)
  const { isSaving, failure, make, forgetFailure } = useSaving()
  const latest = useRef(entry)
  latest.current = entry
  const [changed, setChanged] = useState<Entry>()
  const isHeld = question.asking !== undefined || failure !== undefined || isSaving
  useEffect(() => onHold(entry, isHeld), [isHeld])

  async function save(change: Change, saved: SaveResult, end: () => void) {
    if ((await make(change)) !== undefined) return onStale()
    setChanged(latest.current)
    end()
    onSaved(saved)
  }

  return {
    isSaving,
    failure,
    forgetFailure,
    asking: question.asking,
    /** After a change, the buttons stay disabled until the changed entry arrives. */
    isBusy: isSaving || changed === entry,
    /** Saves what the open question asked for. */
    answer: (change: Change, saved: SaveResult) => save(change, saved, question.end),
    /** Saves a mark or an answer that needs no question: a half-written text of another question stays. */
    mark: (change: Change, saved: SaveResult) => save(change, saved, question.endUnlessTyped),
    ask: question.ask,
    leave() {
      forgetFailure()
      question.leave()
    },
  }
}
