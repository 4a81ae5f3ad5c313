import { useEffect, useState } from 'preact/hooks'
import {
  keptSession,
  openSession,
  type Scope,
  type Session,
  type SignInFault,
  takeTokenFromAddress,
} from './session.ts'

/** The page's session, and how to begin and to end one. */
export interface SessionUse {
  session: Session | undefined
  /** Why there is none; undefined when nobody has tried yet. */
  fault: SignInFault | undefined
  isOpening: boolean
  /** Whether that is by a token that came with the address. */
  isEntering: boolean
  open(token: string): void
  choose(session: Session): void
  close(fault?: SignInFault): void
}

/** @param needed the scopes without which the page is of no use
 *  @param wanted the entity that the page is asked to show, if the token is for it */
export function useSession(storage: Storage, key: string, needed: readonly Scope[], wanted?: string): SessionUse {
  const [kept] = useState(() => keptSession(storage, key))
  const [fromAddress] = useState(takeTokenFromAddress)
  const [session, setSession] = useState(() => (fromAddress === undefined ? showing(kept.read(), wanted) : undefined))
  const [fault, setFault] = useState<SignInFault>()
  const [isOpening, setOpening] = useState(fromAddress !== undefined)

  function begin(opened: Session) {
    kept.write(opened)
    setFault(undefined)
    setSession(opened)
  }

  function close(why?: SignInFault) {
    kept.forget()
    setFault(why)
    setSession(undefined)
  }

  async function open(token: string) {
    setOpening(true)
    await openSession(token, needed, wanted).then(begin, setFault)
    setOpening(false)
  }

  useEffect(() => {
    if (fromAddress !== undefined) open(fromAddress)
    else if (session) refresh(session)
  }, [])

  /** What has changed since the session was kept. Without a connection, what was kept will do. */
  async function refresh({ token, entity }: Session) {
    const found = await openSession(token, needed, entity.id).catch((why: SignInFault) => why)
    if (typeof found === 'object' && 'token' in found) begin(found)
    else if (found !== 'no-connection' && found !== 'unavailable') close(found)
  }

  return {
    session,
    fault,
    isOpening,
    isEntering: isOpening && fromAddress !== undefined && !fault,
    open,
    choose: begin,
    close,
  }
}

function showing(session: Session | undefined, wanted: string | undefined): Session | undefined {
  const entity = session?.entities.find(({ id }) => id === wanted)
  return session && entity ? { ...session, entity } : session
}
