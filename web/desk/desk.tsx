import { useEffect } from 'preact/hooks'
import { format, loadDeskWords } from '../../client/words.ts'
import { deviceSession, tabSession } from '../shared/access/kept-sessions.ts'
import { UnusedLink } from '../shared/access/link-question.tsx'
import type { Session } from '../shared/access/session.ts'
import { SignIn } from '../shared/access/sign-in.tsx'
import { SignedInContext, useSignedInAs } from '../shared/access/signed-in.ts'
import { storeOfDesk } from '../shared/access/stored-session.ts'
import { type SessionControl, useSession } from '../shared/access/use-session.ts'
import { Frame, PageHead } from '../shared/frame/frame.tsx'
import type { FrameProps } from '../shared/frame/frame-props.ts'
import { neededBy } from '../shared/frame/places.ts'
import { LanguageContext, usePageLanguage, useTexts, useWords } from '../shared/language.tsx'
import { Foot } from '../shared/look/foot.tsx'
import { useTitle } from '../shared/use-title.ts'
import { forgetOldArrivals } from './arrivals/unsent-arrivals.ts'
import { UnsentList } from './arrivals/unsent-list.tsx'
import { useUnsentArrivals } from './arrivals/use-unsent-arrivals.ts'
import { shownVerdict } from './day/another-day.ts'
import { Arrivals } from './day/arrivals.tsx'
import { DayButtons } from './day/day-buttons.tsx'
import { forgetDays } from './day/stored-day.ts'
import { useDay } from './day/use-day.ts'
import { VisitList } from './day/visit-list.tsx'
import { Kiosk } from './kiosk.tsx'
import { PersonBar } from './person/person-bar.tsx'
import { signOutOfDesk } from './person/sign-out.ts'
import { usePerson } from './person/use-person.ts'
import { Camera } from './scan/camera.tsx'
import { CodeForm } from './scan/code-form.tsx'
import { Sound } from './scan/sound.tsx'
import { useKeyboardScanner } from './scan/use-keyboard-scanner.ts'
import { useNewCodes } from './scan/use-new-codes.ts'
import { useScan } from './scan/use-scan.ts'
import { forgetUncheckedCodes, useUncheckedCodes } from './scan/use-unchecked-codes.ts'
import { useOutdatedVerdict } from './verdict/use-outdated-verdict.ts'
import { targetOf } from './verdict/verdict.ts'
import { VerdictCard } from './verdict/verdict-card.tsx'

const isKiosk = new URLSearchParams(location.search).has('kiosk')
// Without TLS, browsers have no service workers.
navigator.serviceWorker?.register('./desk-worker.js', { scope: './desk' })
const neededScopes = isKiosk ? (['checkin:code'] as const) : neededBy.desk
// Contacts touch a tablet in the waiting room: it never works with the rights of a person.
const sessionStore = isKiosk ? deviceSession : storeOfDesk(deviceSession, tabSession, neededScopes)

const forgetAgainAfterMs = 10 * 60_000

/** The front desk. A device signs in once, then scans code after code. */
export function Desk() {
  const [pageLanguage, chooseLanguage] = usePageLanguage(loadDeskWords)
  const control = useSession(sessionStore, neededScopes)
  const { session } = control
  if (!pageLanguage) return null
  const say = pageLanguage.words.desk
  const signOut = (session: Session) =>
    signOutOfDesk(session, (count) => confirm(format(say.loseUnsent, { count }, pageLanguage.language)), control)

  const isWaitingRoom = isKiosk && session !== undefined
  return (
    <LanguageContext.Provider value={pageLanguage}>
      <UnusedLink control={control} />
      {isWaitingRoom && <Kiosk control={control} session={session} chooseLanguage={chooseLanguage} />}
      {session && !isKiosk && (
        <SignedIn
          key={session.entity.id}
          control={control}
          session={session}
          chooseLanguage={chooseLanguage}
          signOut={() => signOut(session)}
        />
      )}
      {!session && !control.isEntering && (
        <>
          <SignedOut control={control} />
          <Foot chooseLanguage={chooseLanguage} />
        </>
      )}
    </LanguageContext.Provider>
  )
}

function SignedOut({ control }: { control: SessionControl }) {
  const say = useWords('desk')
  useTitle(isKiosk ? say.kiosk.title : say.title)
  // Also when the token was revoked, because the device may be in other hands. Arrivals wait a week for the next sign-in.
  useEffect(() => {
    forgetDays()
    forgetUncheckedCodes()
    forgetOldArrivals()
    const timer = setInterval(forgetOldArrivals, forgetAgainAfterMs)
    return () => clearInterval(timer)
  }, [])
  const { onFrame } = useNewCodes(control.open)
  return (
    <SignIn control={control} title={isKiosk ? say.kiosk.title : say.title}>
      <Camera purpose="sign-in" onFrame={onFrame} onPicture={control.open} />
    </SignIn>
  )
}

interface SignedInProps extends Pick<FrameProps, 'control' | 'chooseLanguage' | 'signOut'> {
  session: Session
}

function SignedIn({ control, session, chooseLanguage, signOut }: SignedInProps) {
  const { say } = useTexts('desk')
  const { entity } = session
  useTitle(`${say.title} · ${entity.name}`)
  const signedIn = useSignedInAs(session)
  const { time } = signedIn
  const { visits, known, arrivals, connection, isClockWrong } = useDay(session, time, control.close)
  const personControl = usePerson(session, connection === 'live')
  const { person, isMissing: isPersonMissing } = personControl
  const unsent = useUnsentArrivals(session, control.close, personControl)
  const scanning = useScan(session, unsent, control.close, personControl, known)
  const { scan, lookUpTarget, lookUpCode, onScan, onFrame, clear } = scanning
  const { isChanging, markArrived, discard, undo } = scanning
  const unchecked = useUncheckedCodes(session, scan, known, connection === 'live')
  const shown = scan.target && 'id' in scan.target ? scan.target.id : undefined
  useKeyboardScanner(onScan)
  useOutdatedVerdict(scanning, known, arrivals)
  const remedies = {
    find: () => document.getElementById('find')?.focus(),
    again: () => lookUpTarget(scan.target!),
    open: () => lookUpTarget(targetOf(scan.verdict!.successor!)),
    'sign-in': signOut,
    person: personControl.signIn,
    discard,
  }

  return (
    <SignedInContext.Provider value={signedIn}>
      <Frame
        page="desk"
        current="desk"
        control={control}
        chooseLanguage={chooseLanguage}
        signOut={signOut}
        signOutText={session.withPerson && !session.isOfTab ? say.person.signOutDevice : undefined}
        menu={
          !session.withPerson &&
          !session.isOfTab && (
            <a href="?kiosk" target="_blank" rel="noreferrer">
              {say.kiosk.link}
            </a>
          )
        }
      >
        <PageHead title={say.title}>
          <p class={`connection ${connection}`} role="status">
            {say.connection[connection]}
          </p>
          <PersonBar person={person} signIn={personControl.signIn} signOut={personControl.signOut} />
        </PageHead>
        <main class="desk">
          <section class="scanning" aria-label={say.scanning}>
            <Camera purpose="check-in" onFrame={onFrame} onPicture={lookUpCode} />
            <CodeForm onCode={lookUpCode} />
            <Sound
              outcome={
                scan.verdict && (isClockWrong ? scan.verdict : shownVerdict(scan.verdict, time, new Date())).outcome
              }
            />
          </section>
          <div class="verdicts">
            <UnsentList
              arrivals={unsent.arrivals}
              unchecked={unchecked.listed}
              onRemove={unchecked.remove}
              isPersonMissing={isPersonMissing}
              onLookUp={lookUpTarget}
            />
            <VerdictCard
              scan={scan}
              isChanging={isChanging}
              isPersonMissing={isPersonMissing}
              isClockWrong={isClockWrong}
              onArrived={markArrived}
              onUndo={undo}
              onRemedy={(remedy) => remedies[remedy]()}
            />
          </div>
          <VisitList
            visits={visits}
            arrivals={arrivals}
            isClockWrong={isClockWrong}
            time={time}
            shown={shown}
            isUnsent={(visit) => unsent.waiting(visit.id) !== undefined}
            onChoose={(visit) => lookUpTarget(targetOf(visit))}
            onSearch={clear}
            buttons={<DayButtons day={known.today} visits={visits ?? []} />}
          />
          <Arrivals arrivals={arrivals} />
        </main>
      </Frame>
    </SignedInContext.Provider>
  )
}
