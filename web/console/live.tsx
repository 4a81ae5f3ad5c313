import type { ActionRecord } from '../../client/client.ts'
import type { ClinicTime } from '../clinic-time.ts'
import type { Connection } from '../follow.ts'
import { useWords } from '../language.tsx'
import type { Live } from './figures.ts'
import { words } from './words.ts'

const maxShown = 30

interface Props {
  live: Live[]
  connection: Connection
  time: ClinicTime
  onOpen: (record: ActionRecord) => void
}

/** The actions recorded while the page is open. */
export function LiveActions({ live, connection, time, onOpen }: Props) {
  const say = useWords(words)
  return (
    <section class="card happening" aria-labelledby="live">
      <h2 id="live">{say.live}</h2>
      <p class={`connection ${connection}`} role="status">
        {say.connection[connection]}
      </p>
      <ol aria-live="polite" aria-relevant="additions">
        {live.slice(0, maxShown).map(({ sequence, action }) => (
          <li key={sequence}>
            <time dateTime={action.date}>{time.time(action.date)}</time>{' '}
            <span class={`mark ${action.action}`}>{say.actions[action.action]}</span>{' '}
            <button type="button" class="quiet" dir="auto" onClick={() => onOpen(action)}>
              {action.contact.name}
            </button>
          </li>
        ))}
      </ol>
      {live.length === 0 && <p class="hint">{say.nothingYet}</p>}
    </section>
  )
}
