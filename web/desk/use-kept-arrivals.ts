import { useEffect, useRef, useState } from 'preact/hooks'
import { ProblemError } from '../../client/client.ts'
import type { Session, SignInFault } from '../access/session.ts'
import { drop, type KeptArrival, keep, keptArrivals, watchArrivals } from './device-store.ts'
import { keyOf, markArrival } from './verdict.ts'

const sendAgainAfterMs = 5_000

/** Sends the arrivals that this device keeps, in order, as soon as there is a connection. */
export function useKeptArrivals(session: Session, onRefused: (fault: SignInFault) => void) {
  const [kept, setKept] = useState<KeptArrival[]>([])
  const isSending = useRef(false)
  const { entity } = session

  async function reload() {
    setKept(await keptArrivals(entity.id))
  }

  async function send() {
    if (isSending.current) return
    isSending.current = true
    try {
      for (const arrival of await keptArrivals(entity.id)) {
        if (arrival.refusal === undefined && !(await sendOne(arrival))) return
      }
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      onRefused('not-accepted')
    } finally {
      isSending.current = false
      await reload()
    }
  }

  /** Returns false without a connection. */
  async function sendOne(arrival: KeptArrival): Promise<boolean> {
    const { outcome, again } = await markArrival(session, arrival.subject, arrival.record, arrival)
    if (again !== undefined) return false
    if (outcome === 'arrived') await drop(arrival.key)
    else await keep({ ...arrival, refusal: outcome })
    return true
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
    waiting: (subject: KeptArrival['subject']) =>
      kept.find((one) => one.refusal === undefined && keyOf(one.subject) === keyOf(subject)),
    async keep(arrival: KeptArrival) {
      await keep(arrival)
      await reload()
    },
    /** Removes the arrivals of a subject that the receptionist looks at again. */
    async dropOf(subject: KeptArrival['subject']) {
      const refused = kept.filter((one) => one.refusal !== undefined && keyOf(one.subject) === keyOf(subject))
      for (const { key } of refused) await drop(key)
      if (refused.length > 0) await reload()
    },
  }
}
