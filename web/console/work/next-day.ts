import type { NextDay as FoundDays, VisitOutcomes } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLanguage } from '../../shared/language.tsx'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { addDays, writtenDay } from '../../shared/time/clinic-time.ts'

/** The number of days in which the service looks for the next day. */
export const daysAhead = 60

/** A day, by its weekday and date. */
interface NamedDay {
  day: string
  name: string
}

export type CountedDay = NamedDay & { toCome: VisitOutcomes['to_come'] }

/** The day that staff prepare: the next working day, or an earlier one with appointments. */
export interface NextDay {
  /** Absent if none of the next 60 days is one. */
  shown?: NamedDay & { isTomorrow: boolean }
  /** The next day with appointments: the shown one, or a later one. */
  withAppointments?: CountedDay
}

/** Reads the next day. Undefined while it is unknown. */
export function useNextDay(today: string, generation: number): NextDay | undefined {
  const { entity } = useSignedIn().session
  const { locale } = useLanguage()
  // The list itself says that the service cannot be reached.
  const { found } = useLoaded(`${entity.id} ${today}`, (client) => client.nextDay(entity.id), generation)
  return found && nextDayOf(found, today, locale)
}

export function nextDayOf({ working_day, with_appointments }: FoundDays, today: string, locale: string): NextDay {
  const named = (day: string) => ({ day, name: writtenDay(day, locale, 'long') })
  const [day] = [working_day, with_appointments?.date].filter((one) => one !== undefined).sort()
  return {
    ...(day && { shown: { ...named(day), isTomorrow: day === addDays(today, 1) } }),
    ...(with_appointments && {
      withAppointments: { ...named(with_appointments.date), toCome: with_appointments.to_come },
    }),
  }
}

/** The appointments of a day that are not cancelled. */
export const appointmentsOn = ({ toCome: { visits, cancelled } }: CountedDay) => visits - cancelled
