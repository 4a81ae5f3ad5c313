import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
import type { UnsentArrival } from '../device-database.ts'
import type { UncheckedCode } from '../scan/use-unchecked-codes.ts'
import type { ScanTarget } from '../verdict/verdict.ts'

interface Props {
  arrivals: UnsentArrival[]
  unchecked: UncheckedCode[]
  /** Whether the arrivals wait for a person to sign in. */
  isPersonMissing: boolean
  onLookUp: (target: ScanTarget) => void
  /** Forgets a code that was scanned without a connection. */
  onRemove: (code: string) => void
}

/** Lists the arrivals that wait for a connection or a person, and the arrivals that the service refused. Below them, it lists the codes that
 *  the service has not checked. */
export function UnsentList({ arrivals, unchecked, isPersonMissing, onLookUp, onRemove }: Props) {
  const { session } = useSignedIn()
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
        <Refused key={arrival.key} arrival={arrival} onLookUp={onLookUp} />
      ))}
      <Unchecked unchecked={unchecked.filter(({ found }) => !found)} onLookUp={onLookUp} />
      <Checked checked={unchecked.filter(({ found }) => found)} onLookUp={onLookUp} onRemove={onRemove} />
    </div>
  )
}

interface RefusedProps extends Pick<Props, 'onLookUp'> {
  arrival: UnsentArrival
}

function Refused({ arrival: { entityId, id, name, refusal }, onLookUp }: RefusedProps) {
  const { entity, entities } = useSignedIn().session
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

function Unchecked({ unchecked, onLookUp }: Pick<Props, 'unchecked' | 'onLookUp'>) {
  const { time } = useSignedIn()
  const say = useWords('desk')
  if (unchecked.length === 0) return null
  return (
    <details open>
      <summary>
        {say.unchecked} {unchecked.length}
      </summary>
      <ul>
        {unchecked.map(({ code, readings, at }) => (
          <li key={code}>
            <button type="button" class="quiet" onClick={() => onLookUp({ code, readings })}>
              <code>{code}</code>
            </button>{' '}
            <time dateTime={at}>{time.time(at)}</time>
          </li>
        ))}
      </ul>
    </details>
  )
}

interface CheckedProps extends Pick<Props, 'onLookUp' | 'onRemove'> {
  checked: UncheckedCode[]
}

/** The codes that the service has looked up since the connection returned, each with what it said. */
function Checked({ checked, onLookUp, onRemove }: CheckedProps) {
  const { time } = useSignedIn()
  const say = useWords('desk')
  if (checked.length === 0) return null
  return (
    <details open>
      <summary>
        {say.checkedSince} {checked.length}
      </summary>
      <ul>
        {checked.map(({ code, readings, at, found }) => (
          <li key={code} class="row">
            <button type="button" class="quiet" onClick={() => onLookUp({ code, readings })}>
              {found!.name ? <bdi>{found!.name}</bdi> : <code>{code}</code>}
            </button>
            <span>
              <time dateTime={at}>{time.time(at)}</time> · {say.outcomes[found!.outcome].title}
            </span>
            <button type="button" onClick={() => onRemove(code)}>
              {say.removeCode}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
