import { createContext } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import { useLanguage } from '../language.tsx'
import { type ClinicTime, clinicTime } from '../time/clinic-time.ts'
import type { Session } from './session.ts'

/** The session of the page, and the time at its clinic. */
interface SignedIn {
  session: Session
  time: ClinicTime
}

/** What the parts of a page know about the person who has signed in. */
export const SignedInContext = createContext<SignedIn>(undefined as never)

export const useSignedIn = (): SignedIn => useContext(SignedInContext)

export function useSignedInAs(session: Session): SignedIn {
  const time = useTimeAt(session.entity, session)
  return useMemo(() => ({ session, time }), [session, time])
}

/** The time at a clinic of the session, in the language of this part of the page. */
export function useTimeAt({ time_zone }: Session['entity'], { clocks }: Session): ClinicTime {
  const { locale } = useLanguage()
  return useMemo(() => clinicTime(time_zone, locale, clocks), [time_zone, locale, clocks])
}
