import type { ComponentChildren } from 'preact'
import type { SessionControl } from '../access/use-session.ts'
import type { usePageLanguage } from '../language.tsx'
import type { PageName, PlaceName } from './places.ts'

/** What a page gives its frame. */
export interface FrameProps {
  page: PageName
  current: PlaceName
  control: SessionControl
  chooseLanguage: ReturnType<typeof usePageLanguage>[1]
  signOut: () => void
  /** The text of the sign-out, if it is another one. */
  signOutText?: string | undefined
  /** Links in the menu, before the sign-out. */
  menu?: ComponentChildren
  children: ComponentChildren
}
