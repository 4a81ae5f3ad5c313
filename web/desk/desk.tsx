import { useContext, useEffect, useMemo } from 'preact/hooks'
import { ClinicChoice } from '../access/clinic-choice.tsx'
import type { Session } from '../access/session.ts'
import { SignIn } from '../access/sign-in.tsx'
import { type SessionUse, useSession } from '../access/use-session.ts'
import { clinicTime } from '../clinic-time.ts'
import { Foot } from '../foot.tsx'
import { Speaking, useLocale, useWords } from '../language.tsx'
import { Logo } from '../look/logo.tsx'
import { useKeyboardScanner } from '../scan/use-keyboard-scanner.ts'
import { useNewCodes } from '../scan/use-new-codes.ts'
import { useTitle } from '../use-title.ts'
import { Arrivals } from './arrivals.tsx'
import { Camera } from './camera.tsx'
import { CodeForm } from './code-form.tsx'
import { forgetArrivals, keptArrivals } from './kept-arrivals.ts'
import { forgetDays } from './kept-day.ts'
import { KeptList } from './kept-list.tsx'
import { Kiosk } from './kiosk.tsx'
import { findNearVisits } from './near-visits.ts'
import { Sound } from './sound.tsx'
import { useDay } from './use-day.ts'
import { useKeptArrivals } from './use-kept-arrivals.ts'
import { useScan } from './use-scan.ts'
import { VerdictCard } from './verdict-card.tsx'
import { VisitList } from './visit-list.tsx'
import { words } from './words.ts'

const isKiosk = new URLSearchParams(location.search).has('kiosk')
// Without TLS, browsers have no service workers.
navigator.serviceWorker?.register('./desk-worker.js', { scope: './desk' })
const needed = ['checkin:read', 'checkin:write'] as const

/** The front desk. A device signs in once, then scans code after code. */
export function Desk() {
  const [locale, chooseLanguage] = useLocale()
  const use = useSession(localStorage, 'rollcall.desk', needed)
  const { session } = use
  async function signOut() {
    // A device whose database fails can still be signed out.
    const { length: waiting } = await keptArrivals().catch(() => [])
    if (waiting > 0 && !confirm(words[locale.language].loseKept(waiting))) return
    // From here on, the page stores nothing.
    use.close()
    await forgetArrivals()
  }

  const isWaitingRoom = isKiosk && session !== undefined
  return (
    <Speaking.Provider value={locale}>
      {isWaitingRoom && <Kiosk {...{ use, session, chooseLanguage }} />}
      {session && !isKiosk && <SignedIn key={session.entity.id} {...{ use, session }} onSignOut={signOut} />}
      {!session && !use.isEntering && <SignedOut use={use} />}
      {!use.isEntering && !isWaitingRoom && (
        <Foot use={{ ...use, close: signOut }} chooseLanguage={chooseLanguage}>
          {session && (
            <a href="?kiosk" target="_blank" rel="noreferrer">
              {words[locale.language].kiosk.link}
            </a>
          )}
        </Foot>
      )}
    </Speaking.Provider>
  )
}

function SignedOut({ use }: { use: SessionUse }) {
  const say = useWords(words)
  useTitle(isKiosk ? say.kiosk.title : say.title)
  // Also when the token was revoked, because the device may be in other hands. Arrivals wait for the next sign-in.
  useEffect(() => void forgetDays(), [])
  const see = useNewCodes(use.open)
  return (
    <SignIn use={use} title={isKiosk ? say.kiosk.title : say.title}>
      <Camera purpose="sign-in" onCode={see} onPicture={use.open} />
    </SignIn>
  )
}

function SignedIn({ use, session, onSignOut }: { use: SessionUse; session: Session; onSignOut: () => void }) {
  const say = useWords(words)
  const { locale } = useContext(Speaking)
  const { entity } = session
  useTitle(`${say.title} · ${entity.name}`)
  const time = useMemo(() => clinicTime(entity.time_zone, locale), [entity.time_zone, locale])
  const keeping = useKeptArrivals(session, use.close)
  const scanning = useScan(session, keeping, use.close)
  const { scan, look, lookUpCode, see, clear, isChanging, markArrived, discard, undo, refresh } = scanning
  const { visits, arrivals, connection, isClockWrong } = useDay(session, time, use.close)
  const shown = scan && 'visit' in scan.subject ? scan.subject.visit.id : undefined
  // A code that is scanned again after a search is another lookup.
  useKeyboardScanner((code) => (scan ? see(code) : lookUpCode(code)))
  // Another desk, or another tab, may mark the arrival of the contact that this desk shows.
  const expected = !isChanging && scan?.verdict?.outcome === 'expected' ? scan.verdict.record?.id : undefined
  const isOutdated = expected !== undefined && arrivals?.some((arrival) => arrival.notification_id === expected)
  useEffect(() => {
    if (isOutdated) refresh()
  }, [isOutdated])
  const remedied = {
    find: () => document.getElementById('find')?.focus(),
    again: () => look(scan!.subject),
    'sign-in': onSignOut,
    discard,
  }

  return (
    <>
      <header class="bar">
        <h1>
          <Logo /> {say.title} <span class="clinic">{entity.name}</span>
        </h1>
        <p class={`connection ${connection}`} role="status">
          {say.connection[connection]}
        </p>
      </header>
      <main class="desk">
        <section class="scanning" aria-label={say.scanning}>
          <ClinicChoice use={use} session={session} />
          <Camera purpose="check-in" onCode={see} onPicture={lookUpCode} />
          <CodeForm onCode={lookUpCode} />
          <Sound outcome={scan?.verdict?.outcome} />
        </section>
        <div class="verdicts">
          <KeptList kept={keeping.kept} session={session} onLook={look} />
          <VerdictCard
            {...{ scan, session, time, isChanging }}
            onArrived={markArrived}
            onUndo={undo}
            onRemedy={(remedy) => remedied[remedy]()}
          />
        </div>
        <VisitList
          {...{ visits, isClockWrong, time, shown }}
          isKept={(visit) => keeping.waiting({ visit }) !== undefined}
          onChoose={(visit) => look({ visit })}
          onSearch={clear}
          findNear={(typed, signal) => findNearVisits(session, time.dayOf(new Date()), typed, signal)}
        />
        <Arrivals arrivals={arrivals} time={time} />
      </main>
    </>
  )
}
