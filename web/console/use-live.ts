import { useEffect, useState } from 'preact/hooks'
import type { ActionRecord } from '../../client/client.ts'
import type { Session, SignInFault } from '../access/session.ts'
import { type Connection, follow } from '../follow.ts'
import type { Live } from './figures.ts'

const maxKept = 500

/** What happens at the entity from a sequence on, the latest first.
 *  @param since undefined until it is known */
export function useLive(session: Session, since: number | undefined, onRefused: (fault: SignInFault) => void) {
  const [live, setLive] = useState<Live[]>([])
  const [count, setCount] = useState(0)
  const [connection, setConnection] = useState<Connection>('connecting')
  const isKnown = since !== undefined

  useEffect(() => {
    setLive([])
    if (!isKnown) return
    const ending = new AbortController()
    const following = {
      begin: async () => since,
      onActions(actions: ActionRecord[], sequence: number) {
        // Without a filter, no sequence is left out.
        const told = actions.map((action, index) => ({ action, sequence: sequence - actions.length + 1 + index }))
        setCount((before) => before + actions.length)
        setLive((before) => [...told.toReversed(), ...before].slice(0, maxKept))
      },
      onConnection: setConnection,
      onRefused,
    }
    follow(session, {}, following, ending.signal)
    return () => ending.abort()
  }, [session.token, session.entity.id, isKnown])

  return { live, count, connection }
}
