import { useWords } from '../language.tsx'
import type { KeptArrival } from './device-store.ts'
import type { Subject } from './verdict.ts'
import { words } from './words.ts'

/** The arrivals that the service has not recorded: those that wait for a connection, and those that it refused. */
export function KeptList({ kept, onLook }: { kept: KeptArrival[]; onLook: (subject: Subject) => void }) {
  const say = useWords(words)
  return (
    <div role="alert">
      <ul class="kept">
        {kept.map(({ key, subject, record, refusal }) => (
          <li key={key} class={refusal ? 'refused' : 'waiting'}>
            <span>{refusal ? `${say.notMarked} ${say.outcomes[refusal].title}.` : say.kept}</span>{' '}
            <strong dir="auto">{record.contact.name}</strong>
            {refusal && (
              <button type="button" onClick={() => onLook(subject)}>
                {say.look}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
