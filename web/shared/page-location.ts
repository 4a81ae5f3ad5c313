import { createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'

const names = [
  'entity',
  'tab',
  'list',
  'part',
  'section',
  'from',
  'to',
  'action',
  'template',
  'visit',
  'view',
  'date',
  'by',
  'compare',
  'of',
  'state',
  'plugin',
  'doctor',
  'place',
  'reached',
  'tests',
  'counted',
  'counted_by',
  'group',
  'until',
  'find',
] as const
type Name = (typeof names)[number]

/** The part of the console that the page shows, with its filters. */
export type Place = { [name in Name]?: string | undefined }

/** The place in the fragment of the page's address. Back, reload and bookmarks lead to it. */
export interface PageLocation {
  place: Place
  /** Shows another place. Back returns to this one. */
  go(change: Place): void
  /** Corrects the address of this place. */
  amend(change: Place): void
}

export const LocationContext = createContext<PageLocation>({ place: {}, go() {}, amend() {} })

export const hrefOf = (place: Place) =>
  `#${new URLSearchParams(names.flatMap((name) => (place[name] ? [[name, place[name]]] : [])))}`

function currentPlace(): Place {
  const fragment = new URLSearchParams(location.hash.slice(1))
  return Object.fromEntries(names.map((name) => [name, fragment.get(name) ?? undefined]))
}

export function usePageLocation(): PageLocation {
  const [place, setPlace] = useState(currentPlace)
  useEffect(() => {
    const update = () => setPlace(currentPlace())
    window.addEventListener('hashchange', update)
    return () => window.removeEventListener('hashchange', update)
  }, [])
  const write = (method: 'pushState' | 'replaceState') => (change: Place) => {
    const next = { ...currentPlace(), ...change }
    if (hrefOf(next) !== location.hash) history[method](null, '', hrefOf(next))
    setPlace(next)
  }
  return { place, go: write('pushState'), amend: write('replaceState') }
}

/** One value of the address, and a function that sets it. Empty is the default. */
export function useLocationValue(name: Name): [string, (value: string) => void] {
  const { place, go } = useContext(LocationContext)
  return [place[name] ?? '', (value) => go({ [name]: value })]
}

const settleAfterMs = 250

/** Returns the text in a field, its setter, and the text in the address. The address follows when the typing pauses. */
export function useTyped(name: Name): [string, (text: string) => void, string] {
  const { place, amend } = useContext(LocationContext)
  const settled = place[name] ?? ''
  const [typed, setTyped] = useState(settled)
  const amended = useRef(settled)
  useEffect(() => {
    if (typed === amended.current) return
    const timer = setTimeout(() => {
      amended.current = typed
      amend({ [name]: typed })
    }, settleAfterMs)
    return () => clearTimeout(timer)
  }, [typed])
  // The user went back, or opened another address.
  useEffect(() => {
    if (settled === amended.current) return
    amended.current = settled
    setTyped(settled)
  }, [settled])
  return [typed, setTyped, settled]
}
