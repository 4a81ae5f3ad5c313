import type { Session } from '../shared/access/session.ts'
import { useWords } from '../shared/language.tsx'
import type { ClinicTime } from '../shared/time/clinic-time.ts'
import type { UnsentArrival } from './device-database.ts'
import type { UncheckedCode } from './use-unchecked-codes.ts'
import type { ScanTarget } from './verdict.ts'

interface Props {
  arrivals: UnsentArrival[]
  unchecked: UncheckedCode[]
  session: Session
  time: ClinicTime
  /** Whether the arrivals wait for a person to sign in. */
  isPersonMissing: boolean
  onLookUp: (target: ScanTarget) => void
}

/** Lists the arrivals that wait for a connection or a person, and the arrivals that the service refused. Below them, it lists the codes that
 *  the service has not checked. */
export function UnsentList({ arrivals, unchecked, session, time, isPersonMissing, onLookUp }: Props) {
  const say = useWords('desk')
  const waiting = arrivals.filter(({ refusal }) => refusal === undefined)
  const refused = arrivals.filter(({ refusal }) => refusal !== undefined)
  return (
    <div role="alert" class="unsent-list">
      {waiting.length > 0 && (
        <details>
          <summary>
            {isPersonMissing ? say.person.unsent : say.unsent} {waiting.length}
          </summary>
          <ul>
            {waiting.map(({ key, entityId, id, name }) => (
              <li key={key} dir="auto">
                {entityId === session.entity.id ? (
                  <button type="button" class="quiet" onClick={() => onLookUp({ id, name })}>
                    {name}
                  </button>
                ) : (
                  name
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
      {refused.map((arrival) => (
        <Refused key={arrival.key} arrival={arrival} session={session} onLookUp={onLookUp} />
      ))}
      {unchecked.length > 0 && <Unchecked unchecked={unchecked} time={time} onLookUp={onLookUp} />}
    </div>
  )
}

interface RefusedProps extends Pick<Props, 'session' | 'onLookUp'> {
  arrival: UnsentArrival
}

function Refused({ arrival: { entityId, id, name, refusal }, session: { entity, entities }, onLookUp }: RefusedProps) {
  const say = useWords('desk')
  return (
    <p class="refused">
      <span class="fault">
        {say.notMarked} {say.outcomes[refusal!].title}.
      </span>{' '}
      <strong dir="auto">{name}</strong>
      {entityId === entity.id ? (
        <button type="button" onClick={() => onLookUp({ id, name })}>
          {say.look}
        </button>
      ) : (
        <span class="clinic">{entities.find(({ id }) => id === entityId)?.name}</span>
      )}
    </p>
  )
}

function Unchecked({ unchecked, time, onLookUp }: Pick<Props, 'unchecked' | 'time' | 'onLookUp'>) {
  const say = useWords('desk')
  return (
    <details open>
      <summary>
        {say.unchecked} {unchecked.length}
      </summary>
      <ul>
        {unchecked.map(({ code, at }) => (
          <li key={code}>
            <button type="button" class="quiet" onClick={() => onLookUp({ code })}>
              <code>{code}</code>
            </button>{' '}
            <time dateTime={at}>{time.time(at)}</time>
          </li>
        ))}
      </ul>
    </details>
  )
}
