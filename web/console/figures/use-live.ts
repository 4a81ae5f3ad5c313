import { useEffect, useState } from 'preact/hooks'
import type { ActionRecord } from '../../../client/client.ts'
import { connect } from '../../shared/access/connect.ts'
import type { Session, SignInFault } from '../../shared/access/session.ts'
import { type Connection, follow } from '../../shared/loading/follow.ts'

const maxActions = 30

interface LiveAction {
  sequence: number
  action: ActionRecord
}

/** Follows the entity's actions, latest first. Begins with the actions before. */
export function useLive(session: Session, today: string, onRefused: (fault: SignInFault) => void) {
  const [live, setLive] = useState<LiveAction[]>([])
  const [connection, setConnection] = useState<Connection>('connecting')
  useEffect(() => {
    setLive([])
    const ending = new AbortController()
    const following = {
      async begin(signal: AbortSignal) {
        const { sequence } = await connect(session.token, { signal }).summary(session.entity.id, today, today)
        return Math.max(0, sequence - maxActions)
      },
      onActions(actions: ActionRecord[], sequence: number) {
        // Without a filter, sequences have no gaps.
        const numbered = actions.map((action, index) => ({ action, sequence: sequence - actions.length + 1 + index }))
        setLive((before) => [...numbered.toReversed(), ...before].slice(0, maxActions))
      },
      onConnection: setConnection,
      onReset: () => setLive([]),
      onRefused,
    }
    follow(session, {}, following, ending.signal)
    return () => ending.abort()
  }, [session.token, session.entity.id])
  return { live, connection }
}
