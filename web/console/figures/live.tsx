import { useEffect, useState } from 'preact/hooks'
import type { ActionRecord } from '../../../client/client.ts'
import { connect } from '../../shared/access/connect.ts'
import type { Session, SignInFault } from '../../shared/access/session.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import { type Connection, follow } from '../../shared/loading/follow.ts'
import { writtenDay } from '../../shared/time/clinic-time.ts'
import { startOf } from '../../shared/visits/visit.ts'
import './live.css'

interface Props {
  today: string
  onOpen: (record: ActionRecord) => void
  onRefused: (fault: SignInFault) => void
}

/** The latest actions, and each new one as it happens. */
export function LiveActions({ today, onOpen, onRefused }: Props) {
  const { session, time } = useSignedIn()
  const { say, locale } = useTexts('console')
  const { live, connection } = useLive(session, today, onRefused)
  const dayOf = (index: number) => live[index] && time.dayOf(live[index].action.date)
  const written = (day: string) => (day === today ? say.presets.today : writtenDay(day, locale, 'medium'))
  return (
    <section class="card live-actions" aria-labelledby="live">
      <h2 id="live">{say.live}</h2>
      <p class={`connection ${connection}`} role="status">
        {say.connection[connection]}
      </p>
      {/* Announces new actions, but not those with which the list begins. */}
      <ol aria-live={connection === 'live' ? 'polite' : 'off'} aria-relevant="additions">
        {live.map(({ sequence, action }, index) => {
          const day = dayOf(index)!
          const start = startOf(action)
          return (
            <li key={sequence}>
              {day !== dayOf(index - 1) && <p class="day">{written(day)}</p>}
              <p class="what">
                <span class={`mark ${action.action}`}>{say.actions[action.action]}</span>{' '}
                <time dateTime={action.date}>{time.time(action.date)}</time>
              </p>
              <button type="button" class="quiet" dir="auto" onClick={() => onOpen(action)}>
                {action.contact.name}
              </button>
              {start && <p class="hint">{time.moment(start)}</p>}
            </li>
          )
        })}
      </ol>
      {live.length === 0 && connection === 'live' && <p class="hint">{say.nothingYet}</p>}
    </section>
  )
}

const maxActions = 30

interface LiveAction {
  sequence: number
  action: ActionRecord
}

/** Follows the entity's actions, latest first. Begins with the actions before. */
function useLive(session: Session, today: string, onRefused: (fault: SignInFault) => void) {
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
