import { useContext, useEffect, useMemo, useState } from 'preact/hooks'
import type { ActionRecord } from '../../client/client.ts'
import { ClinicChoice } from '../access/clinic-choice.tsx'
import type { Session } from '../access/session.ts'
import { SignIn } from '../access/sign-in.tsx'
import { type SessionUse, useSession } from '../access/use-session.ts'
import { clinicTime } from '../clinic-time.ts'
import { Foot } from '../foot.tsx'
import { Speaking, useLocale, useWords } from '../language.tsx'
import { Logo } from '../look/logo.tsx'
import { useTitle } from '../use-title.ts'
import { useToday } from '../use-today.ts'
import { Charts } from './charts.tsx'
import { type Tallies, withLive } from './figures.ts'
import { LatestAction } from './latest-action.tsx'
import { LiveActions } from './live.tsx'
import { entityOfAddress, type Period, periodOfAddress, presets, writeAddress } from './period.ts'
import { PeriodForm } from './period-form.tsx'
import { RecordDialog } from './record-dialog.tsx'
import { Records } from './records.tsx'
import { Tasks } from './tasks.tsx'
import { useLive } from './use-live.ts'
import { useSummary } from './use-summary.ts'
import { words } from './words.ts'

const needed = ['actions:read'] as const
const suggested = [...needed, 'notifications:read'] as const

// Must be less than the limit of useLive.
const recountAfter = 200

/** Shown before the first summary arrives. */
const nothing: Tallies = { days: [], hours: [], lead_days: [] }

/** The console: contacts' actions in charts, in lists and live. */
export function Console() {
  const [locale, chooseLanguage] = useLocale()
  const use = useSession(sessionStorage, 'rollcall.console', needed, entityOfAddress())
  return (
    <Speaking.Provider value={locale}>
      {use.session && <SignedIn key={use.session.entity.id} use={use} session={use.session} />}
      {!use.session && !use.isEntering && <SignedOut use={use} />}
      {!use.isEntering && <Foot use={use} chooseLanguage={chooseLanguage} />}
    </Speaking.Provider>
  )
}

function SignedOut({ use }: { use: SessionUse }) {
  const { title } = useWords(words)
  useTitle(title)
  return <SignIn use={use} title={title} needed={suggested} />
}

function SignedIn({ use, session }: { use: SessionUse; session: Session }) {
  const say = useWords(words)
  const { locale } = useContext(Speaking)
  const { entity } = session
  useTitle(`${say.title} · ${entity.name}`)
  const time = useMemo(() => clinicTime(entity.time_zone, locale), [entity.time_zone, locale])
  const today = useToday(time)
  const [period, setPeriod] = useState<Period>(() => periodOfAddress() ?? presets.lastMonth(today))
  useEffect(() => writeAddress(entity.id, period), [entity.id, period])
  useEffect(() => {
    const look = () => setPeriod((before) => periodOfAddress() ?? before)
    window.addEventListener('hashchange', look)
    return () => window.removeEventListener('hashchange', look)
  }, [])

  const [generation, setGeneration] = useState(0)
  const reload = () => setGeneration((before) => before + 1)
  const { summary, state } = useSummary(session, period, generation, use.close)
  const { live, count, connection } = useLive(session, summary?.sequence, reload, use.close)
  // The charts add live actions to the summary, so they need a new summary before useLive drops any.
  useEffect(() => setGeneration(Math.floor(count / recountAfter)), [count])
  const [opened, setOpened] = useState<ActionRecord>()
  const counted = summary && withLive(summary, live, time)
  const latest = counted?.days
    .map(({ date }) => date)
    .sort()
    .at(-1)
  const [chosen, setChosen] = useState<{ day: string | undefined }>()
  // By default, the list shows the latest day with actions.
  const day = chosen ? chosen.day : latest
  const choosePeriod = (next: Period) => {
    setPeriod(next)
    setChosen(undefined)
  }

  return (
    <>
      <header class="bar">
        <h1>
          <Logo /> {say.title} <span class="clinic">{entity.name}</span>
        </h1>
        <p class="hint">{say.timeZone.replace('{zone}', entity.time_zone)}</p>
      </header>
      <main class="console">
        <div class="asked">
          <ClinicChoice use={use} session={session} />
          <PeriodForm period={period} today={today} onPeriod={choosePeriod} />
        </div>
        <div class="happened">
          {state === 'failing' && (
            <p class="fault" role="alert">
              {say.failing}
            </p>
          )}
          <Charts
            summary={counted ?? nothing}
            period={counted ? { from: counted.start_date, to: counted.end_date } : period}
            isLoading={state !== 'loaded'}
            onDay={(one) => setChosen({ day: one })}
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
              onDay={(one) => setChosen({ day: one })}
              time={time}
              onOpen={setOpened}
            />
          ) : (
            <section class="card records" aria-busy="true" />
          )}
          <Tasks session={session} period={period} time={time} />
        </div>
        <LiveActions live={live} connection={connection} time={time} onOpen={setOpened} />
      </main>
      {opened && <RecordDialog record={opened} session={session} time={time} onClose={() => setOpened(undefined)} />}
    </>
  )
}
