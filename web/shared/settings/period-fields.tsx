import { weekdays } from '../../../client/weekdays.ts'
import { useTexts, useWords } from '../language.tsx'
import { Choices } from './choices.tsx'
import { toggled } from './steps.ts'
import { endsNextDay, newPeriod, type QuietPeriod } from './week.ts'
import { weekdayNames } from './weekday-names.ts'

interface Props {
  periods: QuietPeriod[]
  onChange: (periods: QuietPeriod[]) => void
}

// The service accepts at most this many periods.
const maxPeriods = 50

/** The quiet periods, each for a group of days. */
export function PeriodFields({ periods, onChange }: Props) {
  const say = useWords('settings')
  return (
    <>
      <ol class="steps">
        {periods.map((period, index) => (
          <PeriodLine
            key={index}
            period={period}
            number={index + 1}
            onChange={(next) => onChange(periods.with(index, next))}
            onRemove={() => onChange(periods.toSpliced(index, 1))}
          />
        ))}
      </ol>
      {periods.length < maxPeriods && (
        <div class="row">
          <button type="button" onClick={() => onChange([...periods, newPeriod(periods)])}>
            {say.addPeriod}
          </button>
        </div>
      )}
    </>
  )
}

interface LineProps {
  period: QuietPeriod
  number: number
  onChange: (period: QuietPeriod) => void
  onRemove: () => void
}

function PeriodLine({ period, number, onChange, onRemove }: LineProps) {
  const { say, fill, locale } = useTexts('settings')
  const short = weekdayNames(locale, 'short')
  const { days, from, to } = period
  return (
    <li>
      <fieldset>
        <legend>{fill(say.period, { number })}</legend>
        <Choices
          legend={say.days}
          values={weekdays}
          chosen={days}
          nameOf={(day) => short[weekdays.indexOf(day)]!}
          onToggle={(day) => onChange({ ...period, days: toggled(weekdays, days, day) })}
        />
        <div class="before">
          {(['from', 'to'] as const).map((end) => (
            <label key={end}>
              {say[end]}
              <input
                type="time"
                required
                value={period[end]}
                onInput={({ currentTarget: { value } }) => onChange({ ...period, [end]: value })}
              />
            </label>
          ))}
          <span class="hint">{from !== '' && to !== '' && endsNextDay(period) && say.nextDay}</span>
        </div>
        <button type="button" class="quiet remove" aria-label={fill(say.removePeriod, { number })} onClick={onRemove}>
          ×
        </button>
      </fieldset>
    </li>
  )
}
