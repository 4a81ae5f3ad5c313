import { useEffect } from 'preact/hooks'
import { directionOf, loadDeskWords } from '../../client/words.ts'
import type { Session } from '../shared/access/session.ts'
import { SignedInContext, useSignedInAs, useTimeAt } from '../shared/access/signed-in.ts'
import type { SessionControl } from '../shared/access/use-session.ts'
import { LanguageChoice, LanguageContext, useLanguage, useLanguageOf, useWords } from '../shared/language.tsx'
import { useLoaded } from '../shared/loading/use-loaded.ts'
import { useTitle } from '../shared/use-title.ts'
import { startOf } from '../shared/visits/visit.ts'
import { useUnsentArrivals } from './arrivals/use-unsent-arrivals.ts'
import { anotherDay } from './day/another-day.ts'
import { noPerson } from './person/use-person.ts'
import { Camera } from './scan/camera.tsx'
import type { Scan } from './scan/scan.ts'
import { useKeyboardScanner } from './scan/use-keyboard-scanner.ts'
import { useScan } from './scan/use-scan.ts'
import { useWakeLock } from './scan/use-wake-lock.ts'
import { keyOf, outcomes, type Verdict } from './verdict/verdict.ts'

const startAgainAfterMs = 15_000

interface Props {
  control: SessionControl
  session: Session
  chooseLanguage: Parameters<typeof LanguageChoice>[0]['choose']
}

/** The page of a waiting room: contacts scan their own code. It shows no data of others, and soon returns to its start. */
export function Kiosk(props: Props) {
  return (
    <SignedInContext.Provider value={useSignedInAs(props.session)}>
      <WaitingRoom {...props} />
    </SignedInContext.Provider>
  )
}

function WaitingRoom({ control, session, chooseLanguage }: Props) {
  const say = useWords('desk')
  const { entity } = session
  useTitle(`${say.kiosk.title} · ${entity.name}`)
  const { found: logo } = useLoaded(entity.id, async (client) => {
    const picture = await client.logo(entity.id)
    return picture && dataUrlOf(picture)
  })
  const unsent = useUnsentArrivals(session, control.close, noPerson)
  const scanning = useScan(session, unsent, control.close, noPerson)
  const { scan, lookUpCode, onScan, onFrame, clear, isChanging, markArrived } = scanning
  useKeyboardScanner(onScan)
  useWakeLock(true)
  // The next person must not see the name, even if the service answers a retry late.
  const shown = scan.verdict && keyOf(scan.target)
  useEffect(() => {
    if (shown === undefined || isChanging) return
    const timer = setTimeout(clear, startAgainAfterMs)
    return () => clearTimeout(timer)
  }, [shown, isChanging])

  const contact = useLanguageOf(scan.verdict?.record?.contact.language, loadDeskWords)
  return (
    <>
      <main class="kiosk">
        <h1 dir="auto">
          {logo && <img src={logo} alt="" />}
          {entity.name}
        </h1>
        <LanguageContext.Provider value={contact}>
          <KioskVerdict scan={scan} session={session} isChanging={isChanging} onHere={() => markArrived()} />
        </LanguageContext.Provider>
        <div hidden={scan.mode !== 'idle'}>
          <Camera purpose="waiting-room" onFrame={onFrame} onPicture={lookUpCode} />
        </div>
      </main>
      <footer class="bar">
        <LanguageChoice label={say.kiosk.language} choose={chooseLanguage} />
      </footer>
    </>
  )
}

const dataUrlOf = (picture: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.readAsDataURL(picture)
  })

interface VerdictProps {
  scan: Scan
  session: Session
  isChanging: boolean
  onHere: () => void
}

/** The verdict in the contact's own language. */
function KioskVerdict({ scan, session, isChanging, onHere }: VerdictProps) {
  const say = useWords('desk')
  const { language } = useLanguage()
  const time = useTimeAt(session.entity, session)
  const verdict = scan.verdict
  const outcome = verdict?.outcome
  const start = verdict?.record && startOf(verdict.record)
  const isForStaff =
    outcome === 'another-time' || outcome === 'person-required' || (outcome === 'unsent' && session.withPerson)
  const isGood = outcome === 'expected' || outcome === 'arrived' || outcome === 'already-arrived'
  return (
    <section
      class={`verdict ${outcome ? (isGood ? 'go' : outcomes[outcome]) : 'idle'}`}
      lang={language}
      dir={directionOf(language)}
      aria-label={say.verdict}
    >
      <div role="alert">
        <h2>{verdict ? title(verdict) : scan.mode === 'idle' ? say.kiosk.start : say.looking}</h2>
        {isGood && (
          <p class="advice" dir="auto">
            <bdi>{verdict!.record?.contact.name}</bdi> {start && time.time(start)}
          </p>
        )}
        {outcome && !isGood && !isForStaff && <p class="advice">{say.kiosk.goToDesk}</p>}
        {scan.mode === 'idle' && <p class="advice">{say.kiosk.noCode}</p>}
      </div>
      {outcome === 'expected' && (
        <button type="button" class="main" disabled={isChanging} onClick={onHere}>
          {say.kiosk.here}
        </button>
      )}
    </section>
  )

  function title(verdict: Verdict) {
    const { outcome } = verdict
    if (outcome === 'expected') return say.kiosk.welcome
    // The titles of these outcomes speak to staff.
    if (isForStaff) return say.kiosk.goToDesk
    // The service may still refuse it, so staff should see the contact.
    if (outcome === 'unsent') return say.outcomes['no-connection'].title
    return isGood ? say.kiosk.thanks : (anotherDay(verdict, time, new Date()) ?? say.outcomes[outcome].title)
  }
}
