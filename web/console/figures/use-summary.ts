import { useEffect, useState } from 'preact/hooks'
import type { ActionSummary } from '../../../client/client.ts'
import { connect } from '../../access/connect.ts'
import type { Session, SignInFault } from '../../access/session.ts'
import { refusalOf } from '../../follow.ts'
import type { Period } from '../period.ts'

const retryAfterMs = 3_000

/** Loads the summary of the period, with retries, and again for each generation. Returns the previous summary while the
 *  next one loads. */
export function useSummary(
  { token, entity }: Session,
  { from, to }: Period,
  generation: number,
  onRefused: (fault: SignInFault) => void,
) {
  const [summary, setSummary] = useState<ActionSummary & { sequence: number }>()
  const [state, setState] = useState<'loading' | 'loaded' | 'failing'>('loading')

  useEffect(() => {
    const ending = new AbortController()
    const client = connect(token, { signal: ending.signal, retries: 0, timeoutMs: 60_000 })
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
        const refusal = refusalOf(error)
        if (refusal) return onRefused(refusal)
        setState('failing')
        timer = setTimeout(load, retryAfterMs)
      }
    }
  }, [token, entity.id, from, to, generation])

  return { summary: summary?.entity_id === entity.id ? summary : undefined, state }
}
