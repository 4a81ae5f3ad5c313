import { remindedStates } from '../../../client/states.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { firstOf } from '../../shared/lists/first-of.ts'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { addDays, type ClinicTime } from '../../shared/time/clinic-time.ts'

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
export function useNextDay(today: string, time: ClinicTime, generation: number): NextDay | undefined {
  const { entity } = useSignedIn().session
  const tomorrow = addDays(today, 1)
  // The list itself says that the service cannot be reached.
  const { found } = useLoaded(
    `${entity.id} ${today}`,
    (client) => {
      const until = addDays(today, daysAhead)
      return firstOf(client.visits(entity.id, tomorrow, until, { ...filters, state: [...filters.state] }, 1), 1)
    },
    generation,
  )
  if (!found) return undefined
  const start = found[0]?.starts_at
  if (start === undefined) return {}
  const day = time.dayOf(start)
  return day === tomorrow ? { day } : { day, name: time.day(start) }
}
