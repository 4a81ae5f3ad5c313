import { useEffect, useRef, useState } from 'preact/hooks'
import { ProblemError } from '../../client/client.ts'
import { refusedBecause, type Session, type SignInFault } from '../access/session.ts'
import type { KeptArrival } from './device-database.ts'
import {
  announce,
  drop,
  forgetOldArrivals,
  isKept,
  keptArrivals,
  noteRefusal,
  store,
  watchArrivals,
} from './kept-arrivals.ts'
import { markArrival } from './mark-arrival.ts'
import type { Verdict } from './verdict.ts'

const sendAgainAfterMs = 5_000

/** Stores each arrival on this device before the first request, and removes it when the service has recorded it. Sends those
 *  that wait, in order, as soon as there is a connection. */
export function useKeptArrivals(session: Session, onRefused: (fault: SignInFault) => void) {
  const [kept, setKept] = useState<KeptArrival[]>([])
  /** The same, also before the next render. */
  const latest = useRef<KeptArrival[]>([])
  const isSending = useRef(false)
  /** The latest request of an arrival that waited. */
  const sending = useRef<Promise<Verdict>>(undefined)
  /** The keys of the arrivals that the receptionist discarded. */
  const discarded = useRef(new Set<string>())
  /** The keys of the arrivals whose first request is under way. */
  const firstRequests = useRef(new Set<string>())
  const { entity } = session

  /** The arrivals at the clinics that the token can access, apart from those whose first request is under way. */
  const waitingOrRefused = async () =>
    (await keptArrivals(session)).filter(({ key }) => !firstRequests.current.has(key))

  async function reload() {
    latest.current = await waitingOrRefused()
    setKept(latest.current)
  }

  async function send() {
    if (isSending.current) return
    isSending.current = true
    try {
      await forgetOldArrivals()
      for (const arrival of await waitingOrRefused()) {
        if (arrival.refusal !== undefined) continue
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

  const arrivalsOf = (id: string) => latest.current.filter((one) => one.entityId === entity.id && one.id === id)
  const waiting = (id: string) => arrivalsOf(id).find(({ refusal }) => refusal === undefined)

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
    /** Returns the arrival of a notification that waits for a connection. */
    waiting,

    /** Sends an arrival for the first time. Without an answer from the service, it waits on this device.
     *  @param isRead returns whether the receptionist reads the verdict on the screen
     *  @throws ProblemError invalid-token: the arrival waits for the next sign-in */
    async mark(arrival: KeptArrival, isRead: () => boolean): Promise<Verdict> {
      const { key } = arrival
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
        return verdict.again === undefined ? verdict : { outcome: 'kept' }
      } finally {
        firstRequests.current.delete(key)
        await reload()
      }
    },

    /** Removes the arrival of a notification that waits, so that it is not sent. A request that is under way may still record
     *  it: a lookup afterwards shows that. */
    async discard(id: string) {
      const arrival = waiting(id)
      if (arrival === undefined) return
      discarded.current.add(arrival.key)
      await sending.current?.catch(() => {})
      await drop(arrival.key)
      await reload()
    },

    /** Removes the refused arrivals of a notification that the receptionist looks at again. */
    async dropRefused(id: string) {
      await drop(...arrivalsOf(id).flatMap(({ key, refusal }) => (refusal === undefined ? [] : [key])))
      await reload()
    },
  }
}
