import { useEffect, useState } from 'preact/hooks'
import type { SourceLag } from '../../../client/client.ts'
import { connect } from '../../access/connect.ts'
import type { Session } from '../../access/session.ts'
import { counted, daysOf, filtersOf, isDealtWith, keyOf, type Worklist } from './worklists.ts'

/** Counts the lists in the service, and reads how far the clinic's systems are behind. A list without a count could not be counted
 *  yet. */
export function useCounts({ token, entity }: Session, today: string, nextDay: string | undefined, generation: number) {
  const [counts, setCounts] = useState<Partial<Record<string, number>>>({})
  const [systems, setSystems] = useState<SourceLag[]>([])
  useEffect(() => {
    const ending = new AbortController()
    const client = connect(token, { signal: ending.signal, retries: 1 })
    client.lag(entity.id).then(
      (lag) => {
        if (ending.signal.aborted) return
        setSystems(lag)
        const sum = (countOf: (one: SourceLag) => number) => lag.reduce((total, one) => total + countOf(one), 0)
        setCounts((before) => ({
          ...before,
          [keyOf({ name: 'not-applied', part: 'todo' })]: sum(({ failed, resent }) => failed - resent),
          [keyOf({ name: 'not-applied', part: 'resent' })]: sum(({ resent }) => resent),
        }))
      },
      () => {},
    )
    for (const list of counted) {
      const { from, to } = daysOf({ ...list, nextDay }, today)
      const counting =
        list.name === 'texts'
          ? client.countReplies(entity.id, from, to, { read: 'false' })
          : client.countVisits(entity.id, from, to, filtersOf(list))
      counting.then(
        (count) => !ending.signal.aborted && setCounts((before) => ({ ...before, [keyOf(list)]: count })),
        // The list itself says that the service cannot be reached.
        () => {},
      )
    }
    return () => ending.abort()
  }, [token, entity.id, today, nextDay, generation])
  return {
    ...{ counts, systems },
    setCount: (list: Worklist, count: number) =>
      !isDealtWith(list.part) && setCounts((before) => ({ ...before, [keyOf(list)]: count })),
  }
}
