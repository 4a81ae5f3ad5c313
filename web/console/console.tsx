import { useContext, useEffect, useMemo } from 'preact/hooks'
import { loadConsoleWords } from '../../client/words.ts'
import type { Session } from '../access/session.ts'
import { SignIn } from '../access/sign-in.tsx'
import { type SessionUse, useSession } from '../access/use-session.ts'
import { clinicTime } from '../clinic-time.ts'
import { Foot } from '../foot.tsx'
import { Speaking, useFormat, useSpeaker, useWords } from '../language.tsx'
import { Logo } from '../look/logo.tsx'
import { useTitle } from '../use-title.ts'
import { useToday } from '../use-today.ts'
import { Addressed, hrefOf, type Place, useAddress } from './address.ts'
import { Figures } from './figures-page.tsx'
import { wishes } from './wishes.ts'
import { Work } from './work.tsx'

const needed = ['actions:read'] as const

/** The console: the worklists of staff, and contacts' actions in charts, in lists and live. */
export function Console() {
  const [speaker, chooseLanguage] = useSpeaker(loadConsoleWords)
  const address = useAddress()
  const use = useSession(sessionStorage, 'rollcall.console', needed, address.place.entity)
  function signOut() {
    // It is usually the name of a contact.
    address.amend({ search: undefined })
    use.close()
  }

  if (!speaker) return null
  return (
    <Speaking.Provider value={speaker}>
      <Addressed.Provider value={address}>
        {use.session && <SignedIn key={use.session.entity.id} use={use} session={use.session} />}
        {!use.session && !use.isEntering && <SignedOut use={use} />}
        {!use.isEntering && <Foot use={{ ...use, close: signOut }} chooseLanguage={chooseLanguage} />}
      </Addressed.Provider>
    </Speaking.Provider>
  )
}

function SignedOut({ use }: { use: SessionUse }) {
  const { title } = useWords('console')
  useTitle(title)
  // After a refusal, the same person can sign in again and go on writing.
  useEffect(() => {
    if (use.fault === undefined && !use.isOpening) wishes.forget()
  }, [])
  return <SignIn use={use} title={title} />
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

function SignedIn({ use, session }: { use: SessionUse; session: Session }) {
  const say = useWords('console')
  const fill = useFormat()
  const { locale } = useContext(Speaking)
  const { entity } = session
  const time = useMemo(() => clinicTime(entity.time_zone, locale), [entity.time_zone, locale])
  const today = useToday(time)
  const useOfAddress = useEntityOfAddress(use, session)
  const tab = tabOf(useContext(Addressed).place, session)
  const Shown = tabs[tab]
  useTitle(`${useWords('work')[tab]} · ${entity.name}`)
  return (
    <>
      <header class="bar">
        <h1>
          <Logo /> {say.title} <span class="clinic">{entity.name}</span>
        </h1>
        <Tabs tab={tab} />
        <p class="hint time-zone">{fill(say.timeZone, { zone: entity.time_zone })}</p>
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
  const say = useWords('work')
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
