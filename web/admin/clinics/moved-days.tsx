import type { MovedDay } from '../../../client/client.ts'
import { useTexts } from '../../shared/language.tsx'
import { useMovedDays } from './use-moved-days.ts'

/** The days that are shown at first. */
const maxShown = 5

/** Which coming visits another time zone moves to another day. */
export function MovedDays({ zone }: { zone: string }) {
  const { say, fill } = useTexts('admin-clinics', 'moved')
  const moved = useMovedDays(zone)
  const days = Array.isArray(moved) ? moved : []
  return (
    <section class="moved-days" aria-label={say.title}>
      <p role="status">
        {moved === undefined && say.counting}
        {moved === 'failed' && say.failed}
        {Array.isArray(moved) &&
          (days.length === 0
            ? say.none
            : fill(say.total, { count: days.reduce((sum, { visits }) => sum + visits, 0) }))}
      </p>
      <MovedList days={days.slice(0, maxShown)} />
      {days.length > maxShown && (
        <details>
          <summary>{fill(say.more, { count: days.length - maxShown })}</summary>
          <MovedList days={days.slice(maxShown)} />
        </details>
      )}
      <p class="hint">{say.past}</p>
    </section>
  )
}

function MovedList({ days }: { days: MovedDay[] }) {
  const { say, fill, locale } = useTexts('admin-clinics', 'moved')
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  const written = (day: string) => format.format(new Date(`${day}T00:00:00Z`))
  return (
    <ul>
      {days.map(({ day, new_day, visits }) => (
        <li key={`${day} ${new_day}`}>{fill(say.line, { count: visits, from: written(day), to: written(new_day) })}</li>
      ))}
    </ul>
  )
}
