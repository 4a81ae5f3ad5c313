import { useWords } from '../language.tsx'
import { firstDay, isDay, lastDay, type Period, presets } from './period.ts'
import { words } from './words.ts'

interface Props {
  period: Period
  today: string
  onPeriod: (period: Period) => void
}

/** Which days are shown: of the clinic's calendar. */
export function PeriodForm({ period, today, onPeriod }: Props) {
  const say = useWords(words)
  const change = (part: Partial<Period>) => {
    const { from, to } = { ...period, ...part }
    // While a year is being typed, it is one of the first century.
    if (!isDay(from) || !isDay(to)) return
    // A range is never the wrong way round: the other end goes along.
    onPeriod(from <= to ? { from, to } : part.from === undefined ? { from: to, to } : { from, to: from })
  }
  return (
    <form class="period" onSubmit={(event) => event.preventDefault()}>
      <fieldset class="row" aria-label={say.period}>
        {Object.entries(presets).map(([name, preset]) => {
          const { from, to } = preset(today)
          return (
            <button
              type="button"
              key={name}
              aria-pressed={from === period.from && to === period.to}
              onClick={() => onPeriod({ from, to })}
            >
              {say.presets[name as keyof typeof presets]}
            </button>
          )
        })}
      </fieldset>
      <div class="row">
        <label>
          {say.from}
          <input
            type="date"
            min={firstDay}
            max={lastDay}
            value={period.from}
            required
            onChange={(event) => change({ from: event.currentTarget.value })}
          />
        </label>
        <label>
          {say.to}
          <input
            type="date"
            min={firstDay}
            max={lastDay}
            value={period.to}
            required
            onChange={(event) => change({ to: event.currentTarget.value })}
          />
        </label>
      </div>
    </form>
  )
}
