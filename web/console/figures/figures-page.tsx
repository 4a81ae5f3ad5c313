import { useContext, useState } from 'preact/hooks'
import type { ActionRecord } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import type { SessionControl } from '../../shared/access/use-session.ts'
import { useWords } from '../../shared/language.tsx'
import { Fault } from '../../shared/look/fault.tsx'
import { LocationContext } from '../../shared/page-location.ts'
import { type Period, periodOf, presets } from '../../shared/time/period.ts'
import { DayField } from '../day-field.tsx'
import { RecordDialog } from '../visit/record-dialog.tsx'
import { Breakdown } from './breakdown.tsx'
import { DownloadPeriod } from './download.tsx'
import { LiveActions } from './live.tsx'
import { Rates } from './rates.tsx'
import { Records } from './records.tsx'
import { Tasks } from './tasks.tsx'
import { type FiguresQuery, groupings, useFigures } from './use-figures.ts'
import './figures.css'

export interface FiguresProps {
  control: SessionControl
  today: string
}

/** The figures of a period: the ends of its visits, the actions of contacts, and the submitted notices. */
export function Figures({ control, today }: FiguresProps) {
  const { place, go } = useContext(LocationContext)
  const period = periodOf(place) ?? presets.last30Days(today)
  const [opened, openRecord] = useState<ActionRecord>()
  return (
    <>
      <main class="console">
        <div class="controls">
          <PeriodForm period={period} today={today} onPeriod={go} />
        </div>
        <div class="figures">
          <VisitFigures period={period} today={today} />
          <Records period={period} onOpen={openRecord} />
          <Tasks period={period} onOpen={({ id }) => go({ visit: id })} />
        </div>
        <div class="aside">
          <LiveActions today={today} onOpen={openRecord} onRefused={control.close} />
        </div>
      </main>
      {opened && <RecordDialog record={opened} onClose={() => openRecord(undefined)} />}
    </>
  )
}

/** How visits ended, of all doctors or of one. */
function VisitFigures({ period, today }: Omit<FiguresProps, 'control'> & Pick<FiguresQuery, 'period'>) {
  const { session } = useSignedIn()
  const { place } = useContext(LocationContext)
  const { failing, needsScope } = useWords('console')
  const { over } = useWords('rates')
  const by = groupings.find((one) => one === place.compare) ?? 'weekday'
  const query: FiguresQuery = { period, today, doctor: place.of, by }
  const { counted, isFailed } = useFigures(query)
  if (!session.scopes.includes('notifications:read')) {
    return (
      <section class="rates" aria-labelledby="over">
        <h2 id="over">{over.title}</h2>
        <p class="hint">{needsScope}</p>
      </section>
    )
  }
  return (
    <>
      {isFailed && <Fault>{failing}</Fault>}
      <Rates query={query} now={counted?.now} before={counted?.before} until={counted?.until} />
      <DownloadPeriod query={query} outcomes={counted?.now} />
      <Breakdown query={query} outcomes={counted?.now} />
    </>
  )
}

interface Props {
  period: Period
  today: string
  onPeriod: (period: Period) => void
}

/** Selects the days to show, in the clinic's calendar. */
function PeriodForm({ period, today, onPeriod }: Props) {
  const say = useWords('console')
  const change = (part: Partial<Period>) => {
    const { from, to } = { ...period, ...part }
    // Move the other end along, so that the range is never reversed.
    onPeriod(from <= to ? { from, to } : part.from === undefined ? { from: to, to } : { from, to: from })
  }
  return (
    <form class="period" onSubmit={(event) => event.preventDefault()}>
      <div class="row">
        {(['from', 'to'] as const).map((end) => (
          <label key={end} for={`period-${end}`}>
            {say[end]}
            <DayField id={`period-${end}`} label={say[end]} day={period[end]} onDay={(day) => change({ [end]: day })} />
          </label>
        ))}
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
