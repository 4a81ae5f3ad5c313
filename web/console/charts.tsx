import { useContext } from 'preact/hooks'
import { writtenDay } from '../clinic-time.ts'
import { Speaking, useWords } from '../language.tsx'
import { Bars } from './bars.tsx'
import {
  actionNames,
  answerNames,
  byHour,
  byLead,
  byUnit,
  type Column,
  confirmRate,
  leads,
  type Tallies,
  totals,
  unitOf,
} from './figures.ts'
import type { Period } from './period.ts'
import { words } from './words.ts'

interface Props {
  summary: Tallies
  period: Period
  isLoading: boolean
  onDay: (day: string) => void
}

/** Charts of the period's actions. */
export function Charts({ summary, period, isLoading, onDay }: Props) {
  const say = useWords(words)
  const { locale } = useContext(Speaking)
  const unit = unitOf(period)
  const isEmpty = !isLoading && summary.days.length === 0
  const day = ({ key, until }: Column) => {
    const first = writtenDay(String(key), locale, 'medium')
    return until === undefined || until === key ? first : `${first} – ${writtenDay(until, locale, 'medium')}`
  }
  const shortDay = ({ key }: Column) => writtenDay(String(key), locale, 'short')
  const hour = ({ key }: Column) => `${String(key).padStart(2, '0')}:00`

  return (
    <>
      <Numbers summary={summary} isLoading={isLoading} />
      {!isEmpty && <Legend />}
      <div class="charts" hidden={isEmpty}>
        <Bars
          title={say.by[unit]}
          of={say.units[unit]}
          columns={byUnit(summary, unit, period)}
          series={actionNames}
          label={day}
          tick={shortDay}
          onChoose={unit === 'day' ? ({ key }) => onDay(String(key)) : undefined}
          isLoading={isLoading}
        />
        <Bars
          title={say.byHour}
          of={say.hour}
          columns={byHour(summary)}
          series={actionNames}
          label={hour}
          tick={({ key }) => String(key)}
          isLoading={isLoading}
        />
        <Bars
          title={say.byLead}
          of={say.daysBefore}
          columns={byLead(summary)}
          series={answerNames}
          label={lead}
          tick={lead}
          isLoading={isLoading}
        />
      </div>
    </>
  )
}

function lead({ key }: Column): string {
  const next = leads[leads.indexOf(key as (typeof leads)[number]) + 1]
  if (next === undefined) return `${key}+`
  return next - 1 === key ? `${key}` : `${key}–${next - 1}`
}

function Numbers({ summary, isLoading }: { summary: Tallies; isLoading: boolean }) {
  const say = useWords(words)
  const { locale } = useContext(Speaking)
  const sums = totals(summary.days)
  const rate = confirmRate(sums)
  return (
    <dl class="numbers" aria-busy={isLoading}>
      <div>
        <dt>{say.confirmRate}</dt>
        <dd>
          {rate === undefined ? '–' : rate.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })}
        </dd>
      </div>
      {actionNames.map((name) => (
        <div key={name}>
          <dt>{say.actions[name]}</dt>
          <dd>{sums[name].toLocaleString(locale)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Legend() {
  const say = useWords(words)
  return (
    <ul class="legend" aria-label={say.legend}>
      {actionNames.map((name) => (
        <li key={name} class={name}>
          {say.actions[name]}
        </li>
      ))}
    </ul>
  )
}
