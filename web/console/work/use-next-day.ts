import { useEffect, useState } from 'preact/hooks'
import { remindedStates } from '../../../client/states.ts'
import { connect } from '../../access/connect.ts'
import type { Session } from '../../access/session.ts'
import { addDays, type ClinicTime } from '../../clinic-time.ts'
import { firstOf } from '../../lists/first-of.ts'

/** The number of days in which the page looks for the next day with appointments: the longest holidays of a clinic. */
export const daysAhead = 31

/** The next day with appointments after today; without `day`, there is none. */
export interface NextDay {
  day?: string
  /** Absent for tomorrow: the page has a word for it. */
  name?: string
}

const filters = { test: 'false', state: [...remindedStates, 'imported' as const] } as const

/** Finds the next day with appointments. Undefined while it is unknown. */
export function useNextDay({ token, entity }: Session, today: string, time: ClinicTime, generation: number) {
  const [next, setNext] = useState<NextDay>()
  useEffect(() => {
    const ending = new AbortController()
    const client = connect(token, { signal: ending.signal, retries: 1 })
    const tomorrow = addDays(today, 1)
    firstOf(
      client.visits(entity.id, tomorrow, addDays(today, daysAhead), { ...filters, state: [...filters.state] }, 1),
      1,
    ).then(
      ([visit]) => {
        if (ending.signal.aborted) return
        const day = visit && time.dayOf(visit.starts_at!)
        setNext({ ...(day && { day }), ...(day && day !== tomorrow && { name: time.day(visit.starts_at!) }) })
      },
      // The list itself says that the service cannot be reached.
      () => {},
    )
    return () => ending.abort()
  }, [token, entity.id, today, time, generation])
  return next
}
