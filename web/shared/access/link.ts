import type { Session, WithoutEntity } from './session.ts'

/** The state of a link with an access token:
 *  - `none`: there is none, or the person has answered.
 *  - `offered`: it opens a session if the person agrees.
 *  - `unused`: the page has a session, which no link replaces. */
export type Link =
  | { mode: 'none' }
  | { mode: 'offered'; found: Session | WithoutEntity }
  | { mode: 'unused'; name: string }
