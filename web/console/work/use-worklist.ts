import { useEffect, useState } from 'preact/hooks'
import { connect } from '../../access/connect.ts'
import type { Session, SignInFault } from '../../access/session.ts'
import { refusalOf } from '../../follow.ts'
import { type Entry, readEntries } from './entries.ts'
import type { Worklist } from './worklists.ts'

const pageSize = 50

interface Loaded {
  entries: Entry[]
  isMore: boolean
  state: 'reading' | 'read' | 'failed'
  /** When the entries were read; undefined before the first time. */
  readAt: Date | undefined
}

/** Reads the first entries of a list, and more on request. While it reads or after a failure, the earlier entries stay. */
export function useWorklist(
  { token, entity }: Session,
  list: Worklist,
  today: string,
  generation: number,
  onRefused: (fault: SignInFault) => void,
) {
  const [loaded, setLoaded] = useState<Loaded>({ entries: [], isMore: false, state: 'reading', readAt: undefined })
  const [count, setCount] = useState(pageSize)
  useEffect(() => {
    const ending = new AbortController()
    const client = connect(token, { signal: ending.signal, retries: 1 })
    // One more than shown: then the list has more.
    readEntries(client, entity.id, list, today, count + 1).then(
      (entries) => {
        if (ending.signal.aborted) return
        const isMore = entries.length > count
        setLoaded({ entries: entries.slice(0, count), isMore, state: 'read', readAt: new Date() })
      },
      (error) => {
        if (ending.signal.aborted) return
        const refusal = refusalOf(error)
        if (refusal) return onRefused(refusal)
        setLoaded((before) => ({ ...before, state: 'failed' }))
      },
    )
    return () => ending.abort()
  }, [token, entity.id, today, list.nextDay, generation, count])
  const more = () => {
    setLoaded({ ...loaded, state: 'reading' })
    setCount(count + pageSize)
  }
  return { ...loaded, more }
}
