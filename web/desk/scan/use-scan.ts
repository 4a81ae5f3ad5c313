import { useEffect, useRef, useState } from 'preact/hooks'
import { ProblemError } from '../../../client/client.ts'
import { idempotencyKey } from '../../../client/request.ts'
import { noteAct } from '../../shared/access/attendance.ts'
import { connect } from '../../shared/access/connect.ts'
import { refusedBecause, type Session, type SignInFault } from '../../shared/access/session.ts'
import { undoArrival } from '../arrivals/mark-arrival.ts'
import type { useUnsentArrivals } from '../arrivals/use-unsent-arrivals.ts'
import type { KnownDay } from '../day/known-day.ts'
import type { PersonControl } from '../person/use-person.ts'
import { keyOf, type ScanTarget } from '../verdict/verdict.ts'
import { lookUp } from './look-up.ts'
import { type Facts, isShown, nextScan, type Scan, type ScanAction, type ScanEvent } from './scan.ts'
import { useNewCodes } from './use-new-codes.ts'

type ActionOf<Type> = Extract<ScanAction, { type: Type }>

/** Runs the scan: sends its events to the table of transitions, and does the actions.
 *  @param day the visits of today; undefined in the waiting room */
export function useScan(
  session: Session,
  unsent: ReturnType<typeof useUnsentArrivals>,
  onRefused: (fault: SignInFault) => void,
  { onVerdict }: Pick<PersonControl, 'onVerdict'>,
  day?: KnownDay,
) {
  const [scan, setScan] = useState<Scan>({ mode: 'idle' })
  /** The latest scan, also before the next render. */
  const latest = useRef(scan)
  /** The keys of the targets that requests change. */
  const [changing, setChanging] = useState<string[]>([])
  const looking = useRef<AbortController>(undefined)
  const isUnmounted = useRef(false)
  const knownDay = useRef(day)
  knownDay.current = day

  const facts: Facts = {
    isUnsent: (id) => unsent.waiting(id) !== undefined,
    visit: (id) => knownDay.current?.visits.get(id)?.visit,
    isChanging: (target) => changing.includes(keyOf(target)),
  }

  function send(event: ScanEvent) {
    const { scan, actions } = nextScan(latest.current, event, facts)
    latest.current = scan
    setScan(scan)
    for (const action of actions) act(action)
  }

  function act(action: ScanAction) {
    if (action.type === 'look-up') return find(action)
    if (action.type === 'stop-looking') return looking.current?.abort()
    if (action.type === 'drop-refused') return unsent.dropRefused(action.id)
    if (action.type === 'mark') return mark(action)
    if (action.type === 'discard') return change(action.target, unsent.discard(action.id))
    return undo(action)
  }

  async function find({ target }: ActionOf<'look-up'>) {
    looking.current?.abort()
    looking.current = new AbortController()
    const { signal } = looking.current
    const client = connect(session.token, { retries: 0, timeoutMs: 8_000, signal })
    const verdict = await settled(lookUp(client, session, target, knownDay.current))
    if (verdict && !signal.aborted) send({ type: 'found', verdict })
  }

  async function mark({ target, before, id, name, reason }: ActionOf<'mark'>) {
    const isByCode = 'code' in target && !session.scopes.includes('checkin:write')
    const arrival = {
      key: idempotencyKey(),
      at: new Date().toISOString(),
      entityId: session.entity.id,
      id,
      name,
      ...(isByCode && { code: before.code ?? target.code }),
      ...(reason !== undefined && { reason }),
    }
    const marking = unsent.mark(arrival, () => isShown(latest.current, target))
    const verdict = await change(target, marking)
    if (verdict) send({ type: 'marked', target, before, verdict })
  }

  async function undo({ target, before, id, reason }: ActionOf<'undo'>) {
    const failure = await change(target, undoArrival(session, id, reason))
    if (failure) onVerdict(failure)
    send({ type: 'undone', target, before, failure })
  }

  async function change<Result>(target: ScanTarget, request: Promise<Result>): Promise<Result | undefined> {
    setChanging((keys) => [...keys, keyOf(target)])
    const result = await settled(request)
    setChanging((keys) => keys.filter((key) => key !== keyOf(target)))
    return result
  }

  /** Resolves to undefined after an abort or a sign-out. */
  const settled = <Result>(request: Promise<Result>) =>
    request.catch((error: Error) => {
      if (error instanceof ProblemError && !isUnmounted.current) onRefused(refusedBecause(error))
      return undefined
    })

  // Retry after temporary errors, so that no second scan is necessary.
  useEffect(() => {
    const retryAfterSeconds = scan.verdict?.retryAfterSeconds
    if (retryAfterSeconds === undefined) return
    // A render removes the timer, but may come after it.
    const retry = () => latest.current === scan && send({ type: 'retry' })
    const timer = scan.mode === 'retrying' ? setTimeout(retry, retryAfterSeconds * 1_000) : undefined
    window.addEventListener('online', retry, { once: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', retry)
    }
  }, [scan])
  useEffect(() => send({ type: 'unsent-changed' }), [scan, unsent.arrivals])
  useEffect(
    () => () => {
      isUnmounted.current = true
      looking.current?.abort()
    },
    [],
  )

  const lookUpTarget = (target: ScanTarget) => send({ type: 'look-up', target })
  const lookUpCode = (code: string, readings?: string[]) => {
    // A person who shows codes to the camera does not touch the desk.
    noteAct()
    lookUpTarget({ code, readings })
  }
  return {
    scan,
    lookUpTarget,
    lookUpCode,
    /** Receive the codes of scanners and of the camera. */
    ...useNewCodes(lookUpCode, (code) => isShown(latest.current, { code })),
    clear: () => send({ type: 'clear' }),
    markArrived: (reason?: string) => send({ type: 'mark', reason }),
    discard: () => send({ type: 'discard' }),
    undo: (reason: string) => send({ type: 'undo', reason }),
    refresh: () => send({ type: 'refresh' }),
    isChanging: scan.target !== undefined && changing.includes(keyOf(scan.target)),
  }
}
