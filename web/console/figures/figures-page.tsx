import { useContext, useState } from 'preact/hooks'
import type { ActionRecord } from '../../../client/client.ts'
import { ClinicChoice } from '../../shared/access/clinic-choice.tsx'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import type { SessionControl } from '../../shared/access/use-session.ts'
import { useWords } from '../../shared/language.tsx'
import { LocationContext } from '../../shared/page-location.ts'
import { periodOf, presets } from '../../shared/time/period.ts'
import { RecordDialog } from '../visit/record-dialog.tsx'
import { Breakdown } from './breakdown.tsx'
import { LiveActions } from './live.tsx'
import { PeriodForm } from './period-form.tsx'
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
          <ClinicChoice control={control} />
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
  const { session, time } = useSignedIn()
  const { place } = useContext(LocationContext)
  const { failing, needsScope } = useWords('console')
  const { over } = useWords('rates')
  const by = groupings.find((one) => one === place.compare) ?? 'weekday'
  const query: FiguresQuery = { period, today, doctor: place.of, by }
  const { counted, isFailed } = useFigures(session, time, query)
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
      {isFailed && (
        <p class="fault" role="alert">
          {failing}
        </p>
      )}
      <Rates query={query} now={counted?.now} before={counted?.before} />
      <Breakdown query={query} outcomes={counted?.now} />
    </>
  )
}
