import { useSignedIn } from '../../shared/access/signed-in.ts'
import { PageHead } from '../../shared/frame/frame.tsx'
import { useTexts, useWords } from '../../shared/language.tsx'
import { useReloads } from '../use-reloads.ts'
import { useAfterVisit } from '../visit/use-after-visit.ts'
import { writtenLongDay } from '../visits/written-days.ts'
import { daysAhead, useNextDay } from '../work/next-day.ts'
import { ArrivalsToday } from './arrivals-today.tsx'
import { LastWeek } from './last-week.tsx'
import { Needs } from './needs.tsx'
import './home.css'

export interface HomeProps {
  today: string
}

/** What needs somebody today, in one screen. */
export function Home({ today }: HomeProps) {
  const { say, fill, locale } = useTexts('home')
  const { timeZone } = useWords('console')
  const { entity } = useSignedIn().session
  const [reloads, reload] = useReloads()
  useAfterVisit(reload)
  const next = useNextDay(today, reloads.counts)
  return (
    <main class="home">
      <PageHead title={writtenLongDay(today, locale)}>
        <p class="hint">
          {next?.withAppointments && fill(say.nextDay, { day: next.withAppointments.name })}
          {next && !next.withAppointments && fill(say.noNextDay, { days: daysAhead })}
        </p>
        <p class="hint time-zone">{fill(timeZone, { zone: entity.time_zone })}</p>
      </PageHead>
      <Needs today={today} next={next} generation={reloads.counts} />
      <div class="columns">
        <ArrivalsToday today={today} generation={reloads.list} />
        <LastWeek today={today} />
      </div>
    </main>
  )
}
