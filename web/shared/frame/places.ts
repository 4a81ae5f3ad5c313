import { isGranted, type Scope, type Session } from '../access/session.ts'
import { hrefOf, type Place } from '../page-location.ts'

/** The documents of the service for staff. */
export type PageName = 'desk' | 'console' | 'admin'

/** What each page needs. */
export const neededBy = {
  desk: ['checkin:read', 'checkin:write'],
  console: ['actions:read'],
  admin: ['admin'],
} as const satisfies Record<PageName, readonly Scope[]>

interface PlaceRow {
  page: PageName
  /** What it needs beside the scopes of its page. */
  scope?: Scope
  /** Whether a telephone has it in its bar, which has place for four. The menu has the others. */
  isInBar?: true
  /** Paths of its icon, on a grid of 24 × 24. */
  icon: string
}

/** The places of the side bar, in their order. */
const places = {
  desk: {
    page: 'desk',
    isInBar: true,
    icon: 'M4 7V5a1 1 0 0 1 1-1h2M17 4h2a1 1 0 0 1 1 1v2M20 17v2a1 1 0 0 1-1 1h-2M7 20H5a1 1 0 0 1-1-1v-2M8 12h8',
  },
  today: {
    page: 'console',
    scope: 'notifications:read',
    isInBar: true,
    icon: 'M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  },
  visits: {
    page: 'console',
    scope: 'notifications:read',
    isInBar: true,
    icon: 'M6 5h12a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM4 10h16M8 3v4M16 3v4',
  },
  work: {
    page: 'console',
    isInBar: true,
    icon: 'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a1 1 0 0 1-1 1A15 15 0 0 1 4 5a1 1 0 0 1 1-1',
  },
  figures: { page: 'console', icon: 'M5 20v-8M12 20V5M19 20v-5' },
  upload: { page: 'console', scope: 'notifications:write', icon: 'M12 16V4m0 0 5 5m-5-5-5 5M4 20h16' },
  settings: {
    page: 'admin',
    icon: 'M4 7h9M17 7h3M4 17h3M11 17h9M13 7a2 2 0 1 0 4 0 2 2 0 0 0-4 0M7 17a2 2 0 1 0 4 0 2 2 0 0 0-4 0',
  },
} as const satisfies Record<string, PlaceRow>

export type PlaceName = keyof typeof places
export type ConsolePlace = {
  [Name in PlaceName]: (typeof places)[Name]['page'] extends 'console' ? Name : never
}[PlaceName]

export const rowOf = (name: PlaceName): PlaceRow => places[name]
const placeNames = Object.keys(places) as PlaceName[]

/** A place of the page's frame. */
export interface PlaceLink {
  name: string
  text: string
  href: string
}

/** Returns the places that a credential can open. */
export const placesOf = ({ scopes }: Session): PlaceName[] =>
  placeNames.filter((name) => {
    const { page, scope } = rowOf(name)
    const needed: Scope[] = [...neededBy[page], ...(scope ? [scope] : [])]
    return needed.every((one) => isGranted(one, scopes))
  })

/** Returns the address of a place. Within the console, the filters of the other places stay.
 *  @param page the page that has the link
 *  @param place what it shows */
export function addressOf(name: PlaceName, page: PageName, place: Place, { entity }: Session): string {
  const { page: target } = rowOf(name)
  // The desk of a device has its own clinic (docs/decisions/0035-tokens-in-browsers.md).
  if (target === 'desk') return target
  const kept = target === page ? place : { entity: entity.id }
  const inPage = target === 'console' ? { ...kept, tab: name, visit: undefined } : { entity: entity.id }
  return (target === page ? '' : target) + hrefOf(inPage)
}
