import { useLayoutEffect, useRef } from 'preact/hooks'
import { useWords } from '../../shared/language.tsx'
import { firstDay, isDay, lastDay, type Period, presets } from '../../shared/time/period.ts'

interface Props {
  period: Period
  today: string
  onPeriod: (period: Period) => void
}

/** Selects the days to show, in the clinic's calendar. */
export function PeriodForm({ period, today, onPeriod }: Props) {
  const say = useWords('console')
  const change = (part: Partial<Period>) => {
    const { from, to } = { ...period, ...part }
    // An incompletely typed year is in the first century.
    if (!isDay(from) || !isDay(to)) return
    // Move the other end along, so that the range is never reversed.
    onPeriod(from <= to ? { from, to } : part.from === undefined ? { from: to, to } : { from, to: from })
  }
  return (
    <form class="period" onSubmit={(event) => event.preventDefault()}>
      <div class="row">
        <DayField label={say.from} day={period.from} onDay={(from) => change({ from })} />
        <DayField label={say.to} day={period.to} onDay={(to) => change({ to })} />
      </div>
      <fieldset class="choice" aria-label={say.period}>
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
    </form>
  )
}

/** A date field that changes only with `day`. Setting it at every render would undo a half-typed date. */
function DayField({ label, day, onDay }: { label: string; day: string; onDay: (day: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (input.current!.value !== day) input.current!.value = day
  }, [day])
  return (
    <label>
      {label}
      <input
        ref={input}
        type="date"
        min={firstDay}
        max={lastDay}
        required
        onChange={(event) => onDay(event.currentTarget.value)}
      />
    </label>
  )
}
