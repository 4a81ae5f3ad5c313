import { useContext, useLayoutEffect, useRef } from 'preact/hooks'
import type { Session } from '../access/session.ts'
import type { ClinicTime } from '../clinic-time.ts'
import { Speaking, useWords } from '../language.tsx'
import { detailsOf, startOf } from '../visit.ts'
import type { Scan } from './use-scan.ts'
import { outcomes, type Verdict } from './verdict.ts'
import { words } from './words.ts'

interface Props {
  scan: Scan | undefined
  session: Session
  time: ClinicTime
  isMarking: boolean
  onArrived: () => void
}

const signs = { go: '✓', wait: '!', stop: '✕' } as const

/** Shows the verdict as a large coloured text, which screen readers announce. */
export function VerdictCard({ scan, session, time, isMarking, onArrived }: Props) {
  const say = useWords(words)
  const heading = useRef<HTMLHeadingElement>(null)
  const card = useRef<HTMLElement>(null)
  const verdict = scan?.verdict
  const outcome = verdict?.outcome
  useLayoutEffect(() => {
    // On a phone, the camera hides the card.
    if (outcome) card.current?.scrollIntoView({ block: 'nearest' })
    // Do not focus the button: the next scan's Enter would press it. A field in use keeps the focus.
    if (outcome && !(document.activeElement instanceof HTMLInputElement)) heading.current?.focus()
  }, [scan?.code, outcome])

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
        {verdict?.record && <Appointment record={verdict.record} time={time} />}
      </div>
      {outcome === 'expected' && (
        <button type="button" class="main" disabled={isMarking} onClick={onArrived}>
          {say.markArrived}
        </button>
      )}
    </section>
  )

  function advice({ outcome, at, clinic }: Verdict): string {
    const when = at === undefined ? '' : isToday(at) ? time.time(at) : time.moment(at)
    return say.outcomes[outcome].advice.replace('{at}', when).replace('{clinic}', clinic ?? session.entity.name)
  }

  function isToday(instant: string) {
    return time.dayOf(instant) === time.dayOf(new Date())
  }
}

function Appointment({ record, time }: { record: NonNullable<Verdict['record']>; time: ClinicTime }) {
  const { language } = useContext(Speaking)
  const start = startOf(record)
  return (
    <div class="appointment">
      <p class="contact" dir="auto">
        {record.contact.name}
      </p>
      {start && (
        <p>
          <time dateTime={start}>
            <strong>{time.time(start)}</strong> {time.day(start)}
          </time>
        </p>
      )}
      <dl>
        {detailsOf(record, language).map(({ label, value }) => (
          <div>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
