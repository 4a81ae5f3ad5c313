import type { ActionRecord } from '../../../client/client.ts'
import type { SignInFault } from '../../shared/access/session.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import { writtenDay } from '../../shared/time/clinic-time.ts'
import { startOf } from '../../shared/visits/visit.ts'
import { useLive } from './use-live.ts'
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
