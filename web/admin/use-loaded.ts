import { useContext, useEffect, useState } from 'preact/hooks'
import type { Client } from '../../client/client.ts'
import { connect } from '../access/connect.ts'
import { RefusedContext, refusalOfCredential } from '../access/refused.ts'

export interface Loaded<Result> {
  /** The latest result. It stays while the page reads again. */
  found: Result | undefined
  isFailed: boolean
  load(): void
  /** Shows the result of a change. */
  show(result: Result): void
}

/** What a section shows, read from the service. */
export function useLoaded<Result>(token: string, read: (client: Client) => Promise<Result>): Loaded<Result> {
  const refused = useContext(RefusedContext)
  const [attempt, setAttempt] = useState(0)
  const [found, setFound] = useState<Result>()
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    const ending = new AbortController()
    setFailed(false)
    read(connect(token, { signal: ending.signal, retries: 1, timeoutMs: 15_000 })).then(
      (result) => ending.signal.aborted || setFound(() => result),
      (error) => {
        if (ending.signal.aborted) return
        const why = refusalOfCredential(error)
        if (why) refused(why)
        setFailed(true)
      },
    )
    return () => ending.abort()
  }, [token, attempt])
  return { found, isFailed, load: () => setAttempt((count) => count + 1), show: (result) => setFound(() => result) }
}
