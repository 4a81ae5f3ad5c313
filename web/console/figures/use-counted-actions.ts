import { useEffect, useState } from 'preact/hooks'
import type { ActionSummary } from '../../../client/client.ts'
import type { Session, SignInFault } from '../../access/session.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import type { Connection } from '../../follow.ts'
import type { Period } from '../period.ts'
import { type LiveAction, withLive } from './figures.ts'
import { useLive } from './use-live.ts'
import { useSummary } from './use-summary.ts'

// Must be less than the limit of useLive.
const recountAfter = 200

export interface CountedActions {
  /** The summary of the period with the live actions. Undefined until the first one arrives. */
  summary: (ActionSummary & { sequence: number }) | undefined
  state: 'loading' | 'loaded' | 'failing'
  live: LiveAction[]
  /** The number of live actions: each may change other counts. */
  count: number
  connection: Connection
}

/** Counts the actions of a period, and follows them. */
export function useCountedActions(
  session: Session,
  period: Period,
  time: ClinicTime,
  onRefused: (fault: SignInFault) => void,
): CountedActions {
  const [generation, setGeneration] = useState(0)
  const reload = () => setGeneration((before) => before + 1)
  const { summary, state } = useSummary(session, period, generation, onRefused)
  const { live, count, connection } = useLive(session, summary?.sequence, reload, onRefused)
  // The charts add live actions to the summary, so they need a new summary before useLive drops any.
  useEffect(() => setGeneration(Math.floor(count / recountAfter)), [count])
  return {
    summary: summary && { ...withLive(summary, live, time), sequence: summary.sequence },
    state,
    live,
    count,
    connection,
  }
}
