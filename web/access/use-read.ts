import { useEffect, useState } from 'preact/hooks'
import type { Client } from '../../client/client.ts'
import { connect } from './connect.ts'

/** Reads from the service once for each key, and not without a key. The result of a failed read is undefined. */
export function useRead<Result>(
  token: string,
  key: string | undefined,
  read: (client: Client) => Promise<Result>,
): Result | undefined {
  const [result, setResult] = useState<Result>()
  useEffect(() => {
    setResult(undefined)
    if (key === undefined) return
    const ending = new AbortController()
    read(connect(token, { signal: ending.signal })).then(
      (found) => ending.signal.aborted || setResult(() => found),
      () => {},
    )
    return () => ending.abort()
  }, [token, key])
  return result
}
