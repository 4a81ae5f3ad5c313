import { useEffect, useRef, useState } from 'preact/hooks'
import { ProblemError } from '../../client/client.ts'
import { idempotencyKey } from '../../client/request.ts'
import { refusedBecause, type Session, type SignInFault } from '../access/session.ts'
import { useNewCodes } from '../scan/use-new-codes.ts'
import type { KnownDay } from './known-day.ts'
import { lookUp } from './look-up.ts'
import { undoArrival } from './mark-arrival.ts'
import type { useKeptArrivals } from './use-kept-arrivals.ts'
import { keyOf, type Subject, type Verdict, whoOf } from './verdict.ts'

/** A scanned code or a chosen visit. It has no verdict during the lookup. */
export interface Scan {
  subject: Subject
  verdict?: Verdict
}

const visitOf = (scan: Scan | undefined) => scan?.verdict && whoOf(scan.subject, scan.verdict)

/** @param keeping keeps the arrivals that the service has not recorded
 *  @param day the visits of today; undefined in the waiting room */
export function useScan(
  session: Session,
  keeping: ReturnType<typeof useKeptArrivals>,
  onRefused: (fault: SignInFault) => void,
  day?: KnownDay,
) {
  const [scan, setScan] = useState<Scan>()
  /** The latest scan, also before the next render. */
  const latest = useRef<Scan>(undefined)
  /** The keys of the subjects that requests change. */
  const [changing, setChanging] = useState<string[]>([])
  const looking = useRef<AbortController>(undefined)
  const isGone = useRef(false)
  const knownDay = useRef(day)
  knownDay.current = day

  function show(next: Scan | undefined) {
    latest.current = next
    setScan(next)
  }

  const isShown = (subject: Subject) => latest.current !== undefined && keyOf(latest.current.subject) === keyOf(subject)

  async function look(subject: Subject) {
    show({ subject })
    await ask(subject)
    const found = latest.current?.subject === subject ? visitOf(latest.current) : undefined
    if (found) await keeping.dropRefused(found.id)
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
    if (!('code' in subject) && keeping.waiting(subject.id)) return show({ subject, verdict: keptVerdict(subject) })
    const verdict = await settled(lookUp(session, subject, knownDay.current, signal))
    if (!verdict || signal.aborted) return
    const found = whoOf(subject, verdict)
    const isWaiting = found !== undefined && keeping.waiting(found.id) !== undefined
    show({ subject, verdict: isWaiting ? { outcome: 'kept', record: verdict.record } : verdict })
  }

  const keptVerdict = ({ id, visit }: Exclude<Subject, { code: string }>): Verdict => ({
    outcome: 'kept',
    record: knownDay.current?.visits.get(id)?.visit ?? visit,
  })

  async function markArrived(reason?: string) {
    const [subject, marked] = [scan?.subject, visitOf(scan)]
    if (subject === undefined || marked === undefined || changing.includes(keyOf(subject))) return
    const { record } = scan!.verdict!
    const at = new Date().toISOString()
    const arrival = {
      ...{ key: idempotencyKey(), at, entityId: session.entity.id, ...marked },
      ...('code' in subject && !session.scopes.includes('checkin:write') && { code: subject.code }),
      ...(reason !== undefined && { reason }),
    }
    const verdict = await change(
      subject,
      keeping.mark(arrival, () => isShown(subject)),
    )
    if (!verdict || !isShown(subject)) return
    // Abort the lookup in progress: its result predates the arrival.
    looking.current?.abort()
    show({ subject, verdict: { ...verdict, record } })
  }

  /** Discards an arrival that was not sent. Then the page looks the subject up again. */
  async function discard() {
    const [subject, marked] = [scan?.subject, visitOf(scan)]
    if (subject && marked && !changing.includes(keyOf(subject))) await change(subject, keeping.discard(marked.id))
  }

  async function undo(reason: string) {
    const [subject, marked] = [scan?.subject, visitOf(scan)]
    if (subject === undefined || marked === undefined || changing.includes(keyOf(subject))) return
    const failure = await change(subject, undoArrival(session, marked.id, reason))
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
    const marked = scan?.verdict?.outcome === 'kept' ? visitOf(scan) : undefined
    if (marked && !keeping.waiting(marked.id)) ask(scan!.subject)
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
