import { useEffect, useRef, useState } from 'preact/hooks'
import type { Client } from '../../../client/client.ts'
import { connect } from '../access/connect.ts'
import { useRefusal } from '../access/refused.ts'
import { useSignedIn } from '../access/signed-in.ts'

interface State<Item> {
  items: Item[]
  /** Whether the service has more than these items. */
  hasMore: boolean
  state: 'reading' | 'read' | 'failed'
  /** When the items were read; undefined before the first time. */
  readAt?: Date
  /** Why the latest read failed. */
  error?: unknown
}

export interface Pages<Item> extends State<Item> {
  /** Loads the next items, or tries again. */
  more(): void
}

/** Loads a list on demand, `pageSize` items at a time, and from its beginning when the key changes. Reads as many items again when
 *  the generation changes. The earlier items stay until the next ones have come, and after a failure. If they must not, because they
 *  belong to other days, for example, give the component a `key`. */
export function usePages<Item>(
  key: string,
  pageSize: number,
  list: (client: Client) => AsyncGenerator<Item>,
  generation: unknown = 0,
): Pages<Item> {
  const { token } = useSignedIn().session
  const refuse = useRefusal()
  const [attempt, setAttempt] = useState(0)
  const [pages, setPages] = useState<State<Item>>({ items: [], hasMore: false, state: 'reading' })
  const wanted = useRef({ key, count: pageSize })
  const reading = useRef<() => Promise<void>>(undefined)

  useEffect(() => {
    if (wanted.current.key !== key) {
      wanted.current = { key, count: pageSize }
      setPages((before) => ({ ...before, state: 'reading' }))
    }
    const ending = new AbortController()
    const { signal } = ending
    const all = list(connect(token, { signal, retries: 1 }))
    const items: Item[] = []
    let isWhole = false
    let isReading = false
    let hasFailed = false
    // A request for more, while it reads, only raises the count that it reads up to.
    reading.current = async () => {
      if (isReading || hasFailed) return
      isReading = true
      try {
        // One more than the page shows tells whether the list has more.
        while (items.length <= wanted.current.count && !isWhole) {
          const { value, done } = await all.next()
          if (signal.aborted) return
          if (done) isWhole = true
          else items.push(value)
        }
        const { count } = wanted.current
        const hasMore = items.length > count
        setPages({ items: items.slice(0, count), hasMore, state: 'read', readAt: new Date() })
      } catch (error) {
        if (signal.aborted) return
        hasFailed = true
        setPages((before) => ({ ...before, state: 'failed', error }))
        refuse(error)
      }
      isReading = false
    }
    reading.current()
    return () => ending.abort()
  }, [token, key, generation, attempt])

  function more() {
    setPages((before) => ({ ...before, state: 'reading' }))
    // After a failure, read the list again: continuing could leave a gap.
    if (pages.state === 'failed') return setAttempt(attempt + 1)
    wanted.current.count += pageSize
    reading.current?.()
  }
  return { ...pages, more }
}
