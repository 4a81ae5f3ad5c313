import { useContext, useLayoutEffect, useRef } from 'preact/hooks'
import { loadAdminClinicsWords, loadAdminWords } from '../../client/words.ts'
import { forgetTab, tabSession } from '../shared/access/kept-sessions.ts'
import { UnusedLink } from '../shared/access/link-question.tsx'
import { RefusedContext } from '../shared/access/refused.ts'
import { cookieSession, type Session } from '../shared/access/session.ts'
import { SignIn } from '../shared/access/sign-in-later.tsx'
import { SignedInContext, useSignedInAs } from '../shared/access/signed-in.ts'
import { useEntityOfPlace } from '../shared/access/use-entity-of-place.ts'
import { type SessionControl, useSession } from '../shared/access/use-session.ts'
import { Frame, PageHead } from '../shared/frame/frame.tsx'
import type { FrameProps } from '../shared/frame/frame-props.ts'
import { neededBy } from '../shared/frame/places.ts'
import { LanguageContext, usePageLanguage, useWords } from '../shared/language.tsx'
import { drafts } from '../shared/loading/drafts.ts'
import { lazily } from '../shared/loading/lazily.tsx'
import { Foot } from '../shared/look/foot.tsx'
import { Logo } from '../shared/look/logo.tsx'
import { hrefOf, LocationContext, usePageLocation } from '../shared/page-location.ts'
import { useTitle } from '../shared/use-title.ts'
import { type SectionName, sectionGroups, sections } from './sections.ts'

/** The administration: clinics, access, and everything that a clinic can configure. */
export function Admin() {
  const [pageLanguage, chooseLanguage] = usePageLanguage(loadAdminWords)
  const pageLocation = usePageLocation()
  const control = useSession(tabSession, neededBy.admin, pageLocation.place.entity, cookieSession)
  function signOut() {
    forgetTab()
    control.close()
  }

  if (!pageLanguage) return null
  return (
    <LanguageContext.Provider value={pageLanguage}>
      <LocationContext.Provider value={pageLocation}>
        <UnusedLink control={control} />
        <RefusedContext.Provider value={control.close}>
          {control.session ? (
            <SignedIn
              key={`${control.session.name}/${control.session.entity.id}`}
              control={control}
              session={control.session}
              chooseLanguage={chooseLanguage}
              signOut={signOut}
            />
          ) : (
            !control.isEntering && (
              <>
                <WithoutSession control={control} />
                <Foot chooseLanguage={chooseLanguage} />
              </>
            )
          )}
        </RefusedContext.Provider>
      </LocationContext.Provider>
    </LanguageContext.Provider>
  )
}

function WithoutSession({ control }: { control: SessionControl }) {
  const { title } = useWords('admin')
  useTitle(title)
  const { fault } = control
  if (typeof fault === 'object' && 'withoutEntity' in fault) {
    const { token, name } = fault.withoutEntity
    drafts.keepFor(name)
    return <NewService control={control} token={token} />
  }
  return <SignIn control={control} title={title} page="admin" />
}

interface SignedInProps extends Pick<FrameProps, 'control' | 'chooseLanguage' | 'signOut'> {
  session: Session
}

function SignedIn({ control, session, chooseLanguage, signOut }: SignedInProps) {
  // Before the sections read them.
  drafts.keepFor(session.name)
  const say = useWords('admin')
  const { settings: settingsName } = useWords('frame').places
  const settings = useWords('settings')
  const namesOfSections = { ...settings.names, ...say.names }
  const { place, go } = useContext(LocationContext)
  const { entity } = session
  useEntityOfPlace(control, session)
  const signedIn = useSignedInAs(session)
  const names = Object.keys(sections) as SectionName[]
  const shown = names.find((name) => name === place.section) ?? names[0]!
  const Section = sections[shown]
  const heading = useFocusOnChange<HTMLHeadingElement>(shown)
  useTitle(`${namesOfSections[shown]} · ${entity.name}`)
  const choose = (chosen: Session) => go({ entity: chosen.entity.id })
  return (
    <SignedInContext.Provider value={signedIn}>
      <Frame
        page="admin"
        current="settings"
        control={{ ...control, choose }}
        chooseLanguage={chooseLanguage}
        signOut={signOut}
      >
        <PageHead title={settingsName} />
        <main class={place.section ? 'admin at-section' : 'admin'}>
          <div class="places">
            <nav aria-label={say.sections}>
              {Object.entries(sectionGroups).map(([group, members]) => (
                <div key={group}>
                  <h2>{say.groups[group as keyof typeof sectionGroups]}</h2>
                  <ul>
                    {members.map((name) => (
                      <li key={name}>
                        <a
                          href={hrefOf({ entity: entity.id, section: name })}
                          aria-current={name === shown ? 'page' : undefined}
                        >
                          {namesOfSections[name]}
                        </a>
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            </nav>
          </div>
          <section class="card setting" aria-labelledby="section">
            <a class="back" href={hrefOf({ entity: entity.id })}>
              {settingsName}
            </a>
            <header>
              <h2 id="section" ref={heading} tabIndex={-1}>
                {namesOfSections[shown]}
              </h2>
              <p class="hint">{{ ...settings.about, ...say.about }[shown]}</p>
            </header>
            <Section key={shown} control={control} />
          </section>
        </main>
      </Frame>
    </SignedInContext.Provider>
  )
}

/** Returns a reference to the heading that takes the focus when another part is shown below it, not when the page opens. */
function useFocusOnChange<Heading extends HTMLElement>(shown: string) {
  const heading = useRef<Heading>(null)
  const before = useRef(shown)
  useLayoutEffect(() => {
    if (before.current !== shown) heading.current!.focus()
    before.current = shown
  }, [shown])
  return heading
}

const NewClinic = lazily<{ token: string; onCreated: () => void }>(async (language) => {
  const [{ NewClinicForm }, words] = await Promise.all([
    import('./clinics/new-clinic-form.tsx'),
    loadAdminClinicsWords(language),
  ])
  return [NewClinicForm, words]
})

/** The first step on a service without a clinic. */
function NewService({ control, token }: { control: SessionControl; token: string }) {
  const say = useWords('admin')
  return (
    <main class="admin alone">
      <h1>
        <Logo /> {say.title}
      </h1>
      <section class="card setting" aria-labelledby="first-clinic">
        <header>
          <h2 id="first-clinic">{say.guide.firstClinic}</h2>
          <p class="hint">{say.guide.firstClinicAbout}</p>
        </header>
        <NewClinic token={token} onCreated={() => control.open(token)} />
      </section>
    </main>
  )
}
