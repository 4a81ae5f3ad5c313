import { useContext, useEffect, useMemo, useState } from 'preact/hooks'
import type { ActionRecord, NotificationStatus } from '../../client/client.ts'
import { ClinicChoice } from '../access/clinic-choice.tsx'
import type { Session } from '../access/session.ts'
import { SignIn } from '../access/sign-in.tsx'
import { type SessionUse, useSession } from '../access/use-session.ts'
import { type ClinicTime, clinicTime } from '../clinic-time.ts'
import { Foot } from '../foot.tsx'
import { Speaking, useLocale, useWords } from '../language.tsx'
import { Logo } from '../look/logo.tsx'
import { useTitle } from '../use-title.ts'
import { useToday } from '../use-today.ts'
import { Addressed, hrefOf, type Place, periodOf, useAddress } from './address.ts'
import { Charts } from './charts.tsx'
import { type Tallies, withLive } from './figures.ts'
import { LatestAction } from './latest-action.tsx'
import { LiveActions } from './live.tsx'
import { isDay, type Period, presets } from './period.ts'
import { PeriodForm } from './period-form.tsx'
import { Rates } from './rates.tsx'
import { type Opened, RecordDialog } from './record-dialog.tsx'
import { Records } from './records.tsx'
import { Tasks } from './tasks.tsx'
import { useLive } from './use-live.ts'
import { useSummary } from './use-summary.ts'
import { wishes } from './wishes.ts'
import { words } from './words.ts'
import { Work } from './work.tsx'
import { workWords } from './work-words.ts'

const needed = ['actions:read'] as const
const suggested = [...needed, 'notifications:read', 'actions:write', 'notifications:write'] as const

// Must be less than the limit of useLive.
const recountAfter = 200

/** The value of the address for a list of the whole period. */
const allDays = 'all'

/** Shown before the first summary arrives. */
const nothing: Tallies = { days: [], hours: [], lead_days: [] }

/** The console: the worklists of staff, and contacts' actions in charts, in lists and live. */
export function Console() {
  const [locale, chooseLanguage] = useLocale()
  const address = useAddress()
  const use = useSession(sessionStorage, 'rollcall.console', needed, address.place.entity)
  return (
    <Speaking.Provider value={locale}>
      <Addressed.Provider value={address}>
        {use.session && <SignedIn key={use.session.entity.id} use={use} session={use.session} />}
        {!use.session && !use.isEntering && <SignedOut use={use} />}
        {!use.isEntering && <Foot use={use} chooseLanguage={chooseLanguage} />}
      </Addressed.Provider>
    </Speaking.Provider>
  )
}

function SignedOut({ use }: { use: SessionUse }) {
  const { title } = useWords(words)
  useTitle(title)
  // After a refusal, the same person can sign in again and go on writing.
  useEffect(() => {
    if (use.fault === undefined && !use.isOpening) wishes.forget()
  }, [])
  return <SignIn use={use} title={title} needed={suggested} />
}

/** The entity of the address wins, if the token can access it. */
function useEntityOfAddress(use: SessionUse, session: Session) {
  const { place, go, amend } = useContext(Addressed)
  const { entity, entities } = session
  useEffect(() => {
    if (place.entity === entity.id) return
    const wanted = entities.find(({ id }) => id === place.entity)
    if (wanted) use.choose({ ...session, entity: wanted })
    else amend({ entity: entity.id })
  }, [place.entity, entity.id])
  // The filters may not fit another clinic.
  const filters = { day: undefined, action: undefined, channel: undefined, search: undefined }
  return { ...use, choose: (chosen: Session) => go({ ...filters, entity: chosen.entity.id }) }
}

interface TabProps {
  use: SessionUse
  session: Session
  time: ClinicTime
  today: string
}

function SignedIn({ use, session }: { use: SessionUse; session: Session }) {
  const say = useWords(words)
  const { locale } = useContext(Speaking)
  const { entity } = session
  const time = useMemo(() => clinicTime(entity.time_zone, locale), [entity.time_zone, locale])
  const today = useToday(time)
  const useOfAddress = useEntityOfAddress(use, session)
  const tab = tabOf(useContext(Addressed).place, session)
  const Shown = tabs[tab]
  useTitle(`${useWords(workWords)[tab]} · ${entity.name}`)
  return (
    <>
      <header class="bar">
        <h1>
          <Logo /> {say.title} <span class="clinic">{entity.name}</span>
        </h1>
        <Tabs tab={tab} />
        <p class="hint time-zone">{say.timeZone.replace('{zone}', entity.time_zone)}</p>
      </header>
      <Shown use={useOfAddress} session={session} time={time} today={today} />
    </>
  )
}

const tabs = { work: Work, figures: Figures } as const
type Tab = keyof typeof tabs

/** By default the worklists, if the token can read them. An address with days, such as an old bookmark, is about figures. */
function tabOf({ tab, from }: Place, { scopes }: Session): Tab {
  if (tab === 'work' || tab === 'figures') return tab
  return from === undefined && scopes.includes('notifications:read') ? 'work' : 'figures'
}

function Tabs({ tab }: { tab: Tab }) {
  const say = useWords(workWords)
  const { place } = useContext(Addressed)
  return (
    <nav class="tabs" aria-label={say.tabs}>
      {(Object.keys(tabs) as Tab[]).map((one) => (
        <a key={one} href={hrefOf({ ...place, tab: one })} aria-current={one === tab ? 'page' : undefined}>
          {say[one]}
        </a>
      ))}
    </nav>
  )
}

/** The actions of contacts in a period: charts, lists, deliveries, and live. */
function Figures({ use, session, time, today }: TabProps) {
  const say = useWords(words)
  const { place, go } = useContext(Addressed)
  const period = periodOf(place) ?? presets.lastMonth(today)
  const [generation, setGeneration] = useState(0)
  const reload = () => setGeneration((before) => before + 1)
  const { summary, state } = useSummary(session, period, generation, use.close)
  const { live, count, connection } = useLive(session, summary?.sequence, reload, use.close)
  // The charts add live actions to the summary, so they need a new summary before useLive drops any.
  useEffect(() => setGeneration(Math.floor(count / recountAfter)), [count])
  const [opened, setOpened] = useState<Opened>()
  const openRecord = (record: ActionRecord) => setOpened({ record })
  const openNotification = (notification: NotificationStatus) => setOpened({ notification })
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
          <Rates session={session} period={period} actions={count} />
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
        <div class="beside">
          <LiveActions live={live} connection={connection} time={time} today={today} onOpen={openRecord} />
        </div>
      </main>
      {opened && <RecordDialog opened={opened} session={session} time={time} onClose={() => setOpened(undefined)} />}
    </>
  )
}
