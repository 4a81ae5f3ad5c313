import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import type { Client } from '../../client/client.ts'
import { connect } from '../access/connect.ts'
import { RefusedContext, refusalOfCredential } from '../access/refused.ts'
import type { Session } from '../access/session.ts'

export interface Paged<Item> {
  items: Item[]
  state: 'reading' | 'more' | 'whole' | 'failed'
  /** Loads the next items, or tries again. */
  more(): void
}

/** Loads a list on demand, `pageSize` items at a time, and from its beginning when `key` changes. */
export function usePaged<Item>(
  { token }: Session,
  key: string,
  pageSize: number,
  begin: (client: Client) => AsyncGenerator<Item>,
): Paged<Item> {
  const [items, setItems] = useState<Item[]>([])
  const [state, setState] = useState<Paged<Item>['state']>('reading')
  const [attempt, setAttempt] = useState(0)
  const refused = useContext(RefusedContext)
  const reading = useRef<() => Promise<void>>(undefined)

  useEffect(() => {
    setItems([])
    const ending = new AbortController()
    const all = begin(connect(token, { signal: ending.signal }))
    reading.current = async () => {
      setState('reading')
      const page: Item[] = []
      try {
        while (page.length < pageSize) {
          const { value, done } = await all.next()
          if (ending.signal.aborted) return
          if (done) break
          page.push(value)
        }
        setItems((before) => [...before, ...page])
        setState(page.length < pageSize ? 'whole' : 'more')
      } catch (error) {
        if (ending.signal.aborted) return
        setState('failed')
        const why = refusalOfCredential(error)
        if (why) refused(why)
      }
    }
    reading.current()
    return () => ending.abort()
  }, [token, key, attempt])

  // Restart a list after a failure: continuing could leave a gap.
  return { items, state, more: () => (state === 'failed' ? setAttempt(attempt + 1) : reading.current?.()) }
}
