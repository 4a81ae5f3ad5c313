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
  const counting = useRef<ReturnType<typeof startCounting>>(undefined)

  useEffect(() => {
    if (!scopes.includes('notifications:read')) return
    const ending = new AbortController()
    const client = connect(token, { signal: ending.signal, retries: 0, timeoutMs: 60_000 })
    const started = startCounting(
      () => latest.current.actions,
      async () => setCounted({ key, counts: await latest.current.count(client) }),
      // The summary reports a failure, and signs out.
      (error) => !ending.signal.aborted && !refusalOf(error),
    )
    counting.current = started
    return () => {
      ending.abort()
      started.end()
    }
  }, [token, entity.id, key])
  useEffect(() => counting.current?.again(), [actions])

  return { counts: counted?.counts, isCurrent: counted?.key === key }
}

/** Counts now, and once more after each `again`, with a rest between two counts.
 *  @param actionsOf the number of actions so far
 *  @param isTemporary whether to count again after the error */
function startCounting(actionsOf: () => number, count: () => Promise<void>, isTemporary: (error: unknown) => boolean) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let earliest = 0
  const at = (time: number) => {
    clearTimeout(timer)
    timer = setTimeout(load, Math.max(0, time - performance.now()))
  }

  async function load() {
    const started = performance.now()
    const counted = actionsOf()
    earliest = 0
    try {
      await count()
      earliest = performance.now() + restFactor * (performance.now() - started)
      if (actionsOf() !== counted) at(earliest)
    } catch (error) {
      if (isTemporary(error)) at(performance.now() + retryAfterMs)
    }
  }

  load()
  return {
    again() {
      if (earliest > 0) at(earliest)
    },
    end: () => clearTimeout(timer),
  }
}
