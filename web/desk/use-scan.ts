import { useEffect, useRef, useState } from 'preact/hooks'
import { type CheckinRecord, ProblemError } from '../../client/client.ts'
import type { Session, SignInFault } from '../access/session.ts'
import { useNewCodes } from '../scan/use-new-codes.ts'
import { lookUp, markArrival, type Verdict } from './verdict.ts'

/** A scanned code. It has no verdict during the lookup. */
export interface Scan {
  code: string
  verdict?: Verdict
}

/** An arrival that could not be marked. */
export interface Unmarked {
  code: string
  record: CheckinRecord
}

export function useScan(session: Session, onRefused: (fault: SignInFault) => void) {
  const [scan, setScan] = useState<Scan>()
  const [marking, setMarking] = useState<string>()
  const [unmarked, setUnmarked] = useState<Unmarked[]>([])
  const looking = useRef<AbortController>(undefined)
  const shown = useRef<string>(undefined)
  const isGone = useRef(false)

  function look(code: string) {
    shown.current = code
    forget(code)
    setScan({ code })
    ask(code)
  }

  function forget(code: string) {
    setUnmarked((before) => before.filter((one) => one.code !== code))
  }

  async function ask(code: string) {
    looking.current?.abort()
    looking.current = new AbortController()
    const { signal } = looking.current
    const verdict = await settled(lookUp(session, code, signal))
    if (verdict && !signal.aborted) setScan({ code, verdict })
  }

  async function markArrived() {
    const [code, record] = [scan?.code, scan?.verdict?.record]
    if (code === undefined || record === undefined || marking === code) return
    setMarking(code)
    const verdict = await settled(markArrival(session, code, record))
    setMarking((now) => (now === code ? undefined : now))
    if (!verdict) return
    forget(code)
    const isShown = shown.current === code
    // The next scan hides a temporary error. The receptionist has read a refusal that the screen shows.
    const isMissed = isShown ? verdict.again !== undefined : verdict.outcome !== 'arrived'
    if (isMissed) setUnmarked((before) => [...before, { code, record }])
    if (!isShown) return
    // Abort the lookup in progress: its result predates the arrival.
    looking.current?.abort()
    setScan({ code, verdict })
  }

  /** Resolves to undefined after an abort or a sign-out. */
  const settled = (asking: Promise<Verdict>) =>
    asking.catch((error: Error) => {
      if (error instanceof ProblemError && !isGone.current) onRefused('not-accepted')
      return undefined
    })

  // Retry after temporary errors, so that no second scan is necessary.
  const again = scan?.verdict?.again
  useEffect(() => {
    if (again === undefined) return
    const retry = () => ask(scan!.code)
    const timer = setTimeout(retry, again * 1_000)
    window.addEventListener('online', retry, { once: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', retry)
    }
  }, [scan])
  useEffect(
    () => () => {
      isGone.current = true
      looking.current?.abort()
    },
    [],
  )

  const see = useNewCodes(look)
  const hidden = unmarked.filter(({ code }) => code !== scan?.code)
  return { scan, look, see, isMarking: marking !== undefined && marking === scan?.code, markArrived, unmarked: hidden }
}
