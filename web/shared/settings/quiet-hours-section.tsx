import { useState } from 'preact/hooks'
import type { QuietHours } from '../../../client/client.ts'
import { useTexts, useWords } from '../language.tsx'
import { writtenDay } from '../time/clinic-time.ts'
import { isDay } from '../time/period.ts'
import { PeriodFields } from './period-fields.tsx'
import { ProposedHolidays } from './proposed-holidays.tsx'
import { SettingForm } from './setting-form.tsx'
import { useSetting } from './use-setting.ts'
import { clockOf, dayMinutes, faultOfWeek, type QuietPeriod, quietSpans, type Span } from './week.ts'
import { weekdayNames } from './weekday-names.ts'

/** The hours of the week, and the days, on which contacts get no messages. */
export function QuietHoursSection() {
  const setting = useSetting<QuietHours>('quiet-hours', {
    read: (client, id) => client.quietHours(id),
    write: (client, id, quietHours, etag) => client.setQuietHours(id, quietHours, etag),
  })
  return (
    <SettingForm
      setting={setting}
      fault={setting.draft && faultOfWeek(setting.draft.hours)}
      saved={useWords('settings').saved}
      changeOf={(quiet_hours) => ({ quiet_hours })}
    >
      {(draft) => (
        <>
          <WeekBars periods={draft.hours} />
          <PeriodFields periods={draft.hours} onChange={(hours) => setting.edit({ ...draft, hours })} />
          <Holidays days={draft.holidays} onChange={(holidays) => setting.edit({ ...draft, holidays })} />
        </>
      )}
    </SettingForm>
  )
}

const ticks = [0, 6, 12, 18, 24]

/** The week as seven bars of the day, with the quiet hours. */
function WeekBars({ periods }: { periods: QuietPeriod[] }) {
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

interface Props {
  days: string[]
  onChange: (days: string[]) => void
}

/** Days that are quiet from beginning to end. */
function Holidays({ days, onChange }: Props) {
  const { say, fill, locale } = useTexts('settings')
  const [day, setDay] = useState('')
  const canAdd = isDay(day) && !days.includes(day)

  function add() {
    onChange([...days, day].sort())
    setDay('')
  }

  return (
    <section class="holidays" aria-labelledby="holidays">
      <h3 id="holidays">{say.holidays}</h3>
      <p class="hint">{days.length > 0 ? say.holidaysAbout : say.noHolidays}</p>
      <ul>
        {days.map((one) => {
          const written = writtenDay(one, locale, 'medium')
          return (
            <li key={one}>
              {written}
              <button
                type="button"
                class="quiet remove"
                aria-label={fill(say.removeHoliday, { day: written })}
                onClick={() => onChange(days.filter((other) => other !== one))}
              >
                ×
              </button>
            </li>
          )
        })}
      </ul>
      <div class="row">
        <label>
          <span class="unseen">{say.day}</span>
          <input type="date" value={day} onInput={({ currentTarget: { value } }) => setDay(value)} />
        </label>
        <button type="button" disabled={!canAdd} onClick={add}>
          {say.addHoliday}
        </button>
      </div>
      <ProposedHolidays days={days} onAdd={(added) => onChange([...new Set([...days, ...added])].sort())} />
    </section>
  )
}
