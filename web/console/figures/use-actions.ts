import { useEffect, useRef, useState } from 'preact/hooks'
import type { ActionFilters } from '../../../client/client.ts'
import { connect } from '../../access/connect.ts'
import type { Session } from '../../access/session.ts'
import type { Period } from '../period.ts'
import { type ActionList, readActions } from './read-actions.ts'
import { matcher } from './record-search.ts'

interface ActionQuery extends Period {
  filters: ActionFilters
  /** Matches records that contain all of these words. */
  search: string
}

/** Loads the requested records on demand, a hundred at a time. A search goes on until it has found a hundred, or until
 *  `stop`. */
export function useActions({ token, entity }: Session, { from, to, filters, search }: ActionQuery) {
  const [list, setList] = useState<ActionList>({ rows: [], lookedUntil: undefined, state: 'reading' })
  const reading = useRef<ReturnType<typeof readActions>>(undefined)
  const [attempt, setAttempt] = useState(0)
  const query = JSON.stringify([token, entity.id, from, to, filters, search, attempt])

  useEffect(() => {
    const ending = new AbortController()
    const client = connect(token, { signal: ending.signal })
    const records = client.actions(entity.id, from, to, filters)
    const show = (list: ActionList) => !ending.signal.aborted && setList(list)
    const started = readActions(records, matcher(search), show)
    reading.current = started
    started.more()
    return () => {
      ending.abort()
      started.end()
    }
  }, [query])

  const restart = () => setAttempt(attempt + 1)
  // Restart a list after a failure: continuing could leave a gap.
  const more = () => (list.state === 'failed' ? restart() : reading.current?.more())
  return { list, more, stop: () => reading.current?.stop(), restart }
}
