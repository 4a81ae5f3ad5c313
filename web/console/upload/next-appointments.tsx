import { useContext } from 'preact/hooks'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import { hrefOf, LocationContext } from '../../shared/page-location.ts'
import { withoutFilters } from '../visits/visits-place.ts'
import { appointmentsOn, useNextDay } from '../work/next-day.ts'

/** After an upload, the page leads to the next day with appointments, for which staff need answers. */
export function NextAppointments({ today }: { today: string }) {
  const { session } = useSignedIn()
  return session.scopes.includes('notifications:read') ? <NextDayLink today={today} /> : null
}

function NextDayLink({ today }: { today: string }) {
  const { say, fill } = useTexts('upload')
  const { place } = useContext(LocationContext)
  const next = useNextDay(today, 0)?.withAppointments
  if (!next) return null
  return (
    <p>
      <a href={hrefOf({ ...place, ...withoutFilters, tab: 'visits', view: undefined, date: next.day })}>
        {fill(say.next, { day: next.name, count: appointmentsOn(next) })}
      </a>
    </p>
  )
}
