import { useContext, useMemo } from 'preact/hooks'
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
import { UnmarkedArrivals } from './unmarked-arrivals.tsx'
import { useArrivals } from './use-arrivals.ts'
import { useScan } from './use-scan.ts'
import { VerdictCard } from './verdict-card.tsx'
import { words } from './words.ts'

const needed = ['checkin:read', 'checkin:write'] as const

/** The front desk. A device signs in once, then scans code after code. */
export function Desk() {
  const [locale, chooseLanguage] = useLocale()
  const use = useSession(localStorage, 'rollcall.desk', needed)
  return (
    <Speaking.Provider value={locale}>
      {use.session && <SignedIn key={use.session.entity.id} use={use} session={use.session} />}
      {!use.session && !use.isEntering && <SignedOut use={use} />}
      {!use.isEntering && <Foot use={use} chooseLanguage={chooseLanguage} />}
    </Speaking.Provider>
  )
}

function SignedOut({ use }: { use: SessionUse }) {
  const say = useWords(words)
  useTitle(say.title)
  const see = useNewCodes(use.open)
  return (
    <SignIn use={use} title={say.title} needed={needed}>
      <Camera purpose="sign-in" onCode={see} onPicture={use.open} />
    </SignIn>
  )
}

function SignedIn({ use, session }: { use: SessionUse; session: Session }) {
  const say = useWords(words)
  const { locale } = useContext(Speaking)
  const { entity } = session
  useTitle(`${say.title} · ${entity.name}`)
  const time = useMemo(() => clinicTime(entity.time_zone, locale), [entity.time_zone, locale])
  const { scan, look, see, isMarking, markArrived, unmarked } = useScan(session, use.close)
  const { arrivals, connection } = useArrivals(session, time, use.close)
  useKeyboardScanner(see)

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
          <Camera purpose="check-in" onCode={see} onPicture={look} />
          <CodeForm onCode={look} />
        </section>
        <div class="verdicts">
          <UnmarkedArrivals unmarked={unmarked} onLook={look} />
          <VerdictCard scan={scan} session={session} time={time} isMarking={isMarking} onArrived={markArrived} />
        </div>
        <Arrivals arrivals={arrivals} time={time} />
      </main>
    </>
  )
}
