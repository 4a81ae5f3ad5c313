import { useLayoutEffect, useRef } from 'preact/hooks'
import { missingCharacters } from '../../../client/token-spelling.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { anotherDay, shownVerdict } from '../day/another-day.ts'
import { isCode } from '../scan/readings.ts'
import type { Scan } from '../scan/scan.ts'
import { AppointmentDetails } from './appointment-details.tsx'
import { ReasonedAction } from './reasoned-action.tsx'
import { type Remedy, remediesOf } from './remedies.ts'
import { UndoArrival } from './undo-arrival.tsx'
import { canUndo, keyOf, marking, outcomes, type ScanTarget, type Verdict, visitOf } from './verdict.ts'

interface Props {
  scan: Scan
  /** Whether the service waits for a person to sign in. */
  isPersonMissing: boolean
  /** Whether the clock of the device is wrong. */
  isClockWrong: boolean
  /** Whether a request that marks or reverses the arrival is under way. */
  isChanging: boolean
  /** Marks the arrival. Staff give a reason for one that the service would refuse. */
  onArrived: (reason?: string) => void
  onUndo: (reason: string) => void
  onRemedy: (remedy: Remedy) => void
}

const signs = { go: '✓', wait: '!', stop: '✕' } as const

/** Shows the verdict as a large coloured text, which screen readers announce. */
export function VerdictCard({ scan, isPersonMissing, isClockWrong, ...acting }: Props) {
  const { time } = useSignedIn()
  const { mode, target, verdict } =
    scan.verdict && !isClockWrong ? { ...scan, verdict: shownVerdict(scan.verdict, time, new Date()) } : scan
  const say = useWords('desk')
  const heading = useRef<HTMLHeadingElement>(null)
  const card = useRef<HTMLElement>(null)
  const outcome = verdict?.outcome
  const key = target && keyOf(target)
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
      aria-busy={mode === 'looking'}
    >
      <div role="alert">
        <h2 ref={heading} tabIndex={-1}>
          {tone !== 'idle' && (
            <span class="sign" aria-hidden="true">
              {signs[tone]}
            </span>
          )}
          {verdict
            ? (anotherDay(verdict, time, new Date()) ?? say.outcomes[verdict.outcome].title)
            : mode === 'looking'
              ? say.looking
              : say.ready}
        </h2>
        {verdict ? (
          <Findings target={target} verdict={verdict} isPersonMissing={isPersonMissing} />
        ) : (
          <p class="advice">{mode === 'idle' && say.readyHint}</p>
        )}
      </div>
      {verdict && <Actions target={target} verdict={verdict} isPersonMissing={isPersonMissing} {...acting} />}
    </section>
  )
}

type VerdictProps = { target: ScanTarget; verdict: Verdict } & Pick<Props, 'isPersonMissing'>

/** The advice to staff, and the visit. */
function Findings({ target, verdict, isPersonMissing }: VerdictProps) {
  const { session, time } = useSignedIn()
  const { say, fill } = useTexts('desk')
  const name = verdict.name ?? visitOf(target, verdict)?.name
  const missing = verdict.outcome === 'unknown' && 'code' in target ? missingCharacters(target.code) : 0
  return (
    <>
      {missing > 0 && <p class="advice missing">{fill(say.missingCharacters, { count: missing })}</p>}
      <p class="advice">{advice(verdict)}</p>
      {verdict.outcome === 'unknown' && isTypedByScanner(target) && <p class="advice">{say.scannerLayout}</p>}
      {verdict.isFromDevice && verdict.outcome !== 'listed' && <p class="advice">{say.fromDevice}</p>}
      {verdict.record ? (
        <AppointmentDetails record={verdict.record} />
      ) : (
        name && (
          <div class="appointment">
            <p class="contact" dir="auto">
              {name}
            </p>
          </div>
        )
      )}
    </>
  )

  function advice({ outcome, at, clinic }: Verdict): string {
    if (outcome !== 'another-day' && anotherDay(verdict, time, new Date()) !== undefined) return say.anotherDay
    if (outcome === 'unsent' && isPersonMissing) return say.person.unsentAdvice
    if (outcome === 'moved' && at !== undefined) return fill(say.newTime, { at: time.moment(at) })
    const isToday = at !== undefined && time.dayOf(at) === time.dayOf(new Date())
    const when = at === undefined ? '' : isToday ? time.time(at) : time.moment(at)
    return fill(say.outcomes[outcome].advice, { at: when, clinic: clinic ?? session.entity.name })
  }
}

/** Whether the layout of a keyboard can have changed the code. A camera has none. */
const isTypedByScanner = (target: ScanTarget) =>
  'code' in target && (target.readings !== undefined || !isCode(target.code))

type ActionProps = VerdictProps & Pick<Props, 'isChanging' | 'onArrived' | 'onUndo' | 'onRemedy'>

/** The buttons after a verdict. */
function Actions({ target, verdict, isPersonMissing, isChanging, onArrived, onUndo, onRemedy }: ActionProps) {
  const say = useWords('desk')
  const key = keyOf(target)
  const mark = verdict.record && marking[verdict.outcome]
  return (
    <>
      {mark === 'first' && (
        <button type="button" class="main" disabled={isChanging} onClick={() => onArrived()}>
          {say.markArrived}
        </button>
      )}
      {canUndo(verdict, Date.now()) && (
        <UndoArrival
          key={`undo ${key} ${verdict.outcome}`}
          isJustMarked={verdict.outcome === 'arrived'}
          isChanging={isChanging}
          onUndo={onUndo}
        />
      )}
      <div class="remedies">
        {remediesOf(verdict, isPersonMissing).map((remedy) => (
          <button type="button" key={remedy} disabled={isChanging} onClick={() => onRemedy(remedy)}>
            {say.remedies[remedy]}
          </button>
        ))}
        {mark && mark !== 'first' && (
          <MarkAnyway key={key} mark={mark} verdict={verdict} isChanging={isChanging} onArrived={onArrived} />
        )}
      </div>
    </>
  )
}

type MarkAnywayProps = Pick<Props, 'isChanging' | 'onArrived'> & { mark: 'second' | 'anyway'; verdict: Verdict }

/** Marks the arrival of a contact who is not expected, with a reason if the service needs one. */
function MarkAnyway({ mark, verdict, isChanging, onArrived }: MarkAnywayProps) {
  const say = useWords('desk')
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
