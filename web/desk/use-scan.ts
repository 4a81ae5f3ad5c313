import { useEffect, useRef, useState } from 'preact/hooks'
import { ProblemError } from '../../client/client.ts'
import type { Session } from '../access/session.ts'
import { lookUp, markArrival, type Verdict } from './verdict.ts'

/** A code that was brought to the desk; without a verdict it is being looked up. */
export interface Scan {
  code: string
  verdict?: Verdict
}

// So long a code that is still in view, or scanned twice, is not looked up again.
const ignoredFor = 5_000

export function useScan(session: Session, onNotAccepted: () => void) {
  const [scan, setScan] = useState<Scan>()
  const [isMarking, setMarking] = useState(false)
  const looking = useRef<AbortController>(undefined)
  const seenAt = useRef({ code: '', at: -Infinity })

  function look(code: string) {
    setScan({ code })
    ask(code)
  }

  async function ask(code: string) {
    looking.current?.abort()
    looking.current = new AbortController()
    const { signal } = looking.current
    const verdict = await settled(lookUp(session, code, signal))
    if (verdict && !signal.aborted) setScan({ code, verdict })
  }

  async function markArrived() {
    if (!scan?.verdict?.record) return
    setMarking(true)
    const verdict = await settled(markArrival(session, scan.code, scan.verdict.record))
    setMarking(false)
    if (verdict) setScan((now) => (now?.code === scan.code ? { ...now, verdict } : now))
  }

  /** Undefined when it does not matter any more. */
  const settled = (asking: Promise<Verdict>) =>
    asking.catch((error: Error) => {
      if (error instanceof ProblemError) onNotAccepted()
      return undefined
    })

  /** What a scanner sees, over and over. */
  function see(code: string) {
    const now = performance.now()
    const { code: before, at } = seenAt.current
    seenAt.current = { code, at: now }
    if (code !== before || now - at > ignoredFor) look(code)
  }

  // Trouble that passes is waited out: nobody has to scan again.
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
  useEffect(() => () => looking.current?.abort(), [session])

  return { scan, look, see, isMarking, markArrived }
}
