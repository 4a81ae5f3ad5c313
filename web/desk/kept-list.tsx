import type { Session } from '../access/session.ts'
import { useWords } from '../language.tsx'
import type { KeptArrival } from './device-database.ts'
import type { Subject } from './verdict.ts'
import { words } from './words.ts'

interface Props {
  kept: KeptArrival[]
  session: Session
  onLook: (subject: Subject) => void
}

/** The arrivals that the service has not recorded: those that wait for a connection, and those that it refused. */
export function KeptList({ kept, session: { entity, entities }, onLook }: Props) {
  const say = useWords(words)
  const waiting = kept.filter(({ refusal }) => refusal === undefined)
  return (
    <div role="alert" class="kept-list">
      {waiting.length > 0 && (
        <details>
          <summary>
            {say.kept} {waiting.length}
          </summary>
          <ul>
            {waiting.map(({ key, entityId, subject, record }) => (
              <li key={key} dir="auto">
                {entityId === entity.id ? (
                  <button type="button" class="quiet" onClick={() => onLook(subject)}>
                    {record.contact.name}
                  </button>
                ) : (
                  record.contact.name
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
      {kept.map(
        ({ key, entityId, subject, record, refusal }) =>
          refusal && (
            <p key={key} class="refused">
              <span class="fault">
                {say.notMarked} {say.outcomes[refusal].title}.
              </span>{' '}
              <strong dir="auto">{record.contact.name}</strong>
              {entityId === entity.id ? (
                <button type="button" onClick={() => onLook(subject)}>
                  {say.look}
                </button>
              ) : (
                <span class="clinic">{entities.find(({ id }) => id === entityId)?.name}</span>
              )}
            </p>
          ),
      )}
    </div>
  )
}
