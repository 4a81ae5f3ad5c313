import { useEffect, useState } from 'preact/hooks'
import { type ActionRecord, createClient } from '../../client/client.ts'
import { type Session, type SignInFault, serviceUrl } from '../access/session.ts'
import type { ClinicTime } from '../clinic-time.ts'
import { type Connection, follow } from '../follow.ts'
import { useToday } from '../use-today.ts'

const filters = { action: ['arrive' as const, 'annul' as const] }

/** Applies actions, earliest first, to a list of arrivals, latest first. An annulment removes its arrival. */
function withActions(arrivals: ActionRecord[], actions: ActionRecord[]): ActionRecord[] {
  const arrived = new Map(arrivals.toReversed().map((arrival) => [arrival.notification_id, arrival]))
  for (const action of actions) {
    arrived.delete(action.notification_id)
    if (action.action === 'arrive') arrived.set(action.notification_id, action)
  }
  return [...arrived.values()].reverse()
}

/** Follows today's arrivals at all desks of the clinic, latest first. Returns undefined while they load. */
export function useArrivals(session: Session, time: ClinicTime, onRefused: (fault: SignInFault) => void) {
  const [arrivals, setArrivals] = useState<ActionRecord[]>()
  const [connection, setConnection] = useState<Connection>('connecting')
  const today = useToday(time)
  const { token, entity } = session

  useEffect(() => {
    const ending = new AbortController()
    setArrivals(undefined)
    const following = {
      async begin(signal: AbortSignal) {
        const client = createClient({ url: serviceUrl, token, retries: 0, signal })
        const { actions, sequence } = await client.snapshot(entity.id, today, today, filters)
        setArrivals(withActions([], actions))
        return sequence
      },
      onActions: (actions: ActionRecord[]) =>
        setArrivals((before = []) =>
          withActions(
            before,
            actions.filter(({ date }) => time.dayOf(date) === today),
          ),
        ),
      onConnection: setConnection,
      onRefused,
    }
    follow(session, filters, following, ending.signal)
    return () => ending.abort()
  }, [token, entity.id, today])

  return { arrivals, connection }
}
