import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Session } from '../access/session.ts'
import type { ClinicTime } from '../clinic-time.ts'
import { useWords } from '../language.tsx'
import { anotherDay } from './another-day.ts'
import { AppointmentDetails } from './appointment.tsx'
import { ReasonedAction } from './reasoned-action.tsx'
import { type Remedy, remedies } from './remedies.ts'
import type { Scan } from './use-scan.ts'
import { keyOf, marking, outcomes, type Verdict, whoOf } from './verdict.ts'
import { words } from './words.ts'

interface Props {
  scan: Scan | undefined
  session: Session
  time: ClinicTime
  /** Whether a request that marks or reverses the arrival is under way. */
  isChanging: boolean
  /** Marks the arrival. Staff give a reason for one that the service would refuse. */
  onArrived: (reason?: string) => void
  onUndo: (reason: string) => void
  onRemedy: (remedy: Remedy) => void
}

const undoForMs = 10 * 60_000

const signs = { go: '✓', wait: '!', stop: '✕' } as const

/** Shows the verdict as a large coloured text, which screen readers announce. */
export function VerdictCard({ scan, session, time, isChanging, onArrived, onUndo, onRemedy }: Props) {
  const say = useWords(words)
  const heading = useRef<HTMLHeadingElement>(null)
  const card = useRef<HTMLElement>(null)
  const verdict = scan?.verdict
  const outcome = verdict?.outcome
  const key = scan && keyOf(scan.subject)
  useLayoutEffect(() => {
    // On a phone, the camera hides the card.
    if (outcome) card.current?.scrollIntoView({ block: 'nearest' })
    // Do not focus the button: the next scan's Enter would press it. A field in use keeps the focus.
    if (outcome && !(document.activeElement instanceof HTMLInputElement)) heading.current?.focus()
  }, [key, outcome])

  const day = verdict && anotherDay(verdict, time)
  const name = scan && verdict && (verdict.name ?? whoOf(scan.subject, verdict)?.name)
  const mark = verdict?.record && marking[verdict.outcome]
  const tone = outcome ? outcomes[outcome] : 'idle'
  return (
    <section
      ref={card}
      class={`verdict ${tone} ${outcome ?? ''}`}
      aria-label={say.verdict}
      aria-busy={scan !== undefined && !verdict}
    >
      <div role="alert">
        <h2 ref={heading} tabIndex={-1}>
          {outcome && (
            <span class="sign" aria-hidden="true">
              {signs[outcomes[outcome]]}
            </span>
          )}
          {outcome ? (day ?? say.outcomes[outcome].title) : scan ? say.looking : say.ready}
        </h2>
        {verdict ? <p class="advice">{advice(verdict)}</p> : <p class="advice">{!scan && say.readyHint}</p>}
        {verdict?.isFromDevice && outcome !== 'listed' && <p class="advice">{say.fromDevice}</p>}
        {verdict?.record ? (
          <AppointmentDetails record={verdict.record} time={time} />
        ) : (
          name && (
            <div class="appointment">
              <p class="contact" dir="auto">
                {name}
              </p>
            </div>
          )
        )}
      </div>
      {mark === 'first' && (
        <button type="button" class="main" disabled={isChanging} onClick={() => onArrived()}>
          {say.markArrived}
        </button>
      )}
      {verdict && canUndo(verdict) && (
        <ReasonedAction
          key={`undo ${key}`}
          label={say.undo}
          act={say.undo}
          leave={say.keepArrival}
          reasons={say.undoReasons}
          isActing={isChanging}
          onAct={onUndo}
        />
      )}
      {verdict && (
        <div class="remedies">
          {remedies[verdict.outcome]?.filter(isOffered).map((remedy) => (
            <button type="button" key={remedy} disabled={isChanging} onClick={() => onRemedy(remedy)}>
              {say.remedies[remedy]}
            </button>
          ))}
          {mark && mark !== 'first' && <MarkAnyway key={key} {...{ mark, verdict, isChanging, onArrived }} />}
        </div>
      )}
    </section>
  )

  function advice({ outcome, at, clinic }: Verdict): string {
    if (day !== undefined) return say.anotherDay
    if (outcome === 'moved' && at !== undefined) return say.newTime.replace('{at}', time.moment(at))
    const when = at === undefined ? '' : isToday(at) ? time.time(at) : time.moment(at)
    return say.outcomes[outcome].advice.replace('{at}', when).replace('{clinic}', clinic ?? session.entity.name)
  }

  function canUndo({ outcome, at }: Verdict): boolean {
    const isArrived = outcome === 'arrived' || outcome === 'already-arrived'
    return isArrived && at !== undefined && Date.now() - Date.parse(at) < undoForMs
  }

  function isOffered(remedy: Remedy) {
    return remedy !== 'open' || verdict?.successor !== undefined
  }

  function isToday(instant: string) {
    return time.dayOf(instant) === time.dayOf(new Date())
  }
}

type MarkAnywayProps = Pick<Props, 'isChanging' | 'onArrived'> & { mark: 'second' | 'anyway'; verdict: Verdict }

/** Marks the arrival of a contact who is not expected, with a reason if the service needs one. */
function MarkAnyway({ mark, verdict, isChanging, onArrived }: MarkAnywayProps) {
  const say = useWords(words)
  const label = mark === 'second' ? say.markArrived : say.markAnyway
  if (!verdict.needsReason)
    return (
      <button type="button" disabled={isChanging} onClick={() => onArrived()}>
        {label}
      </button>
    )
  return (
    <ReasonedAction
      label={label}
      act={say.markAnyway}
      leave={say.doNotMark}
      reasons={say.anywayReasons}
      isActing={isChanging}
      onAct={onArrived}
    />
  )
}
