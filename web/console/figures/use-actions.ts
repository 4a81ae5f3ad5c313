import { useEffect, useRef, useState } from 'preact/hooks'
import type { ActionFilters, ActionRecord } from '../../../client/client.ts'
import { connect } from '../../access/connect.ts'
import type { Session } from '../../access/session.ts'
import type { Period } from '../period.ts'
import { matcher } from './record-search.ts'

const pageSize = 100
const reportEveryMs = 250
// Lets the page react between two slices of a search.
const sliceMs = 12

interface ActionQuery extends Period {
  filters: ActionFilters
  /** Matches records that contain all of these words. */
  search: string
}

export interface ActionList {
  rows: ActionRecord[]
  /** The date of the last record that was read. */
  lookedUntil: string | undefined
  state: 'reading' | 'more' | 'stopped' | 'whole' | 'failed'
}

/** Loads the requested records on demand, a hundred at a time. A search goes on until it has found a hundred, or until
 *  `stop`. */
export function useActions({ token, entity }: Session, { from, to, filters, search }: ActionQuery) {
  const [list, setList] = useState<ActionList>({ rows: [], lookedUntil: undefined, state: 'reading' })
  const reading = useRef<() => Promise<unknown>>(undefined)
  const stop = useRef<() => void>(undefined)
  const [attempt, setAttempt] = useState(0)
  const query = JSON.stringify([token, entity.id, from, to, filters, search, attempt])

  useEffect(() => {
    const ending = new AbortController()
    const client = connect(token, { signal: ending.signal })
    const records = client.actions(entity.id, from, to, filters)
    const isWanted = matcher(search)
    const rows: ActionRecord[] = []
    let lookedUntil: string | undefined
    // A stopped run may still wait for the service when the next one starts.
    let run = 0
    let timer: ReturnType<typeof setInterval>
    const report = (state: ActionList['state']) => {
      if (state !== 'reading') clearInterval(timer)
      if (!ending.signal.aborted) setList({ rows: [...rows], lookedUntil, state })
    }

    stop.current = () => {
      run++
      report('stopped')
    }
    reading.current = async () => {
      const current = ++run
      const enough = rows.length + pageSize
      let slicedAt = performance.now()
      report('reading')
      clearInterval(timer)
      timer = setInterval(() => report('reading'), reportEveryMs)
      try {
        while (current === run) {
          const { value: record, done } = await records.next()
          if (done) return current === run && report('whole')
          lookedUntil = record.date
          if (isWanted(record)) rows.push(record)
          if (current === run && rows.length >= enough) return report('more')
          if (performance.now() - slicedAt < sliceMs) continue
          await new Promise((resume) => setTimeout(resume))
          slicedAt = performance.now()
        }
      } catch {
        if (current === run) report('failed')
      }
    }
    reading.current()
    return () => {
      ending.abort()
      clearInterval(timer)
    }
  }, [query])

  const restart = () => setAttempt(attempt + 1)
  // Restart a list after a failure: continuing could leave a gap.
  const more = () => (list.state === 'failed' ? restart() : reading.current?.())
  return { list, more, stop: () => stop.current?.(), restart }
}
