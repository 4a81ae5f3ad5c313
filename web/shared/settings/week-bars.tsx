import { useTexts } from '../language.tsx'
import { clockOf, dayMinutes, type QuietPeriod, quietSpans, type Span } from './week.ts'
import { weekdayNames } from './weekday-names.ts'

const ticks = [0, 6, 12, 18, 24]

/** The week as seven bars of the day, with the quiet hours. */
export function WeekBars({ periods }: { periods: QuietPeriod[] }) {
  const { say, locale } = useTexts('settings')
  const names = weekdayNames(locale, 'long')
  return (
    <div class="week">
      <ul aria-label={say.week}>
        {quietSpans(periods).map((spans, index) => (
          <DayBar name={names[index]!} spans={spans} />
        ))}
      </ul>
      <div class="hours" aria-hidden="true">
        {ticks.map((hour) => (
          <span style={{ '--at': hour / 24 }}>{clockOf(hour * 60)}</span>
        ))}
      </div>
      {periods.length === 0 && <p class="hint">{say.noPeriods}</p>}
    </div>
  )
}

function DayBar({ name, spans }: { name: string; spans: Span[] }) {
  const { say, fill } = useTexts('settings')
  const hours = spans.map(({ from, to }) => `${clockOf(from)}–${clockOf(to)}`).join(', ')
  return (
    <li>
      <span class="unseen">
        {spans.length > 0 ? fill(say.quietOn, { day: name, hours }) : fill(say.openAllDay, { day: name })}
      </span>
      <span class="day" aria-hidden="true">
        {name}
      </span>
      <div class="bar-of-day" aria-hidden="true">
        {spans.map(({ from, to }) => (
          <span style={{ '--from': from / dayMinutes, '--to': to / dayMinutes }} />
        ))}
      </div>
    </li>
  )
}
