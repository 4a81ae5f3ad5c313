import { useEffect, useRef, useState } from 'preact/hooks'
import type { Client } from '../../../client/client.ts'
import { connect } from '../../access/connect.ts'
import type { Session } from '../../access/session.ts'
import { refusalOf } from '../../follow.ts'

const retryAfterMs = 3_000
// A count takes the service less than a tenth of its time, however fast actions happen.
const restFactor = 10

/** Counts something, and again after actions. Returns the earlier counts while it counts for another key.
 *  @param key what `count` depends on
 *  @param actions the number of actions so far */
export function useRecounted<Counts>(
  { token, entity, scopes }: Session,
  key: string,
  actions: number,
  count: (client: Client) => Promise<Counts>,
) {
  const [counted, setCounted] = useState<{ key: string; counts: Counts }>()
  const latest = useRef({ actions, count })
  latest.current = { actions, count }
  const loadSoon = useRef<() => void>(undefined)

  useEffect(() => {
    if (!scopes.includes('notifications:read')) return
    const ending = new AbortController()
    const client = connect(token, { signal: ending.signal, retries: 0, timeoutMs: 60_000 })
    let timer: ReturnType<typeof setTimeout> | undefined
    let countedActions = -1
    let earliest = 0
    const at = (time: number) => {
      clearTimeout(timer)
      timer = setTimeout(load, Math.max(0, time - performance.now()))
    }
    loadSoon.current = () => earliest > 0 && at(earliest)
    load()
    return () => {
      ending.abort()
      clearTimeout(timer)
    }

    async function load() {
      const started = performance.now()
      const wanted = latest.current.actions
      earliest = 0
      try {
        const counts = await latest.current.count(client)
        countedActions = wanted
        setCounted({ key, counts })
        earliest = performance.now() + restFactor * (performance.now() - started)
        if (latest.current.actions !== countedActions) at(earliest)
      } catch (error) {
        // The summary reports a failure, and signs out.
        if (!ending.signal.aborted && !refusalOf(error)) at(performance.now() + retryAfterMs)
      }
    }
  }, [token, entity.id, key])
  useEffect(() => loadSoon.current?.(), [actions])

  return { counts: counted?.counts, isCurrent: counted?.key === key }
}
