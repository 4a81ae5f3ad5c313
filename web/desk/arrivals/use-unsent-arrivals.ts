import { useEffect, useRef, useState } from 'preact/hooks'
import { ProblemError } from '../../../client/client.ts'
import { refusedBecause, type Session, type SignInFault } from '../../shared/access/session.ts'
import type { UnsentArrival } from '../device-database.ts'
import type { PersonControl } from '../person/use-person.ts'
import type { Verdict } from '../verdict/verdict.ts'
import { markArrival } from './mark-arrival.ts'
import {
  endOfRequest,
  isPending,
  isUnderWay,
  nextUnsent,
  storedState,
  type UnsentEvent,
  type UnsentState,
} from './unsent-arrival.ts'
import {
  announce,
  drop,
  forgetOldArrivals,
  isStored,
  noteRefusal,
  store,
  unsentArrivals,
  watchArrivals,
} from './unsent-arrivals.ts'

const sendAgainAfterMs = 5_000

/** Stores each arrival on this device before the first request, and removes it when the service has recorded it. Sends those
 *  that wait, in order, as soon as there is a connection, and a person where the service wants one. */
export function useUnsentArrivals(
  session: Session,
  onRefused: (fault: SignInFault) => void,
  { isMissing, onVerdict }: Pick<PersonControl, 'isMissing' | 'onVerdict'>,
) {
  const [arrivals, setArrivals] = useState<UnsentArrival[]>([])
  /** The same, also before the next render. */
  const latest = useRef<UnsentArrival[]>([])
  /** The states of the arrivals that requests of this tab are about, by key. */
  const underWay = useRef(new Map<string, UnsentState>())
  const isSending = useRef(false)
  /** The latest request of an arrival that waited. */
  const sending = useRef<Promise<unknown>>(undefined)
  const { entity } = session

  const stateOf = (arrival: UnsentArrival) => underWay.current.get(arrival.key) ?? storedState(arrival)

  /** Returns the arrivals at the clinics that the token can access, apart from those whose first request is under way. Those of the
   *  device wait for its own sign-in, not for a person's in a tab. */
  const listed = async () =>
    session.isOfTab ? [] : (await unsentArrivals(session)).filter((arrival) => stateOf(arrival) !== 'marking')

  async function reload() {
    latest.current = await listed()
    setArrivals(latest.current)
  }

  /** Applies an event to an arrival, and does what follows from it. Returns the new state. */
  async function apply(arrival: UnsentArrival, event: UnsentEvent, verdict?: Verdict): Promise<UnsentState> {
    const { key } = arrival
    const { to, action } = nextUnsent(stateOf(arrival), event)
    if (isUnderWay(to)) underWay.current.set(key, to)
    if (action === 'announce') announce()
    if (action === 'drop') await drop(key)
    if (action === 'note-refusal') await noteRefusal(key, verdict!.outcome)
    if (!isUnderWay(to)) underWay.current.delete(key)
    return to
  }

  async function sendAll() {
    if (isSending.current) return
    isSending.current = true
    try {
      await forgetOldArrivals()
      if (isMissing) return
      for (const arrival of await listed()) {
        if ((await apply(arrival, 'turn')) !== 'sending') continue
        const request = send(arrival)
        sending.current = request
        if ((await request)?.retryAfterSeconds !== undefined) return
      }
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      onRefused(refusedBecause(error))
    } finally {
      isSending.current = false
      await reload()
    }
  }

  /** Sends an arrival that waited, unless another tab has sent or discarded it.
   *  @throws ProblemError invalid-token */
  async function send(arrival: UnsentArrival): Promise<Verdict | undefined> {
    let verdict: Verdict | undefined
    try {
      if (!(await isStored(arrival.key)) || stateOf(arrival) !== 'sending') return undefined
      verdict = await markArrival(session.token, arrival, arrival.at)
      onVerdict(verdict)
      return verdict
    } finally {
      await apply(arrival, verdict ? endOfRequest(verdict, false) : 'unanswered', verdict)
    }
  }

  const arrivalsOf = (id: string) => latest.current.filter((one) => one.entityId === entity.id && one.id === id)
  const waiting = (id: string) => arrivalsOf(id).find(({ refusal }) => refusal === undefined)

  useEffect(() => {
    sendAll()
    const timer = setInterval(sendAll, sendAgainAfterMs)
    window.addEventListener('online', sendAll)
    const stop = watchArrivals(reload)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', sendAll)
      stop()
    }
  }, [session.token, entity.id, isMissing])

  return {
    arrivals,
    /** Returns the arrival of a notification that waits for a connection. */
    waiting,

    /** Sends an arrival for the first time. Without an answer from the service, or without a person, it waits on this device.
     *  @param isInSight returns whether the verdict will be on the screen
     *  @throws ProblemError invalid-token: the arrival waits for the next sign-in */
    async mark(arrival: UnsentArrival, isInSight: () => boolean): Promise<Verdict> {
      underWay.current.set(arrival.key, 'marking')
      try {
        const wasStored = await store(session, arrival)
        const verdict = await markArrival(session.token, arrival)
        onVerdict(verdict)
        if (!wasStored) return verdict
        await apply(arrival, endOfRequest(verdict, isInSight()), verdict)
        return isPending(verdict) ? { outcome: 'unsent' } : verdict
      } finally {
        underWay.current.delete(arrival.key)
        await reload()
      }
    },

    /** Removes the arrival of a notification that waits, so that it is not sent. A request that is under way may still record
     *  it: a lookup afterwards shows that. */
    async discard(id: string) {
      const arrival = waiting(id)
      if (arrival && (await apply(arrival, 'discard')) === 'discarded') await sending.current?.catch(() => {})
      if (arrival) await reload()
    },

    /** Removes the refused arrivals of a notification that the receptionist looks up again. */
    async dropRefused(id: string) {
      for (const arrival of arrivalsOf(id)) await apply(arrival, 'look-up')
      await reload()
    },
  }
}
