import { useContext, useEffect, useRef } from 'preact/hooks'
import { loadConsoleWords, loadFiguresWords, loadUploadWords, loadVisitsWords } from '../../client/words.ts'
import { forgetTab, tabSession } from '../shared/access/kept-sessions.ts'
import { UnusedLink } from '../shared/access/link-question.tsx'
import { RefusedContext } from '../shared/access/refused.ts'
import { cookieSession, type Session } from '../shared/access/session.ts'
import { SignIn } from '../shared/access/sign-in-later.tsx'
import { SignedInContext, useSignedInAs } from '../shared/access/signed-in.ts'
import { signedOut } from '../shared/access/signed-out.ts'
import { useEntityOfPlace } from '../shared/access/use-entity-of-place.ts'
import { type SessionControl, useSession } from '../shared/access/use-session.ts'
import { Frame, PageHead } from '../shared/frame/frame.tsx'
import type { FrameProps } from '../shared/frame/frame-props.ts'
import { type ConsolePlace, neededBy, placesOf, rowOf } from '../shared/frame/places.ts'
import { LanguageContext, usePageLanguage, useTexts, useWords } from '../shared/language.tsx'
import { drafts } from '../shared/loading/drafts.ts'
import { lazily } from '../shared/loading/lazily.tsx'
import { Foot } from '../shared/look/foot.tsx'
import { LocationContext, type Place, usePageLocation } from '../shared/page-location.ts'
import { useToday } from '../shared/time/use-today.ts'
import { useTitle } from '../shared/use-title.ts'
import type { FiguresProps } from './figures/figures-page.tsx'
import type { HomeProps } from './home/home.tsx'
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
              chooseLanguage={chooseLanguage}
              signOut={signOut}
            />
          </RefusedContext.Provider>
        )}
        {!control.session && !control.isEntering && (
          <>
            <SignedOut control={control} />
            <Foot chooseLanguage={chooseLanguage} />
          </>
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

interface SignedInProps extends Pick<FrameProps, 'control' | 'chooseLanguage' | 'signOut'> {
  session: Session
}

function SignedIn({ control, session, chooseLanguage, signOut }: SignedInProps) {
  // Before the page reads them.
  drafts.keepFor(session.name)
  const { say, fill } = useTexts('console')
  const { places: names } = useWords('frame')
  const { entity } = session
  const signedIn = useSignedInAs(session)
  const { time } = signedIn
  const today = useToday(time)
  const remindLists = useRemindLists(session, today)
  const controlWithLocation = useEntityOfLocation(control, session)
  const { place, amend } = useContext(LocationContext)
  const tab = tabOf(place, session)
  const Shown = tab === 'upload' ? undefined : tabs[tab]
  useTitle(`${names[tab]} · ${entity.name}`)
  return (
    <SignedInContext.Provider value={signedIn}>
      <Frame
        page="console"
        current={tab}
        control={controlWithLocation}
        chooseLanguage={chooseLanguage}
        signOut={signOut}
      >
        {tab !== 'today' && (
          <PageHead title={names[tab]}>
            <p class="hint time-zone">{fill(say.timeZone, { zone: entity.time_zone })}</p>
          </PageHead>
        )}
        {place.visit && <VisitDialog key={place.visit} id={place.visit} onClose={() => amend({ visit: undefined })} />}
        <RemindListsContext.Provider value={remindLists}>
          {Shown && <Shown control={controlWithLocation} today={today} />}
        </RemindListsContext.Provider>
        <KeptUpload today={today} isShown={tab === 'upload'} />
      </Frame>
    </SignedInContext.Provider>
  )
}

/** An upload stays, with its file and its choices, while somebody looks at another part. */
function KeptUpload({ isShown, today }: UploadProps & { isShown: boolean }) {
  const isOpened = useRef(false)
  if (isShown) isOpened.current = true
  if (!isOpened.current) return null
  return (
    <div class="kept" hidden={!isShown}>
      <Upload today={today} />
    </div>
  )
}

const Today = lazily<HomeProps>(
  async (language) => {
    const [page, words] = await Promise.all([import('./home/home.tsx'), loadFiguresWords(language)])
    return [page.Home, words]
  },
  <main class="home" aria-busy="true" />,
)

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

const Upload = lazily<UploadProps>(async (language) => {
  const [page, words] = await Promise.all([import('./upload/upload-page.tsx'), loadUploadWords(language)])
  return [page.Upload, words]
})

const Visits = lazily<VisitsProps>(async (language) => {
  const [page, words] = await Promise.all([import('./visits/visits-page.tsx'), loadVisitsWords(language)])
  return [page.Visits, words]
})

const tabs = { today: Today, visits: Visits, work: Work, figures: Figures, upload: Upload } as const
type Tab = ConsolePlace

/** By default *Today*, if the credential can read visits. An address with days, such as an old bookmark, is about figures, one with a
 *  list about the worklists, and one with a view, a day or a search about the visits. */
function tabOf({ tab, from, list, view, date, find }: Place, session: Session): Tab {
  const names = placesOf(session).filter((name): name is Tab => rowOf(name).page === 'console')
  const wanted = names.find((name) => name === tab)
  if (wanted) return wanted
  if (from !== undefined || !names.includes('today')) return 'figures'
  if (list !== undefined) return 'work'
  return (view ?? date ?? find) === undefined ? 'today' : 'visits'
}
