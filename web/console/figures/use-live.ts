import { useEffect, useRef, useState } from 'preact/hooks'
import type { ActionRecord } from '../../../client/client.ts'
import type { Session, SignInFault } from '../../access/session.ts'
import { type Connection, follow } from '../../follow.ts'
import type { LiveAction } from './figures.ts'

const maxActions = 500

/** The number of earlier actions with which the list begins. */
export const earlier = 30

/** Follows the entity's actions after a sequence, latest first. Begins with the actions before it. `count` is the number of
 *  actions after it.
 *  @param since undefined while the summary loads
 *  @param onReset loads the summary again */
export function useLive(
  session: Session,
  since: number | undefined,
  onReset: () => void,
  onRefused: (fault: SignInFault) => void,
) {
  const [live, setLive] = useState<LiveAction[]>([])
  const [count, setCount] = useState(0)
  const [connection, setConnection] = useState<Connection>('connecting')
  const latestSince = useRef(0)
  const isKnown = since !== undefined
  if (isKnown) latestSince.current = since

  useEffect(() => {
    setLive([])
    if (!isKnown) return
    const ending = new AbortController()
    const following = {
      begin: async () => Math.max(0, latestSince.current - earlier),
      onActions(actions: ActionRecord[], sequence: number) {
        // Without a filter, sequences have no gaps.
        const numbered = actions.map((action, index) => ({ action, sequence: sequence - actions.length + 1 + index }))
        const added = numbered.filter((one) => one.sequence > latestSince.current).length
        setCount((before) => before + added)
        setLive((before) => [...numbered.toReversed(), ...before].slice(0, maxActions))
      },
      onConnection: setConnection,
      onReset() {
        setLive([])
        onReset()
      },
      onRefused,
    }
    follow(session, {}, following, ending.signal)
    return () => ending.abort()
  }, [session.token, session.entity.id, isKnown])

  return { live, count, connection }
}
