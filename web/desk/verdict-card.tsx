import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Session } from '../access/session.ts'
import type { ClinicTime } from '../clinic-time.ts'
import { useWords } from '../language.tsx'
import { AppointmentDetails } from './appointment.tsx'
import { type Remedy, remedies } from './remedies.ts'
import { Undo } from './undo.tsx'
import type { Scan } from './use-scan.ts'
import { keyOf, outcomes, type Verdict } from './verdict.ts'
import { words } from './words.ts'

interface Props {
  scan: Scan | undefined
  session: Session
  time: ClinicTime
  /** Whether a request that marks or reverses the arrival is under way. */
  isChanging: boolean
  onArrived: () => void
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
          {outcome ? say.outcomes[outcome].title : scan ? say.looking : say.ready}
        </h2>
        {verdict ? <p class="advice">{advice(verdict)}</p> : <p class="advice">{!scan && say.readyHint}</p>}
        {verdict?.record && <AppointmentDetails record={verdict.record} time={time} />}
      </div>
      {verdict && canMark(verdict) && (
        <button type="button" class="main" disabled={isChanging} onClick={onArrived}>
          {say.markArrived}
        </button>
      )}
      {verdict && canUndo(verdict) && <Undo key={key} isUndoing={isChanging} onUndo={onUndo} />}
      {outcome && remedies[outcome] && (
        <div class="remedies">
          {remedies[outcome].map((remedy) => (
            <button type="button" key={remedy} disabled={isChanging} onClick={() => onRemedy(remedy)}>
              {say.remedies[remedy]}
            </button>
          ))}
        </div>
      )}
    </section>
  )

  function advice({ outcome, at, clinic }: Verdict): string {
    const when = at === undefined ? '' : isToday(at) ? time.time(at) : time.moment(at)
    return say.outcomes[outcome].advice.replace('{at}', when).replace('{clinic}', clinic ?? session.entity.name)
  }

  /** Without a connection, the device keeps the arrival of a visit that it knows. */
  function canMark({ outcome, record }: Verdict): boolean {
    return outcome === 'expected' || (outcome === 'no-connection' && record !== undefined)
  }

  function canUndo({ outcome, at }: Verdict): boolean {
    const isArrived = outcome === 'arrived' || outcome === 'already-arrived'
    return isArrived && at !== undefined && Date.now() - Date.parse(at) < undoForMs
  }

  function isToday(instant: string) {
    return time.dayOf(instant) === time.dayOf(new Date())
  }
}
