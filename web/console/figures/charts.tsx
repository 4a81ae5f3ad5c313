import { useContext } from 'preact/hooks'
import { writtenDay } from '../../clinic-time.ts'
import { LanguageContext, useWords } from '../../language.tsx'
import type { Period } from '../period.ts'
import { Bars } from './bars.tsx'
import {
  actionNames,
  answerNames,
  byHour,
  byLead,
  byUnit,
  type Column,
  type Tallies,
  totals,
  unitOf,
  writtenLead,
} from './figures.ts'
import './charts.css'

interface Props {
  summary: Tallies
  period: Period
  isLoading: boolean
  /** Whether other figures of the page are of one doctor. */
  isDoctorChosen: boolean
  onDay: (day: string) => void
}

/** Charts of the period's actions. */
export function Charts({ summary, period, isLoading, isDoctorChosen, onDay }: Props) {
  const say = useWords('console')
  const isEmpty = !isLoading && summary.days.length === 0
  return (
    <>
      {!isEmpty && <Head isDoctorChosen={isDoctorChosen} />}
      {!isEmpty && <Legend summary={summary} isLoading={isLoading} />}
      <div class="charts" hidden={isEmpty}>
        {period.from !== period.to && <ByUnit {...{ summary, period, isLoading, onDay }} />}
        <Bars
          title={say.byHour}
          of={say.hour}
          columns={byHour(summary)}
          series={actionNames}
          label={({ key }) => `${String(key).padStart(2, '0')}:00`}
          tick={({ key }) => String(key)}
          isLoading={isLoading}
        />
        {(isLoading || summary.lead_days.length > 0) && (
          <Bars
            title={say.byLead}
            of={say.daysBefore}
            columns={byLead(summary)}
            series={answerNames}
            label={({ key }) => writtenLead(Number(key))}
            tick={({ key }) => writtenLead(Number(key))}
            isLoading={isLoading}
          />
        )}
      </div>
    </>
  )
}

/** The actions by day, by week or by month. A day leads to its list. */
function ByUnit({ summary, period, isLoading, onDay }: Omit<Props, 'isDoctorChosen'>) {
  const say = useWords('console')
  const { locale } = useContext(LanguageContext)
  const unit = unitOf(period)
  return (
    <Bars
      title={say.by[unit]}
      of={say.units[unit]}
      columns={byUnit(summary, unit, period)}
      series={actionNames}
      label={(column) => writtenDays(column, locale)}
      tick={({ key }) => writtenDay(String(key), locale, 'short')}
      onChoose={unit === 'day' ? ({ key }) => onDay(String(key)) : undefined}
      isLoading={isLoading}
    />
  )
}

function writtenDays({ key, until }: Column, locale: string): string {
  const first = writtenDay(String(key), locale, 'medium')
  return until === undefined || until === key ? first : `${first} – ${writtenDay(until, locale, 'medium')}`
}

function Head({ isDoctorChosen }: { isDoctorChosen: boolean }) {
  const say = useWords('console')
  const { allDoctors } = useWords('rates')
  return (
    <hgroup>
      <h2>
        {say.happened} {isDoctorChosen && <span class="clinic">{allDoctors}</span>}
      </h2>
      <p class="hint">{say.everyAnswer}</p>
    </hgroup>
  )
}

/** The colours of the charts, with the number of each action. */
function Legend({ summary, isLoading }: { summary: Tallies; isLoading: boolean }) {
  const say = useWords('console')
  const { locale } = useContext(LanguageContext)
  const sums = totals(summary.days)
  return (
    <dl class="legend" aria-busy={isLoading}>
      {actionNames.map((name) => (
        <div key={name}>
          <dt class={`mark ${name}`}>{say.actions[name]}</dt>
          <dd>{sums[name].toLocaleString(locale)}</dd>
        </div>
      ))}
    </dl>
  )
}
