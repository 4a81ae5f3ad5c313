import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Entry, instantOf } from './entries.ts'

/** Adds the held entries that the list no longer has: those with a half-written wish or an unread error. */
export function useHeld(entries: Entry[]) {
  const [held, setHeld] = useState<ReadonlyMap<string, Entry>>(new Map())
  const ids = new Set(entries.map(({ id }) => id))
  const gone = [...held.values()].filter(({ id }) => !ids.has(id))
  return {
    shown: [...entries, ...gone].sort((one, other) => Date.parse(instantOf(one)) - Date.parse(instantOf(other))),
    hold(entry: Entry, isHeld: boolean) {
      setHeld((before) => {
        if (isHeld) return new Map(before).set(entry.id, entry)
        if (!before.has(entry.id)) return before
        return new Map([...before].filter(([id]) => id !== entry.id))
      })
    },
  }
}

const steadyAfterMs = 400

/** Ignores presses right after the rows have moved, because they were meant for another row. A reload can move the rows just
 *  before a press, and the second press of a double click finds the next row. */
export function useSteadyRows(shown: Entry[]) {
  const ids = shown.map(({ id }) => id).join()
  const before = useRef(ids)
  const movedAt = useRef(0)
  useLayoutEffect(() => {
    if (before.current !== '' && before.current !== ids) movedAt.current = Date.now()
    before.current = ids
  }, [ids])
  return (event: Event) => {
    if (Date.now() - movedAt.current < steadyAfterMs) event.stopPropagation()
  }
}
