import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { ClinicChoice } from '../access/clinic-choice.tsx'
import { useSignedIn } from '../access/signed-in.ts'
import { useWords } from '../language.tsx'
import { UnsentBanner } from '../look/unsent-banner.tsx'
import { LocationContext } from '../page-location.ts'
import type { FrameProps } from './frame-props.ts'
import { GoTo } from './go-to.tsx'
import { PersonMenu } from './person-menu.tsx'
import { addressOf, placesOf, rowOf } from './places.ts'
import './frame.css'

/** The frame of each page of staff: the places, the clinic, the person's menu, and the page beside them. On a telephone, the places
 *  are a bar at the bottom. A credential that can open one place only has no bar. */
export function Frame({ page, current, control, children, ...menu }: FrameProps) {
  const { session } = useSignedIn()
  const { place } = useContext(LocationContext)
  const { pages } = useWords('access')
  const say = useWords('frame')
  const names = placesOf(session)
  const links = names.map((name) => ({
    name,
    text: say.places[name],
    href: addressOf(name, page, place, session),
    isCurrent: name === current,
    ...rowOf(name),
  }))
  const isAlone = links.length < 2
  return (
    <div class={isAlone ? 'frame alone' : 'frame'}>
      <aside class="side" aria-label={say.menu}>
        <ClinicChoice control={control} />
        {!isAlone && (
          <nav class="places-bar" aria-label={pages.label}>
            {links.map(({ name, text, href, icon, isCurrent, isInBar }) => (
              <a
                key={name}
                href={href}
                class={isInBar ? undefined : 'only-wide'}
                aria-current={isCurrent ? 'page' : undefined}
              >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d={icon} />
                </svg>
                {text}
              </a>
            ))}
          </nav>
        )}
        <PersonMenu {...menu} links={isAlone ? [] : links.filter(({ isInBar }) => !isInBar)} />
      </aside>
      <div class="page">
        <UnsentBanner />
        {children}
      </div>
      {page === 'console' && <GoTo links={links} />}
    </div>
  )
}

/** The heading of a page, with what belongs beside it. */
export const PageHead = ({ title, children }: { title: ComponentChildren; children?: ComponentChildren }) => (
  <header class="page-head">
    <h1>{title}</h1>
    {children}
  </header>
)
