import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { searchedWords, searchText } from '../../../client/words.ts'
import { useSignedIn } from '../access/signed-in.ts'
import { useLanguage, useWords } from '../language.tsx'
import { firstOf } from '../lists/first-of.ts'
import { useLoaded } from '../loading/use-loaded.ts'
import { hrefOf, LocationContext } from '../page-location.ts'
import { addDays } from '../time/clinic-time.ts'
import { useToday } from '../time/use-today.ts'
import type { PlaceLink } from './places.ts'
import { typedDay } from './typed-day.ts'

const maxVisits = 8
const maxPast = 50
const [daysBack, daysAhead] = [90, 365]
const settleAfterMs = 200

interface Props {
  links: PlaceLink[]
  onClose: () => void
}

/** Finds a page, a day, or the visits of a contact. Enter opens the first, and the arrow keys move between them. */
export function GoToDialog({ links, onClose }: Props) {
  const say = useWords('frame')
  const [text, setText] = useState('')
  const dialog = useRef<HTMLDialogElement>(null)
  const { visits, isFailed } = useVisitLinks(text)
  const found = [...pageLinks(links, text), ...useDayLink(text), ...visits]
  useEffect(() => dialog.current!.showModal(), [])

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const stops = [...dialog.current!.querySelectorAll<HTMLElement>('input, a')]
    stops.at((stops.indexOf(document.activeElement as HTMLElement) + step) % stops.length)!.focus()
  }

  function openFirst(event: SubmitEvent) {
    event.preventDefault()
    dialog.current!.querySelector('a')?.click()
  }

  return (
    <dialog ref={dialog} class="go-to" aria-label={say.goTo} onClose={onClose} onKeyDown={onKeyDown}>
      <form onSubmit={openFirst}>
        <input
          type="search"
          aria-label={say.goTo}
          placeholder={say.goToHint}
          autocomplete="off"
          spellcheck={false}
          maxLength={128}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </form>
      <ul>
        {found.map(({ name, text: shown, href, detail }) => (
          <li key={name}>
            <a href={href} onClick={() => dialog.current!.close()}>
              <span dir="auto">{shown}</span>
              {detail && <span class="hint">{detail}</span>}
            </a>
          </li>
        ))}
      </ul>
      <p class="hint" role="status">
        {isFailed ? say.goToFailed : found.length === 0 && say.goToNothing}
      </p>
    </dialog>
  )
}

type Found = PlaceLink & { detail?: string }

const pageLinks = (links: PlaceLink[], text: string): Found[] =>
  links.filter((one) => searchText(one.text).includes(searchText(text)))

const consoleHref = (place: Parameters<typeof hrefOf>[0]) => `console${hrefOf(place)}`

function useDayLink(text: string): Found[] {
  const { session, time } = useSignedIn()
  const { locale } = useLanguage()
  const { places } = useWords('frame')
  const day = typedDay(text, useToday(time), locale)
  if (day === undefined) return []
  const written = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day))
  const href = consoleHref({ entity: session.entity.id, tab: 'visits', date: day })
  return [{ name: day, text: written, href, detail: places.visits }]
}

/** The visits of contacts with these words, when the typing pauses. */
function useVisitLinks(text: string): { visits: Found[]; isFailed: boolean } {
  const { session, time } = useSignedIn()
  const { place } = useContext(LocationContext)
  const today = useToday(time)
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), settleAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  const { entity, scopes } = session
  const isSearched = searchedWords(settled).some((word) => word.length > 1) && scopes.includes('notifications:read')
  // Those to come first, and then the past ones, the latest first.
  const { found = [], error } = useLoaded(isSearched ? `${entity.id} ${settled}` : undefined, async (client) => {
    const find = (from: number, to: number, count: number) =>
      firstOf(client.visits(entity.id, addDays(today, from), addDays(today, to), { q: settled }, count), count)
    const [ahead, past] = await Promise.all([find(0, daysAhead, maxVisits), find(-daysBack, -1, maxPast)])
    return [...ahead, ...past.reverse()].slice(0, maxVisits)
  })
  const visits = found.map((visit) => ({
    name: visit.id,
    text: visit.contact.name,
    detail: visit.starts_at === undefined ? '' : time.moment(visit.starts_at),
    href: consoleHref({ ...place, section: undefined, entity: entity.id, tab: place.tab ?? 'visits', visit: visit.id }),
  }))
  return { visits, isFailed: isSearched && error !== undefined }
}
