import { useEffect, useRef, useState } from 'preact/hooks'
import { connect } from './connect.ts'
import { forgetTab } from './kept-sessions.ts'
import type { Link } from './link.ts'
import { refusalOfCredential } from './refused.ts'
import {
  cookieSession,
  faultOfText,
  openSession,
  type Scope,
  type Session,
  type SignInFault,
  takeTokenFromAddress,
  tokenOfText,
  type WithoutEntity,
} from './session.ts'
import { endCookie } from './sign-out.ts'
import { signedOut } from './signed-out.ts'
import type { StoredSession } from './stored-session.ts'

const checkAfterMs = 60_000

/** The page's session, with functions to open and close it. */
export interface SessionControl {
  session: Session | undefined
  /** The reason of the last failure; undefined before the first attempt. */
  fault: SignInFault | undefined
  isOpening: boolean
  /** Whether the page has no session yet, and opens the one of its address. */
  isEntering: boolean
  link: Link
  /** Signs in with the link. */
  acceptLink(): void
  dismissLink(): void
  /** @param text typed, pasted or scanned */
  open(text: string): void
  choose(session: Session): void
  close(fault?: SignInFault): void
  /** Ends the session of the cookie. The sign-in page says so if that fails.
   *  @param end the request; by default, the provider's sign-out page opens, too */
  endCookie(end?: () => Promise<unknown>): Promise<void>
}

/** @param needed the scopes that the page requires
 *  @param wanted the entity to select if the token can access it
 *  @param fallback the credential to try if there is neither a stored session nor a token in the address */
export function useSession(
  stored: StoredSession,
  needed: readonly Scope[],
  wanted?: string,
  fallback?: typeof cookieSession,
): SessionControl {
  const [fromAddress] = useState(() => takeTokenFromAddress(fallback))
  const [session, setSession] = useState(() => withEntity(stored.read(), wanted))
  /** The credential with which the page begins, if it has no session. */
  const [first] = useState(() => (session ? undefined : (fromAddress ?? allowedFallback())))
  const [fault, setFault] = useState<SignInFault | undefined>(() =>
    first === undefined && signedOut.read() === 'unreached' ? 'sign-out-unreached' : undefined,
  )
  const [isOpening, setOpening] = useState(first !== undefined)
  const [link, setLink] = useState<Link>(none)

  const latest = useRef(session)
  latest.current = session
  const isOpeningNow = useRef(isOpening)
  isOpeningNow.current = isOpening
  // The latest attempt or choice wins.
  const attempt = useRef(0)

  function allowedFallback() {
    return signedOut.allowsCookie() ? fallback : undefined
  }

  function choose(opened: Session) {
    attempt.current++
    stored.write(opened)
    setFault(undefined)
    setSession(opened)
  }

  function close(why?: SignInFault) {
    // A request of the session before may be refused while the page opens the next one.
    if (why !== undefined && !latest.current && isOpeningNow.current) return
    forget(why)
    // The person signs out.
    if (why === undefined && session?.token === cookieSession) end()
  }

  async function end(request?: () => Promise<unknown>) {
    setFault(undefined)
    const hasEnded = await endCookie(request)
    if (!hasEnded && signedOut.read()) setFault('sign-out-unreached')
  }

  function forget(why?: SignInFault) {
    attempt.current++
    // Another page may need less.
    if (!(typeof why === 'object' && 'lacks' in why)) stored.forget(latest.current)
    setOpening(false)
    setLink((before) => (before.mode === 'offered' ? before : none))
    setFault(why)
    setSession(undefined)
  }

  async function open(text: string) {
    const token = tokenOfText(text)
    const wrong = text === fallback ? undefined : faultOfText(token)
    if (wrong) return setFault(wrong)
    setOpening(true)
    const found = await attemptAt(token, wanted)
    if (found === undefined) return
    setOpening(false)
    if (isSession(found)) choose(found)
    // The user did not ask for this attempt.
    else if (text !== fallback || found !== 'session-ended') setFault(found)
  }

  /** Follows a link. No link replaces a session: neither the one of this page, nor that of the person whose cookie it can use. */
  async function follow(token: string) {
    const own = stored.read()
    if (own) return own.token === token ? undefined : setLink({ mode: 'unused', name: own.name })
    if (token === fallback) return open(token)
    setOpening(true)
    const cookie = allowedFallback()
    const ofPerson = cookie === undefined ? 'session-ended' : await attemptAt(cookie, wanted)
    const found = isSession(ofPerson) ? ofPerson : ofPerson && (faultOfText(token) ?? (await attemptAt(token, wanted)))
    if (found === undefined) return
    setOpening(false)
    if (found === ofPerson && isSession(found)) {
      choose(found)
      setLink({ mode: 'unused', name: found.name })
    } else if (isOffer(found)) setLink({ mode: 'offered', found })
    else setFault(found)
  }

  function acceptLink() {
    if (link.mode !== 'offered') return
    const { found } = link
    // Another tab may have signed in this device meanwhile.
    const own = stored.read()
    setLink(own ? { mode: 'unused', name: own.name } : none)
    if (own) setSession(own)
    else if (isSession(found)) choose(found)
    else setFault(found)
  }

  /** Refreshes the stored session. Without a connection, the page uses it unchanged. */
  async function refresh({ token, entity, isOfTab }: Session) {
    const found = await attemptAt(token, entity.id)
    if (found === undefined || found === 'no-connection' || found === 'unavailable') return
    if (isSession(found)) choose({ ...found, ...(isOfTab && { isOfTab }) })
    else close(found)
  }

  /** Resolves to undefined if a later attempt has replaced this one. */
  async function attemptAt(token: string, entityId: string | undefined) {
    const mine = ++attempt.current
    const found = await openSession(token, needed, entityId).catch((why: SignInFault) => why)
    return mine === attempt.current ? found : undefined
  }

  async function begin() {
    // A link can follow a session that has ended.
    if (session) await refresh(session)
    if (fromAddress !== undefined) follow(fromAddress)
    else if (first !== undefined) open(first)
  }

  useEffect(() => {
    begin()
    const followAddress = () => {
      const token = takeTokenFromAddress(fallback)
      if (token !== undefined) follow(token)
    }
    // The user signed out the device in another tab.
    const leave = (event: StorageEvent) => {
      if (event.key !== stored.key || event.newValue !== null || !latest.current || latest.current.isOfTab) return
      // Otherwise, a reload would open the desk with the session of this tab.
      forgetTab()
      forget()
    }
    // Back leads to a page that the browser kept, also after a sign-out.
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted && stored.read()?.token !== latest.current?.token) location.reload()
    }
    window.addEventListener('hashchange', followAddress)
    window.addEventListener('storage', leave)
    window.addEventListener('pageshow', comeBack)
    return () => {
      window.removeEventListener('hashchange', followAddress)
      window.removeEventListener('storage', leave)
      window.removeEventListener('pageshow', comeBack)
    }
  }, [])

  useEffect(() => {
    if (session?.token !== cookieSession) return
    // After the end of the session, a page shows no personal data, even if it sends no requests by itself.
    const check = () =>
      connect(cookieSession, { retries: 0, timeoutMs: 10_000 })
        .currentSession()
        .catch((error) => {
          const why = refusalOfCredential(error)
          if (why) close(why)
        })
    const timer = setInterval(check, checkAfterMs)
    const checkIfVisible = () => document.visibilityState === 'visible' && check()
    document.addEventListener('visibilitychange', checkIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', checkIfVisible)
    }
  }, [session?.token])

  return {
    session,
    fault,
    isOpening,
    isEntering: isOpening && first !== undefined && !fault,
    link,
    acceptLink,
    dismissLink: () => setLink(none),
    open,
    choose,
    close,
    endCookie: end,
  }
}

const none: Link = { mode: 'none' }

const isSession = (found: Session | SignInFault | undefined): found is Session =>
  typeof found === 'object' && 'token' in found

const isOffer = (found: Session | SignInFault): found is Session | WithoutEntity =>
  isSession(found) || (typeof found === 'object' && 'withoutEntity' in found)

function withEntity(session: Session | undefined, wanted: string | undefined): Session | undefined {
  const entity = session?.entities.find(({ id }) => id === wanted)
  return session && entity ? { ...session, entity } : session
}
