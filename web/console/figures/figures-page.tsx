import { useContext, useState } from 'preact/hooks'
import type { ActionRecord } from '../../../client/client.ts'
import { ClinicChoice } from '../../shared/access/clinic-choice.tsx'
import type { Session } from '../../shared/access/session.ts'
import type { SessionControl } from '../../shared/access/use-session.ts'
import { useWords } from '../../shared/language.tsx'
import { LocationContext } from '../../shared/page-location.ts'
import type { ClinicTime } from '../../shared/time/clinic-time.ts'
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
  session: Session
  time: ClinicTime
  today: string
}

/** The figures of a period: the ends of its visits, the actions of contacts, and the submitted notices. */
export function Figures({ control, session, time, today }: FiguresProps) {
  const { place, go } = useContext(LocationContext)
  const period = periodOf(place) ?? presets.last30Days(today)
  const [opened, openRecord] = useState<ActionRecord>()
  return (
    <>
      <main class="console">
        <div class="controls">
          <ClinicChoice control={control} session={session} />
          <PeriodForm period={period} today={today} onPeriod={go} />
        </div>
        <div class="figures">
          <VisitFigures session={session} time={time} period={period} today={today} />
          <Records session={session} period={period} time={time} onOpen={openRecord} />
          <Tasks session={session} period={period} time={time} onOpen={({ id }) => go({ visit: id })} />
        </div>
        <div class="aside">
          <LiveActions session={session} time={time} today={today} onOpen={openRecord} onRefused={control.close} />
        </div>
      </main>
      {opened && <RecordDialog record={opened} session={session} time={time} onClose={() => openRecord(undefined)} />}
    </>
  )
}

/** How visits ended, of all doctors or of one. */
function VisitFigures({ session, time, period, today }: Omit<FiguresProps, 'control'> & Pick<FiguresQuery, 'period'>) {
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
