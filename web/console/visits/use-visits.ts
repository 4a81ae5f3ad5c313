import { useEffect, useRef, useState } from 'preact/hooks'
import { connect } from '../../access/connect.ts'
import type { Session, SignInFault } from '../../access/session.ts'
import { refusalOf } from '../../follow.ts'
import { inOrder } from '../../visit-list/listed-visit.ts'
import type { Found } from './filter-visits.ts'
import { type Asked, visitsReader } from './read-visits.ts'

export interface Loaded {
  /** By start. */
  visits: Found[]
  state: 'reading' | 'read' | 'failed'
  /** When the visits were read; undefined before the first time. */
  readAt: Date | undefined
  /** Whether the service has more than `max`. */
  isCut: boolean
}

const nothing: Loaded = { visits: [], state: 'reading', readAt: undefined, isCut: false }

/** Reads a list of visits page by page, and reads it again with each generation. While it reads or after a failure, the earlier
 *  visits stay. Without `asked`, there is no list.
 *  @param inSight the start of the first visit that the user sees */
export function useVisits(
  { token, entity }: Session,
  asked: Asked | undefined,
  generation: number,
  inSight: () => string | undefined,
  onRefused: (fault: SignInFault) => void,
): Loaded {
  const [loaded, setLoaded] = useState(nothing)
  const reload = useRef<() => void>(undefined)
  const shownDays = useRef('')

  useEffect(() => {
    const days = asked ? JSON.stringify(asked.period) : ''
    // The visits of the same days stay until those of the other filters come: the page filters them, too.
    const isOtherDays = days !== shownDays.current
    shownDays.current = days
    reload.current = undefined
    if (!asked) return setLoaded({ ...nothing, state: 'read' })
    setLoaded((before) => ({ ...(isOtherDays ? nothing : before), state: 'reading' }))

    const ending = new AbortController()
    const { signal } = ending
    const read = visitsReader(connect(token, { signal, retries: 1 }), entity.id, asked, inSight)
    const show = (visits: Map<string, Found>, state: Loaded['state'], isCut: boolean) =>
      signal.aborted || setLoaded({ visits: inOrder(visits.values()), state, isCut, readAt: new Date() })
    const load = () =>
      read((visits) => show(visits, 'reading', false)).then(
        ({ visits, isCut }) => show(visits, 'read', isCut),
        (error) => {
          if (signal.aborted) return
          const refusal = refusalOf(error)
          if (refusal) onRefused(refusal)
          else setLoaded((before) => ({ ...before, state: 'failed' }))
        },
      )
    reload.current = oneAtATime(load)
    reload.current()
    return () => ending.abort()
  }, [token, entity.id, JSON.stringify(asked)])

  useNextGenerations(generation, () => reload.current?.())
  return loaded
}

/** Calls the function with each generation after the first one. */
function useNextGenerations(generation: number, call: () => void) {
  const last = useRef(generation)
  useEffect(() => {
    if (last.current === generation) return
    last.current = generation
    call()
  }, [generation])
}

/** Ignores calls while the task runs. */
function oneAtATime(task: () => Promise<unknown>) {
  let isRunning = false
  return async () => {
    if (isRunning) return
    isRunning = true
    try {
      await task()
    } finally {
      isRunning = false
    }
  }
}
