import type { Outcome, Verdict } from './verdict.ts'

/** An action of the receptionist after a verdict that is not final: find the visit in the list, look the same target up
 *  again, show the visit that the clinic has moved, sign the device in again, sign in as a person, or discard an arrival that
 *  was not sent. */
export type Remedy = 'find' | 'again' | 'open' | 'sign-in' | 'person' | 'discard'

/** The remedies for each outcome, the most useful first. */
const remedies: Partial<Record<Outcome, Remedy[]>> = {
  'too-early': ['again', 'find'],
  // The contact may have another visit today.
  'too-late': ['find', 'again'],
  cancelled: ['find'],
  'cancelled-by-contact': ['find'],
  'another-time': ['find'],
  moved: ['open', 'find'],
  ended: ['find'],
  outdated: ['find'],
  expired: ['find'],
  unknown: ['find', 'again'],
  elsewhere: ['find'],
  // This device has the visits of today.
  'no-connection': ['find', 'again'],
  busy: ['again'],
  'not-allowed': ['sign-in'],
  'not-this-clinic': ['sign-in'],
  failed: ['again', 'find'],
  'person-required': ['person', 'again'],
  unsent: ['person', 'discard'],
}

/** Returns the remedies to offer. A visit that the desk cannot see cannot be opened.
 *  @param isPersonMissing whether the service waits for a person to sign in */
export const remediesOf = ({ outcome, successor }: Verdict, isPersonMissing: boolean): Remedy[] =>
  (remedies[outcome] ?? []).filter(
    (remedy) => (remedy !== 'open' || successor !== undefined) && (remedy !== 'person' || isPersonMissing),
  )
