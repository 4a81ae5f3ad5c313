import { useContext } from 'preact/hooks'
import type { ClinicTime } from '../../clinic-time.ts'
import { LanguageContext, useFormat, useWords } from '../../language.tsx'
import { daysIn, type Period } from '../period.ts'
import type { ActionList } from './read-actions.ts'

interface Props {
  list: ActionList
  period: Period
  time: ClinicTime
  onStop: () => void
}

/** The number of days that a search has covered so far. Screen readers announce it when the search pauses. */
export function SearchProgress({ list, period, time, onStop }: Props) {
  const say = useWords('console')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const all = daysIn(period)
  const isReading = list.state === 'reading'
  const days = list.state === 'whole' ? all : daysBefore(list.lookedUntil && time.dayOf(list.lookedUntil), period)
  const text = fill(say.searchStates[list.state], {
    rows: list.rows.length.toLocaleString(locale),
    days: days.toLocaleString(locale),
    all: all.toLocaleString(locale),
  })
  return (
    <div class="search-progress">
      <progress max={all} value={days} aria-hidden="true" />
      <p class="hint" aria-hidden={!isReading}>
        {text}
      </p>
      <p role="status" class="unseen">
        {isReading ? '' : text}
      </p>
      {isReading && (
        <button type="button" onClick={onStop}>
          {say.stop}
        </button>
      )}
    </div>
  )
}

/** The number of days of the period before the day. */
function daysBefore(day: string | undefined, { from }: Period): number {
  return day === undefined || day <= from ? 0 : daysIn({ from, to: day }) - 1
}
