import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import type { CsvReport } from '../../../client/client.ts'
import { useTexts } from '../../shared/language.tsx'
import { hrefOf, LocationContext } from '../../shared/page-location.ts'
import { addDays } from '../../shared/time/clinic-time.ts'
import { withoutFilters } from '../visits/visits-place.ts'
import { writtenPeriod } from '../visits/written-days.ts'
import { ClockChoices } from './clock-choices.tsx'
import { FaultTable } from './fault-table.tsx'
import { noticesOf } from './notices-of.ts'
import { PreviewedMessages } from './previewed-messages.tsx'
import { SendingTime } from './send-step.tsx'
import type { Upload } from './use-upload.ts'

interface Props {
  upload: Upload
  report: CsvReport
  /** The day on which the file was submitted; undefined for a check. */
  today?: string
  /** The next step. It stands before the faults and the messages, which can be long. */
  children?: ComponentChildren
}

/** The smallest view of the appointments that begins with the days and shows most of them. */
const placeOfDays = ({ from, to }: NonNullable<CsvReport['days']>) => {
  const view = from === to ? 'day' : to <= addDays(from, 6) ? 'week' : 'month'
  return { ...withoutFilters, find: undefined, date: from, view: view === 'day' ? undefined : view }
}

const outcomes = ['created', 'moved', 'updated', 'unchanged', 'stale'] as const

/** What a file would do, or did: its counts, what to do next, its faults, and the messages. */
export function CheckReport({ upload, report, today, children }: Props) {
  const { say, fill, locale } = useTexts('upload')
  const { place } = useContext(LocationContext)
  const { rows, faulty, faults, complete, preview } = report
  const counts = outcomes.flatMap((name) =>
    name === 'stale' && report.outcomes.stale === 0 ? [] : [{ name, count: report.outcomes[name] }],
  )
  return (
    <>
      <p id="result">
        {fill(today === undefined ? say.checked : say.sent, { rows: rows.toLocaleString(locale) })}{' '}
        {today !== undefined && noticesOf(report) > 0 && <SendingTime upload={upload} report={report} />}
      </p>
      <dl class="counts">
        {[...counts, { name: 'faulty' as const, count: faulty }].map(({ name, count }) => (
          <div key={name} class={name === 'faulty' && count > 0 ? 'faulty' : ''}>
            <dt>{say.outcomes[name]}</dt>
            <dd>{count.toLocaleString(locale)}</dd>
            <dd class="hint">{say.outcomesAbout[name]}</dd>
          </div>
        ))}
      </dl>
      {today !== undefined && (
        <div class="row">
          {report.days && (
            <a class="button main" href={hrefOf({ ...place, tab: 'visits', ...placeOfDays(report.days) })}>
              {fill(say.toVisits, { days: writtenPeriod(report.days, locale) })}
            </a>
          )}
          <a class="button" href={hrefOf({ ...place, tab: 'figures', from: today, to: today })}>
            {say.toTasks}
          </a>
        </div>
      )}
      {!complete && <p class="fault">{say.incomplete}</p>}
      {today === undefined && <ClockChoices upload={upload} faults={faults} />}
      {children}
      {faults.length > 0 && <FaultTable upload={upload} report={report} isSent={today !== undefined} />}
      {preview && preview.length > 0 && <PreviewedMessages rows={preview} />}
    </>
  )
}
