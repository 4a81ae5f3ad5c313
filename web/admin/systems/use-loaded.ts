import { useContext, useEffect, useState } from 'preact/hooks'
import type { Client } from '../../../client/client.ts'
import { connect } from '../../access/connect.ts'
import { RefusedContext, refusalOfCredential } from '../../access/refused.ts'

interface Loaded<Value> {
  /** Undefined until it is loaded. While it loads again, the former one stays. */
  value: Value | undefined
  isFailed: boolean
  load(): void
  /** Shows what a change has returned. */
  show(value: Value): void
}

/** What a section shows, read from the service. */
export function useLoaded<Value>(token: string, read: (client: Client) => Promise<Value>): Loaded<Value> {
  const refused = useContext(RefusedContext)
  const [value, setValue] = useState<Value>()
  const [isFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const ending = new AbortController()
    setFailed(false)
    read(connect(token, { signal: ending.signal, retries: 1, timeoutMs: 15_000 })).then(
      (found) => ending.signal.aborted || setValue(() => found),
      (error) => {
        if (ending.signal.aborted) return
        setFailed(true)
        const why = refusalOfCredential(error)
        if (why) refused(why)
      },
    )
    return () => ending.abort()
  }, [token, attempt])
  return { value, isFailed, load: () => setAttempt((before) => before + 1), show: (next) => setValue(() => next) }
}
