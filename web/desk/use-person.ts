import { useEffect, useRef, useState } from 'preact/hooks'
import { ProblemError } from '../../client/client.ts'
import { connect } from '../access/connect.ts'
import { cookieSession, type Session } from '../access/session.ts'
import { type Person, personOf, remainingMs, signInAddress } from './person.ts'
import type { Verdict } from './verdict.ts'

const timeouts = { retries: 0, timeoutMs: 8_000 }

/** The person beside the device, with functions to change them. */
export interface PersonControl {
  person: Person
  /** Whether the service refuses arrivals until somebody else signs in. */
  isMissing: boolean
  /** Receives the verdict of each request that changes an arrival. */
  heard(verdict: Verdict): void
  signIn(): void
  /** Without a connection, the person stays signed in. */
  signOut(): Promise<void>
}

/** Follows who has signed in, where the service wants a person beside the device. Reading the session is its use, so the page
 *  reads it when it begins, and when the person records something.
 *  @param isLive whether the page is connected */
export function usePerson({ withPerson, entity }: Session, isLive: boolean): PersonControl {
  const [read, setRead] = useState<Person>({ mode: 'unknown' })
  // The service may have asked for a person since the page began.
  const [wasRefused, setRefused] = useState(false)
  const isNeeded = withPerson !== undefined || wasRefused
  const person: Person = isNeeded ? read : { mode: 'unneeded' }
  const latestRead = useRef(0)
  const end = useRef<ReturnType<typeof setTimeout>>(undefined)

  function show(found: Person) {
    latestRead.current++
    clearTimeout(end.current)
    setRead(found)
  }

  const miss = () => show({ mode: 'missing' })

  /** Without a connection, the page shows what it knows. */
  async function look() {
    const mine = ++latestRead.current
    try {
      const session = await connect(cookieSession, timeouts).currentSession()
      if (mine !== latestRead.current) return
      show(personOf(session, entity.id))
      end.current = setTimeout(miss, remainingMs(session))
    } catch (error) {
      if (mine === latestRead.current && error instanceof ProblemError && error.status === 401) miss()
    }
  }

  function heard({ outcome, reason }: Verdict) {
    if (outcome === 'arrived' && isNeeded) look()
    if (outcome !== 'person-required') return
    setRefused(true)
    if (reason !== 'lacks-rights') miss()
    // The arrival may be at another clinic of the device.
    else if (!('name' in read)) look()
  }

  async function signOut() {
    try {
      await connect(cookieSession, timeouts).signOut()
    } catch (error) {
      if (!(error instanceof ProblemError && error.status === 401)) return
    }
    miss()
  }

  async function signIn() {
    if ('name' in person) await signOut()
    location.assign(signInAddress)
  }

  useEffect(() => {
    if (person.mode === 'unknown') look()
  }, [isNeeded, isLive])
  useEffect(() => {
    // Somebody may have signed in in another tab.
    const lookAgain = () => document.visibilityState === 'visible' && person.mode === 'missing' && look()
    document.addEventListener('visibilitychange', lookAgain)
    return () => document.removeEventListener('visibilitychange', lookAgain)
  }, [person.mode])
  useEffect(() => () => clearTimeout(end.current), [])

  return { person, isMissing: person.mode === 'missing' || person.mode === 'unfit', heard, signIn, signOut }
}

/** A tablet in the waiting room has nobody beside it. */
export const nobodyBeside: Pick<PersonControl, 'isMissing' | 'heard'> = { isMissing: false, heard() {} }
