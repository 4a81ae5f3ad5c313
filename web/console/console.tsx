import { useContext, useEffect, useRef } from 'preact/hooks'
import {
  loadConsoleWords,
  loadFiguresWords,
  loadSettingsWords,
  loadUploadWords,
  loadVisitsWords,
} from '../../client/words.ts'
import { forgetTab, tabSession } from '../shared/access/kept-sessions.ts'
import { UnusedLink } from '../shared/access/link-question.tsx'
import { neededBy } from '../shared/access/page-links.tsx'
import { RefusedContext } from '../shared/access/refused.ts'
import { cookieSession, type Session } from '../shared/access/session.ts'
import { SignIn } from '../shared/access/sign-in.tsx'
import { SignedInContext, useSignedInAs } from '../shared/access/signed-in.ts'
import { signedOut } from '../shared/access/signed-out.ts'
import { useEntityOfPlace } from '../shared/access/use-entity-of-place.ts'
import { type SessionControl, useSession } from '../shared/access/use-session.ts'
import { LanguageContext, usePageLanguage, useTexts, useWords } from '../shared/language.tsx'
import { drafts } from '../shared/loading/drafts.ts'
import { lazily } from '../shared/loading/lazily.tsx'
import { Foot } from '../shared/look/foot.tsx'
import { Logo } from '../shared/look/logo.tsx'
import { UnsentBanner } from '../shared/look/unsent-banner.tsx'
import { hrefOf, LocationContext, type Place, usePageLocation } from '../shared/page-location.ts'
import type { SettingsProps } from '../shared/settings/settings-page.tsx'
import { useToday } from '../shared/time/use-today.ts'
import { useTitle } from '../shared/use-title.ts'
import type { FiguresProps } from './figures/figures-page.tsx'
import type { UploadProps } from './upload/upload-page.tsx'
import { VisitDialog } from './visit/visit-dialog.tsx'
import type { VisitsProps } from './visits/visits-page.tsx'
import { withoutFilters } from './visits/visits-place.ts'
import { RemindListsContext, useRemindLists } from './work/use-remind-list.ts'
import type { WorkProps } from './work/work.tsx'

/** A search text is usually the name of a contact. */
const withoutContact = { find: undefined, visit: undefined }

/** The console: the worklists of staff, and contacts' actions in charts, in lists and live. */
export function Console() {
  const [pageLanguage, chooseLanguage] = usePageLanguage(loadConsoleWords)
  const pageLocation = usePageLocation()
  const control = useSession(tabSession, neededBy.console, pageLocation.place.entity, cookieSession)
  function signOut() {
    pageLocation.amend(withoutContact)
    forgetTab()
    control.close()
  }

  if (!pageLanguage) return null
  return (
    <LanguageContext.Provider value={pageLanguage}>
      <LocationContext.Provider value={pageLocation}>
        <UnusedLink control={control} />
        {control.session && (
          <RefusedContext.Provider value={control.close}>
            <SignedIn
              key={`${control.session.name}/${control.session.entity.id}`}
              control={control}
              session={control.session}
            />
          </RefusedContext.Provider>
        )}
        {!control.session && !control.isEntering && <SignedOut control={control} />}
        {!control.isEntering && (
          <Foot page="console" control={{ ...control, close: signOut }} chooseLanguage={chooseLanguage} />
        )}
      </LocationContext.Provider>
    </LanguageContext.Provider>
  )
}

function SignedOut({ control }: { control: SessionControl }) {
  const { title } = useWords('console')
  useTitle(title)
  const { place, amend } = useContext(LocationContext)
  const firstPlace = useRef(place)
  // Back leads to addresses of before the sign-out, also from the desk and the administration. A link to a visit that asks for a
  // sign-in stays.
  useEffect(() => {
    if ((place === firstPlace.current && !signedOut.read()) || control.isOpening) return
    if (place.find || place.visit) amend(withoutContact)
  }, [place])
  return <SignIn control={control} title={title} page="console" />
}

function useEntityOfLocation(control: SessionControl, session: Session) {
  const { go } = useContext(LocationContext)
  useEntityOfPlace(control, session)
  // The filters may not fit another clinic.
  const filters = {
    action: undefined,
    compare: undefined,
    of: undefined,
    ...withoutContact,
    ...withoutFilters,
  }
  return { ...control, choose: (chosen: Session) => go({ ...filters, entity: chosen.entity.id }) }
}

function SignedIn({ control, session }: { control: SessionControl; session: Session }) {
  // Before the page reads them.
  drafts.keepFor(session.name)
  const { say, fill } = useTexts('console')
  const { entity } = session
  const signedIn = useSignedInAs(session)
  const { time } = signedIn
  const today = useToday(time)
  const remindLists = useRemindLists(session, today)
  const controlWithLocation = useEntityOfLocation(control, session)
  const { place, amend } = useContext(LocationContext)
  const tab = tabOf(place, session)
  const Shown = tab === 'upload' ? undefined : tabs[tab]
  useTitle(`${useWords('work')[tab]} · ${entity.name}`)
  return (
    <SignedInContext.Provider value={signedIn}>
      <header class="bar">
        <h1>
          <Logo /> {say.title} <span class="clinic">{entity.name}</span>
        </h1>
        <Tabs tabs={tabsOf(session)} tab={tab} />
        <p class="hint time-zone">{fill(say.timeZone, { zone: entity.time_zone })}</p>
      </header>
      <UnsentBanner />
      {place.visit && <VisitDialog key={place.visit} id={place.visit} onClose={() => amend({ visit: undefined })} />}
      <RemindListsContext.Provider value={remindLists}>
        {Shown && <Shown control={controlWithLocation} today={today} />}
      </RemindListsContext.Provider>
      <KeptUpload control={controlWithLocation} today={today} tab={tab} />
    </SignedInContext.Provider>
  )
}

/** An upload stays, with its file and its choices, while somebody looks at another part. */
function KeptUpload({ tab, ...props }: UploadProps & { tab: Tab }) {
  const isOpened = useRef(false)
  if (tab === 'upload') isOpened.current = true
  if (!isOpened.current) return null
  return (
    <div class="kept" hidden={tab !== 'upload'}>
      <Upload {...props} />
    </div>
  )
}

const Figures = lazily<FiguresProps>(
  async (language) => {
    const [page, words] = await Promise.all([import('./figures/figures-page.tsx'), loadFiguresWords(language)])
    return [page.Figures, words]
  },
  <main class="console" aria-busy="true" />,
)

const Work = lazily<WorkProps>(
  async () => [(await import('./work/work.tsx')).Work, {}],
  <main class="work" aria-busy="true" />,
)

const Settings = lazily<SettingsProps>(async (language) => {
  const [page, words] = await Promise.all([import('../shared/settings/settings-page.tsx'), loadSettingsWords(language)])
  return [page.Settings, words]
})

const Upload = lazily<UploadProps>(async (language) => {
  const [page, words] = await Promise.all([import('./upload/upload-page.tsx'), loadUploadWords(language)])
  return [page.Upload, words]
})

const Visits = lazily<VisitsProps>(async (language) => {
  const [page, words] = await Promise.all([import('./visits/visits-page.tsx'), loadVisitsWords(language)])
  return [page.Visits, words]
})

const tabs = { visits: Visits, work: Work, figures: Figures, upload: Upload, settings: Settings } as const
type Tab = keyof typeof tabs

const scopeOf: Partial<Record<Tab, Session['scopes'][number]>> = {
  visits: 'notifications:read',
  upload: 'notifications:write',
  settings: 'admin',
}

const tabsOf = ({ scopes }: Session): Tab[] =>
  (Object.keys(tabs) as Tab[]).filter((tab) => {
    const scope = scopeOf[tab]
    return scope === undefined || scopes.includes(scope)
  })

/** By default the visits, if the token can read them. An address with days, such as an old bookmark, is about figures, and one with a
 *  list about the worklists. */
function tabOf({ tab, from, list }: Place, session: Session): Tab {
  const { scopes } = session
  const wanted = tabsOf(session).find((one) => one === tab)
  if (wanted) return wanted
  if (from !== undefined || !scopes.includes('notifications:read')) return 'figures'
  return list === undefined ? 'visits' : 'work'
}

function Tabs({ tabs, tab }: { tabs: Tab[]; tab: Tab }) {
  const say = useWords('work')
  const { place } = useContext(LocationContext)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const { scrollWidth, clientWidth } = nav.current!
    // On a narrow screen, long words scroll.
    if (scrollWidth > clientWidth)
      nav.current!.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tab])
  return (
    <nav ref={nav} class="tabs" aria-label={say.tabs}>
      {tabs.map((one) => (
        <a key={one} href={hrefOf({ ...place, tab: one })} aria-current={one === tab ? 'page' : undefined}>
          {say[one]}
        </a>
      ))}
    </nav>
  )
}
