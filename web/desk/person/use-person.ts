import { useEffect, useRef, useState } from 'preact/hooks'
import { ProblemError } from '../../../client/client.ts'
import { connect } from '../../shared/access/connect.ts'
import { cookieSession, type Session } from '../../shared/access/session.ts'
import type { Verdict } from '../verdict/verdict.ts'
import { type Person, personOf, remainingMs, signInAddress } from './person.ts'

const timeouts = { retries: 0, timeoutMs: 8_000 }

/** The person who has signed in at the desk, with functions to change them. */
export interface PersonControl {
  person: Person
  /** Whether the service refuses arrivals until somebody else signs in. */
  isMissing: boolean
  /** Receives the verdict of each request that changes an arrival. */
  onVerdict(verdict: Verdict): void
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

  const showMissing = () => show({ mode: 'missing' })

  /** Without a connection, the page shows what it knows. */
  async function readSession() {
    const mine = ++latestRead.current
    try {
      const session = await connect(cookieSession, timeouts).currentSession()
      if (mine !== latestRead.current) return
      show(personOf(session, entity.id))
      end.current = setTimeout(showMissing, remainingMs(session))
    } catch (error) {
      if (mine === latestRead.current && error instanceof ProblemError && error.status === 401) showMissing()
    }
  }

  function onVerdict({ outcome, reason }: Verdict) {
    if (outcome === 'arrived' && isNeeded) readSession()
    if (outcome !== 'person-required') return
    setRefused(true)
    if (reason !== 'lacks-rights') showMissing()
    // The arrival may be at another clinic of the device.
    else if (!('name' in read)) readSession()
  }

  async function signOut() {
    try {
      await connect(cookieSession, timeouts).signOut()
    } catch (error) {
      if (!(error instanceof ProblemError && error.status === 401)) return
    }
    showMissing()
  }

  async function signIn() {
    if ('name' in person) await signOut()
    location.assign(signInAddress)
  }

  useEffect(() => {
    if (person.mode === 'unknown') readSession()
  }, [isNeeded, isLive])
  useEffect(() => {
    // Somebody may have signed in in another tab.
    const readWhenVisible = () => document.visibilityState === 'visible' && person.mode === 'missing' && readSession()
    document.addEventListener('visibilitychange', readWhenVisible)
    return () => document.removeEventListener('visibilitychange', readWhenVisible)
  }, [person.mode])
  useEffect(() => () => clearTimeout(end.current), [])

  return { person, isMissing: person.mode === 'missing' || person.mode === 'unfit', onVerdict, signIn, signOut }
}

/** A tablet in the waiting room has nobody beside it. */
export const noPerson: Pick<PersonControl, 'isMissing' | 'onVerdict'> = { isMissing: false, onVerdict() {} }
