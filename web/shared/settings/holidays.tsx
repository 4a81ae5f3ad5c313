import { useState } from 'preact/hooks'
import { useTexts } from '../language.tsx'
import { writtenDay } from '../time/clinic-time.ts'
import { isDay } from '../time/period.ts'

interface Props {
  days: string[]
  onChange: (days: string[]) => void
}

/** Days that are quiet from beginning to end. */
export function Holidays({ days, onChange }: Props) {
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
    </section>
  )
}
