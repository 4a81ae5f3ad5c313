import { useEffect, useState } from 'preact/hooks'
import type { Client } from '../../../client/client.ts'
import { connect } from '../access/connect.ts'
import { useRefusal } from '../access/refused.ts'
import { useSignedIn } from '../access/signed-in.ts'

export interface LoadState<Result> {
  /** The latest result for the key. It stays while the page reads again, and after a failure. */
  found: Result | undefined
  /** Why the latest read failed; undefined after a success. */
  error: unknown
  /** Reads again. */
  load(): void
  /** Shows the result of a change.
   *  @param change gets what the page shows, which a read may have replaced since the last render */
  show(change: (found: Result | undefined) => Result): void
}

interface State<Result> {
  key?: string
  found?: Result
  error?: unknown
}

/** Reads from the service when the key changes, and not without a key. Reads again when the generation changes, too.
 *  @param read its client is aborted by `signal`, when the result is no longer wanted */
export function useLoaded<Result>(
  key: string | undefined,
  read: (client: Client, signal: AbortSignal) => Promise<Result>,
  generation: unknown = 0,
): LoadState<Result> {
  const { token } = useSignedIn().session
  const refuse = useRefusal()
  const [attempt, setAttempt] = useState(0)
  const [latest, setLatest] = useState<State<Result>>({})
  const state = latest.key === key ? latest : {}
  useEffect(() => {
    if (key === undefined) return
    const ending = new AbortController()
    const { signal } = ending
    read(connect(token, { signal, retries: 1 }), signal).then(
      (found) => signal.aborted || setLatest({ key, found }),
      (error) => {
        if (signal.aborted) return
        setLatest((before) => ({ ...(before.key === key ? before : {}), key, error }))
        refuse(error)
      },
    )
    return () => ending.abort()
  }, [token, key, generation, attempt])
  return {
    found: state.found,
    error: state.error,
    load() {
      setLatest(({ error: _error, ...others }) => others)
      setAttempt((count) => count + 1)
    },
    show: (change) =>
      setLatest((before) => ({ key: key!, found: change(before.key === key ? before.found : undefined) })),
  }
}
