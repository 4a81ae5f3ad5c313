import { useEffect, useRef, useState } from 'preact/hooks'
import type { VisitOutcomes } from '../../client/client.ts'
import { connect } from '../access/connect.ts'
import type { Session } from '../access/session.ts'
import { refusalOf } from '../follow.ts'
import { type Period, periodBefore } from './period.ts'

const retryAfterMs = 3_000
// A count takes the service less than a tenth of its time, however fast actions happen.
const restFactor = 10

interface Rates {
  now: VisitOutcomes
  before: VisitOutcomes
  /** The days of `now`. */
  period: Period
}

/** Counts the outcomes of the visits of the period and of the days before it, and again after actions.
 *  @param actions the number of actions so far */
export function useRates({ token, entity, scopes }: Session, { from, to }: Period, actions: number) {
  const [rates, setRates] = useState<Rates>()
  const latest = useRef(actions)
  latest.current = actions
  const loadSoon = useRef<() => void>(undefined)

  useEffect(() => {
    setRates(undefined)
    if (!scopes.includes('notifications:read')) return
    const ending = new AbortController()
    const client = connect(token, { signal: ending.signal, retries: 0, timeoutMs: 60_000 })
    let timer: ReturnType<typeof setTimeout> | undefined
    let counted = -1
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
      const period = { from, to }
      const before = periodBefore(period)
      const started = performance.now()
      const wanted = latest.current
      earliest = 0
      try {
        const [now, then] = await Promise.all([
          client.visitOutcomes(entity.id, from, to),
          client.visitOutcomes(entity.id, before.from, before.to),
        ])
        counted = wanted
        setRates({ now, before: then, period })
        earliest = performance.now() + restFactor * (performance.now() - started)
        if (latest.current !== counted) at(earliest)
      } catch (error) {
        // The summary reports a failure, and signs out.
        if (!ending.signal.aborted && !refusalOf(error)) at(performance.now() + retryAfterMs)
      }
    }
  }, [token, entity.id, from, to])
  useEffect(() => loadSoon.current?.(), [actions])

  return rates
}
