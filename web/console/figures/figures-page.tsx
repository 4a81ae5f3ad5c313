import { useContext, useEffect, useState } from 'preact/hooks'
import type { ActionRecord, NotificationStatus } from '../../../client/client.ts'
import { loadFiguresWords } from '../../../client/words.ts'
import { ClinicChoice } from '../../access/clinic-choice.tsx'
import type { Session } from '../../access/session.ts'
import type { SessionControl } from '../../access/use-session.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import { useWords } from '../../language.tsx'
import { lazily } from '../../lazily.tsx'
import { LocationContext } from '../../page-location.ts'
import { isDay, type Period, periodOf, presets } from '../period.ts'
import { RecordDialog } from '../visit/record-dialog.tsx'
import type { BreakdownProps } from './breakdown.tsx'
import { Charts } from './charts.tsx'
import { type Tallies, withLive } from './figures.ts'
import { LatestAction } from './latest-action.tsx'
import { LiveActions } from './live.tsx'
import { PeriodForm } from './period-form.tsx'
import { Rates } from './rates.tsx'
import { Records } from './records.tsx'
import { Tasks } from './tasks.tsx'
import { useLive } from './use-live.ts'
import { useSummary } from './use-summary.ts'
import './figures.css'
// Keeps the height of the breakdown while it loads.
import './breakdown.css'

export interface FiguresProps {
  control: SessionControl
  session: Session
  time: ClinicTime
  today: string
}

// Must be less than the limit of useLive.
const recountAfter = 200

const Breakdown = lazily<BreakdownProps>(async (language) => {
  const [part, words] = await Promise.all([import('./breakdown.tsx'), loadFiguresWords(language)])
  return [part.Breakdown, words]
})

/** The value of the address for a list of the whole period. */
const allDays = 'all'

/** Shown before the first summary arrives. */
const nothing: Tallies = { days: [], hours: [], lead_days: [] }

/** The actions of contacts in a period: charts, lists, deliveries, and live. */
export function Figures({ control, session, time, today }: FiguresProps) {
  const say = useWords('console')
  const { place, go } = useContext(LocationContext)
  const period = periodOf(place) ?? presets.last30Days(today)
  const [generation, setGeneration] = useState(0)
  const reload = () => setGeneration((before) => before + 1)
  const { summary, state } = useSummary(session, period, generation, control.close)
  const { live, count, connection } = useLive(session, summary?.sequence, reload, control.close)
  // The charts add live actions to the summary, so they need a new summary before useLive drops any.
  useEffect(() => setGeneration(Math.floor(count / recountAfter)), [count])
  const [opened, openRecord] = useState<ActionRecord>()
  const openNotification = ({ id }: NotificationStatus) => go({ visit: id })
  const counted = summary && withLive(summary, live, time)
  const latest = counted?.days
    .map(({ date }) => date)
    .sort()
    .at(-1)
  const isChosen = isDay(place.day) && place.day >= period.from && place.day <= period.to
  // By default, the list shows the latest day with actions, and a search covers the period.
  const byDefault = place.search ? undefined : latest
  const day = place.day === allDays ? undefined : isChosen ? place.day : byDefault
  const chooseDay = (one: string | undefined) => go({ day: one ?? allDays })
  const choosePeriod = (next: Period) => go({ ...next, day: undefined })

  return (
    <>
      <main class="console">
        <div class="controls">
          <ClinicChoice control={control} session={session} />
          <PeriodForm period={period} today={today} onPeriod={choosePeriod} />
        </div>
        <div class="figures">
          {state === 'failing' && (
            <p class="fault" role="alert">
              {say.failing}
            </p>
          )}
          <Rates session={session} period={period} time={time} today={today} actions={count} />
          {session.scopes.includes('notifications:read') && (
            <section class="card breakdown" aria-labelledby="breakdown">
              <Breakdown session={session} period={period} actions={count} />
            </section>
          )}
          <Charts
            summary={counted ?? nothing}
            period={counted ? { from: counted.start_date, to: counted.end_date } : period}
            isLoading={state !== 'loaded'}
            onDay={chooseDay}
          />
          {counted && counted.days.length === 0 && state === 'loaded' && (
            <LatestAction session={session} sequence={summary.sequence} time={time} onPeriod={choosePeriod} />
          )}
          {counted ? (
            <Records
              session={session}
              summary={counted}
              period={period}
              day={day}
              onDay={chooseDay}
              time={time}
              onOpen={openRecord}
            />
          ) : (
            <section class="card records" aria-busy="true" />
          )}
          <Tasks session={session} period={period} time={time} onOpen={openNotification} />
        </div>
        <div class="aside">
          <LiveActions live={live} connection={connection} time={time} today={today} onOpen={openRecord} />
        </div>
      </main>
      {opened && <RecordDialog record={opened} session={session} time={time} onClose={() => openRecord(undefined)} />}
    </>
  )
}
