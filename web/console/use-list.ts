import { useEffect, useRef, useState } from 'preact/hooks'
import { type ActionFilters, type ActionRecord, createClient } from '../../client/client.ts'
import { type Session, serviceUrl } from '../access/session.ts'
import type { Period } from './period.ts'

const pageSize = 100
const reportEveryMs = 250

interface Asked extends Period {
  filters: ActionFilters
  /** Matches records that contain all of these words. */
  search: string
}

export interface List {
  rows: ActionRecord[]
  /** The number of records searched so far. */
  looked: number
  state: 'reading' | 'more' | 'whole' | 'failed'
}

/** Loads the requested records on demand, a hundred at a time. */
export function useList({ token, entity }: Session, { from, to, filters, search }: Asked) {
  const [list, setList] = useState<List>({ rows: [], looked: 0, state: 'reading' })
  const reading = useRef<() => Promise<void>>(undefined)
  const [attempt, setAttempt] = useState(0)
  const asked = JSON.stringify([token, entity.id, from, to, filters, search, attempt])

  useEffect(() => {
    const ending = new AbortController()
    const client = createClient({ url: serviceUrl, token, signal: ending.signal })
    const records = client.actions(entity.id, from, to, filters)
    const isWanted = matcher(search)
    const rows: ActionRecord[] = []
    let looked = 0
    let reportedAt = 0
    const report = (state: List['state']) => {
      reportedAt = performance.now()
      if (!ending.signal.aborted) setList({ rows: [...rows], looked, state })
    }

    reading.current = async () => {
      const enough = rows.length + pageSize
      report('reading')
      try {
        for (;;) {
          const { value: record, done } = await records.next()
          if (done) return report('whole')
          looked++
          if (isWanted(record)) rows.push(record)
          if (rows.length === enough) return report('more')
          if (performance.now() - reportedAt > reportEveryMs) report('reading')
        }
      } catch {
        report('failed')
      }
    }
    reading.current()
    return () => ending.abort()
  }, [asked])

  // Restart a list after a failure: continuing could leave a gap.
  return { list, more: () => (list.state === 'failed' ? setAttempt(attempt + 1) : reading.current?.()) }
}

/** Matches records that contain every word of the text. Ignores case and accents. */
function matcher(search: string): (record: ActionRecord) => boolean {
  const wanted = folded(search).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return () => true
  return ({ contact, params, ...record }) => {
    const text = folded(
      [contact.name, contact.external_id, record.external_id, record.uid, record.notification_id, record.task_id]
        .concat(Object.values(params))
        .join('\n'),
    )
    return wanted.every((word) => text.includes(word))
  }
}

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
