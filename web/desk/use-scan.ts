import { useEffect, useRef, useState } from 'preact/hooks'
import { ProblemError } from '../../client/client.ts'
import { idempotencyKey } from '../../client/request.ts'
import { refusedBecause, type Session, type SignInFault } from '../access/session.ts'
import { useNewCodes } from '../scan/use-new-codes.ts'
import type { useKeptArrivals } from './use-kept-arrivals.ts'
import { keyOf, lookUp, type Subject, undoArrival, type Verdict } from './verdict.ts'

/** A scanned code or a chosen visit. It has no verdict during the lookup. */
export interface Scan {
  subject: Subject
  verdict?: Verdict
}

/** @param keeping keeps the arrivals that the service has not recorded */
export function useScan(
  session: Session,
  keeping: ReturnType<typeof useKeptArrivals>,
  onRefused: (fault: SignInFault) => void,
) {
  const [scan, setScan] = useState<Scan>()
  /** The latest scan, also before the next render. */
  const latest = useRef<Scan>(undefined)
  /** The keys of the subjects that requests change. */
  const [changing, setChanging] = useState<string[]>([])
  const looking = useRef<AbortController>(undefined)
  const isGone = useRef(false)

  function show(next: Scan | undefined) {
    latest.current = next
    setScan(next)
  }

  const isShown = (subject: Subject) => latest.current !== undefined && keyOf(latest.current.subject) === keyOf(subject)

  function look(subject: Subject) {
    keeping.dropOf(subject)
    show({ subject })
    ask(subject)
  }

  /** Returns to the start, without a verdict. */
  function clear() {
    looking.current?.abort()
    show(undefined)
  }

  async function ask(subject: Subject) {
    looking.current?.abort()
    looking.current = new AbortController()
    const { signal } = looking.current
    const waiting = keeping.waiting(subject)
    if (waiting) return show({ subject, verdict: { outcome: 'kept', record: waiting.record } })
    const verdict = await settled(lookUp(session, subject, signal))
    if (verdict && !signal.aborted) show({ subject, verdict })
  }

  async function markArrived() {
    const [subject, record] = [scan?.subject, scan?.verdict?.record]
    if (subject === undefined || record === undefined || changing.includes(keyOf(subject))) return
    const at = new Date().toISOString()
    const arrival = { key: idempotencyKey(), at, entityId: session.entity.id, subject, record }
    const verdict = await change(
      subject,
      keeping.mark(arrival, () => isShown(subject)),
    )
    if (!verdict || !isShown(subject)) return
    // Abort the lookup in progress: its result predates the arrival.
    looking.current?.abort()
    show({ subject, verdict })
  }

  /** Discards an arrival that was not sent. Then the page looks the subject up again. */
  async function discard() {
    const subject = scan?.subject
    if (subject !== undefined && !changing.includes(keyOf(subject))) await change(subject, keeping.discard(subject))
  }

  async function undo(reason: string) {
    const subject = scan?.subject
    if (subject === undefined || changing.includes(keyOf(subject))) return
    const failure = await change(subject, undoArrival(session, subject, reason))
    if (!isShown(subject)) return
    if (failure) show({ subject, verdict: { ...scan?.verdict, ...failure } })
    else await ask(subject)
  }

  async function change<Result>(subject: Subject, asking: Promise<Result>): Promise<Result | undefined> {
    setChanging((keys) => [...keys, keyOf(subject)])
    const result = await settled(asking)
    setChanging((keys) => keys.filter((key) => key !== keyOf(subject)))
    return result
  }

  /** Resolves to undefined after an abort or a sign-out. */
  const settled = <Result>(asking: Promise<Result>) =>
    asking.catch((error: Error) => {
      if (error instanceof ProblemError && !isGone.current) onRefused(refusedBecause(error))
      return undefined
    })

  // Retry after temporary errors, so that no second scan is necessary.
  const again = scan?.verdict?.again
  useEffect(() => {
    if (again === undefined) return
    // A render removes the timer, but may come after it.
    const retry = () => latest.current === scan && ask(scan!.subject)
    const timer = setTimeout(retry, again * 1_000)
    window.addEventListener('online', retry, { once: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', retry)
    }
  }, [scan])
  // The arrival was sent, perhaps by another tab, or discarded.
  useEffect(() => {
    if (scan?.verdict?.outcome === 'kept' && !keeping.waiting(scan.subject)) ask(scan.subject)
  }, [scan, keeping.kept])
  useEffect(
    () => () => {
      isGone.current = true
      looking.current?.abort()
    },
    [],
  )

  const lookUpCode = (code: string) => look({ code })
  /** Looks an expected visit up again, and shows its verdict meanwhile. */
  const refresh = () => {
    if (latest.current?.verdict?.outcome === 'expected') ask(latest.current.subject)
  }
  const see = useNewCodes(lookUpCode)
  return {
    ...{ scan, look, lookUpCode, see, clear, markArrived, discard, undo, refresh },
    isChanging: scan !== undefined && changing.includes(keyOf(scan.subject)),
  }
}
