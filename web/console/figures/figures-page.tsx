import { useContext, useState } from 'preact/hooks'
import type { ActionRecord } from '../../../client/client.ts'
import { loadFiguresWords } from '../../../client/words.ts'
import { ClinicChoice } from '../../access/clinic-choice.tsx'
import type { Session } from '../../access/session.ts'
import type { SessionControl } from '../../access/use-session.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import { useWords } from '../../language.tsx'
import { lazily } from '../../lazily.tsx'
import { LocationContext } from '../../page-location.ts'
import { type Period, periodOf, presets } from '../period.ts'
import { RecordDialog } from '../visit/record-dialog.tsx'
import { Actions } from './actions.tsx'
import type { BreakdownProps } from './breakdown.tsx'
import { DoctorHead } from './doctor-head.tsx'
import { LiveActions } from './live.tsx'
import { PeriodForm } from './period-form.tsx'
import { Rates } from './rates.tsx'
import { Tasks } from './tasks.tsx'
import { useCountedActions } from './use-counted-actions.ts'
import './figures.css'
// Keeps the height of the breakdown while it loads.
import './breakdown.css'

export interface FiguresProps {
  control: SessionControl
  session: Session
  time: ClinicTime
  today: string
}

const Breakdown = lazily<BreakdownProps>(async (language) => {
  const [part, words] = await Promise.all([import('./breakdown.tsx'), loadFiguresWords(language)])
  return [part.Breakdown, words]
})

/** The figures of a period: the ends of its visits, and the actions of contacts, also live. */
export function Figures({ control, session, time, today }: FiguresProps) {
  const { place, go } = useContext(LocationContext)
  const period = periodOf(place) ?? presets.last30Days(today)
  const counted = useCountedActions(session, period, time, control.close)
  const [opened, openRecord] = useState<ActionRecord>()
  const choosePeriod = (next: Period) => go({ ...next, day: undefined })
  return (
    <>
      <main class="console">
        <div class="controls">
          <ClinicChoice control={control} session={session} />
          <PeriodForm period={period} today={today} onPeriod={choosePeriod} />
        </div>
        <div class="figures">
          {counted.state === 'failing' && <Failing />}
          <VisitFigures {...{ session, period, time, today }} actions={counted.count} />
          <Actions {...{ session, period, time, counted }} onPeriod={choosePeriod} onOpen={openRecord} />
          <Tasks session={session} period={period} time={time} onOpen={({ id }) => go({ visit: id })} />
        </div>
        <div class="aside">
          <LiveActions
            live={counted.live}
            connection={counted.connection}
            time={time}
            today={today}
            onOpen={openRecord}
          />
        </div>
      </main>
      {opened && <RecordDialog record={opened} session={session} time={time} onClose={() => openRecord(undefined)} />}
    </>
  )
}

function Failing() {
  const say = useWords('console')
  return (
    <p class="fault" role="alert">
      {say.failing}
    </p>
  )
}

interface VisitFiguresProps extends Omit<FiguresProps, 'control'> {
  period: Period
  /** The number of live actions: each may change the counts. */
  actions: number
}

/** How visits ended, of all doctors or of one. */
function VisitFigures({ session, period, time, today, actions }: VisitFiguresProps) {
  const { place } = useContext(LocationContext)
  const { of: doctor } = place
  return (
    <>
      {doctor && <DoctorHead doctor={doctor} />}
      <Rates {...{ session, period, doctor, time, today, actions }} />
      {session.scopes.includes('notifications:read') && (
        <section class="card breakdown" aria-labelledby="breakdown">
          <Breakdown {...{ session, period, today, actions }} />
        </section>
      )}
    </>
  )
}
