import { useContext } from 'preact/hooks'
import { useTexts } from '../../shared/language.tsx'
import { hrefOf, LocationContext } from '../../shared/page-location.ts'
import { addDays } from '../../shared/time/clinic-time.ts'
import { monthOf, type Period } from '../../shared/time/period.ts'
import { DayField } from '../day-field.tsx'
import { type View, views } from './visits-place.ts'
import { writtenLongDay, writtenMonth, writtenPeriod } from './written-days.ts'

interface Props {
  view: View
  day: string
  period: Period
  today: string
}

/** The days that the page shows, and the ways to others. */
export function DaysBar({ view, day, period, today }: Props) {
  const { say, locale } = useTexts('visits')
  const { place, go } = useContext(LocationContext)
  const link = (change: Parameters<typeof go>[0]) => hrefOf({ ...place, tab: 'visits', ...change })
  const isToday = period.from <= today && today <= period.to
  return (
    <header class="days">
      <h2 id="visits">
        {view === 'day' && writtenLongDay(day, locale)}
        {(view === 'week' || view === 'period') && writtenPeriod(period, locale)}
        {view === 'month' && writtenMonth(day, locale)}
        {view === 'all' && say.views.all}
      </h2>
      <nav class="steps" aria-label={say.days}>
        {view !== 'all' && view !== 'period' && (
          <>
            <a
              class="button"
              href={link({ date: neighbours(view, day, period).before })}
              aria-label={say.previous[view]}
            >
              <Arrow path="M10 3.5 5.5 8l4.5 4.5" />
            </a>
            <a class="button" href={link({ date: undefined })} aria-current={isToday ? 'date' : undefined}>
              {say.today}
            </a>
            <a class="button" href={link({ date: neighbours(view, day, period).after })} aria-label={say.next[view]}>
              <Arrow path="M6 3.5 10.5 8 6 12.5" />
            </a>
            <DayField label={say.day} day={day} onDay={(date) => go({ date: date === today ? undefined : date })} />
          </>
        )}
      </nav>
      <nav class="choice" aria-label={say.viewsLabel}>
        {views.map((one) => (
          <a
            key={one}
            href={link({ view: one === 'day' ? undefined : one })}
            aria-current={one === view ? 'true' : undefined}
          >
            {say.views[one]}
          </a>
        ))}
      </nav>
    </header>
  )
}

/** The days to which the arrows lead. */
function neighbours(view: View, day: string, { from, to }: Period) {
  if (view === 'month') return { before: monthOf(addDays(from, -1)).from, after: addDays(to, 1) }
  const days = view === 'week' ? 7 : 1
  return { before: addDays(day, -days), after: addDays(day, days) }
}

const Arrow = ({ path }: { path: string }) => (
  <svg class="console-arrow" viewBox="0 0 16 16" aria-hidden="true">
    <path d={path} />
  </svg>
)
