import { useEffect, useRef, useState } from 'preact/hooks'
import { ProblemError } from '../../client/client.ts'
import { refusedBecause, type Session, type SignInFault } from '../access/session.ts'
import type { KeptArrival } from './device-database.ts'
import { announce, drop, isKept, keptArrivals, noteRefusal, store, watchArrivals } from './kept-arrivals.ts'
import { keyOf, markArrival, type Verdict } from './verdict.ts'

const sendAgainAfterMs = 5_000
/** A refused arrival that nobody looks at. */
const refusedForMs = 24 * 60 * 60_000

/** Stores each arrival on this device before the first request, and removes it when the service has recorded it. Sends those
 *  that wait, in order, as soon as there is a connection. */
export function useKeptArrivals(session: Session, onRefused: (fault: SignInFault) => void) {
  const [kept, setKept] = useState<KeptArrival[]>([])
  const isSending = useRef(false)
  /** The latest request of an arrival that waited. */
  const sending = useRef<Promise<Verdict>>(undefined)
  /** The keys of the arrivals that the receptionist discarded. */
  const discarded = useRef(new Set<string>())
  /** The keys of the arrivals whose first request is under way. */
  const firstRequests = useRef(new Set<string>())
  const { entity, entities } = session
  const mayAccess = (entityId: string) => entityId === entity.id || entities.some(({ id }) => id === entityId)

  /** The arrivals at the clinics that the token can access, apart from those whose first request is under way. */
  const waitingOrRefused = async () =>
    (await keptArrivals()).filter(({ key, entityId }) => mayAccess(entityId) && !firstRequests.current.has(key))

  async function reload() {
    setKept(await waitingOrRefused())
  }

  async function send() {
    if (isSending.current) return
    isSending.current = true
    try {
      for (const arrival of await waitingOrRefused()) {
        if (arrival.refusal !== undefined) {
          if (Date.now() - Date.parse(arrival.at) > refusedForMs) await drop(arrival.key)
          continue
        }
        if (discarded.current.has(arrival.key) || !(await isKept(arrival.key))) continue
        sending.current = markArrival(session.token, arrival, arrival.at)
        const verdict = await sending.current
        if (verdict.again !== undefined) return
        await settle(arrival, verdict, false)
      }
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      onRefused(refusedBecause(error))
    } finally {
      isSending.current = false
      await reload()
    }
  }

  /** Also if the arrival was marked with the code of the visit. */
  const isOf = (one: KeptArrival, subject: KeptArrival['subject']) =>
    one.entityId === entity.id &&
    (keyOf(one.subject) === keyOf(subject) || ('visit' in subject && one.record.id === subject.visit.id))

  const waiting = (subject: KeptArrival['subject']) =>
    kept.find((one) => one.refusal === undefined && isOf(one, subject))

  /** @param isRead whether the receptionist reads the verdict on the screen */
  async function settle({ key }: KeptArrival, { outcome, again }: Verdict, isRead: boolean) {
    if (again !== undefined) announce()
    else if (outcome === 'arrived' || isRead) await drop(key)
    else await noteRefusal(key, outcome)
  }

  useEffect(() => {
    send()
    const timer = setInterval(send, sendAgainAfterMs)
    window.addEventListener('online', send)
    const stop = watchArrivals(reload)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', send)
      stop()
    }
  }, [session.token, entity.id])

  return {
    kept,
    /** Returns the arrival of a subject that waits for a connection. */
    waiting,

    /** Sends an arrival for the first time. Without an answer from the service, it waits on this device.
     *  @param isRead returns whether the receptionist reads the verdict on the screen
     *  @throws ProblemError invalid-token: the arrival waits for the next sign-in */
    async mark(arrival: KeptArrival, isRead: () => boolean): Promise<Verdict> {
      const { key, record } = arrival
      firstRequests.current.add(key)
      try {
        // A device with a full disk cannot keep it, but can send it.
        const isStored = await store(arrival).then(
          () => true,
          () => false,
        )
        const verdict = await markArrival(session.token, arrival)
        if (!isStored) return verdict
        await settle(arrival, verdict, isRead())
        return verdict.again === undefined ? verdict : { outcome: 'kept', record }
      } finally {
        firstRequests.current.delete(key)
        await reload()
      }
    },

    /** Removes the arrival of a subject that waits, so that it is not sent. A request that is under way may still record it:
     *  a lookup afterwards shows that. */
    async discard(subject: KeptArrival['subject']) {
      const arrival = waiting(subject)
      if (arrival === undefined) return
      discarded.current.add(arrival.key)
      await sending.current?.catch(() => {})
      await drop(arrival.key)
      await reload()
    },

    /** Removes the refused arrivals of a subject that the receptionist looks at again. */
    async dropOf(subject: KeptArrival['subject']) {
      const refused = kept.filter((one) => one.refusal !== undefined && isOf(one, subject))
      for (const { key } of refused) await drop(key)
      if (refused.length > 0) await reload()
    },
  }
}
