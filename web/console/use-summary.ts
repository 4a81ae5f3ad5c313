import { useEffect, useState } from 'preact/hooks'
import { type ActionSummary, createClient, ProblemError } from '../../client/client.ts'
import { type Session, serviceUrl } from '../access/session.ts'
import type { Period } from './period.ts'

const beforeNextTry = 3_000

/** What happened in the period, counted; asked for again until it is had. While another period is counted, the one before
 *  stays. */
export function useSummary({ token, entity }: Session, { from, to }: Period, onNotAccepted: () => void) {
  const [summary, setSummary] = useState<ActionSummary & { sequence: number }>()
  const [state, setState] = useState<'loading' | 'loaded' | 'failing'>('loading')

  useEffect(() => {
    const ending = new AbortController()
    const client = createClient({ url: serviceUrl, token, signal: ending.signal, retries: 0, timeout: 60_000 })
    let timer: ReturnType<typeof setTimeout>
    setState('loading')
    load()
    return () => {
      ending.abort()
      clearTimeout(timer)
    }

    async function load() {
      try {
        setSummary(await client.summary(entity.id, from, to))
        setState('loaded')
      } catch (error) {
        if (ending.signal.aborted) return
        if (error instanceof ProblemError && error.status === 401) return onNotAccepted()
        setState('failing')
        timer = setTimeout(load, beforeNextTry)
      }
    }
  }, [token, entity.id, from, to])

  return { summary: summary?.entity_id === entity.id ? summary : undefined, state }
}
