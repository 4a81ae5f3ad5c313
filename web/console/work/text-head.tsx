import type { NotificationStatus, UnhandledReply } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { textOf, useTexts, useWords } from '../../shared/language.tsx'
import { shownStates } from '../../shared/look/shown-state.ts'
import { StateBadge } from '../../shared/look/state-badge.tsx'
import { shownDelivery } from '../shown-delivery.ts'
import { stateInWords } from '../staff-actions.ts'
import { ContactLine, type HeadProps } from './work-head.tsx'

interface Props extends HeadProps {
  reply: UnhandledReply
  visit: NotificationStatus | undefined
  /** Opens the page of a visit. */
  onOpen: (notificationId: string) => void
}

/** A text, with the visit that it is about, if that is clear. */
export function TextHead({ reply, visit, nameId, onOpen }: Props) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('work')
  const { received_at, uid, text, read_as, read, answered, candidates } = reply
  return (
    <>
      <time dateTime={received_at}>{time.time(received_at)}</time>
      <div class="about">
        <p class="text" dir="auto">
          {text}
        </p>
        {textOf(say.readAs, read_as) && <p class="hint">{textOf(say.readAs, read_as)}</p>}
        {visit ? (
          <ContactLine visit={visit} nameId={nameId} />
        ) : (
          <p id={nameId} class="hint">
            {candidates && candidates.length === 0 ? say.noCandidate : say.noVisit}
          </p>
        )}
        <p class="facts">
          <a href={`tel:${uid}`} dir="ltr">
            {uid}
          </a>
          {visit?.starts_at && <span>{fill(say.visitAt, { at: time.moment(visit.starts_at) })}</span>}
          {visit && <State visit={visit} />}
        </p>
        {!visit && candidates && <Candidates candidates={candidates} onOpen={onOpen} />}
        {read && <p class="hint">{fill(say.readBy, { at: time.moment(read.at), by: read.by })}</p>}
        {answered && <Answered answered={answered} />}
      </div>
    </>
  )
}

function State({ visit }: { visit: Pick<NotificationStatus, 'state' | 'ended_from'> }) {
  const { states } = useWords('console')
  const text = states[stateInWords(visit)]
  const shown = shownStates[visit.state]
  return shown ? <StateBadge state={shown} text={text} /> : <span>{text}</span>
}

interface CandidatesProps extends Pick<Props, 'onOpen'> {
  candidates: NonNullable<UnhandledReply['candidates']>
}

/** The visits that the text may be about. */
function Candidates({ candidates, onOpen }: CandidatesProps) {
  const { time } = useSignedIn()
  return (
    <ul class="candidates">
      {candidates.map(({ notification_id: id, name, state, starts_at }) => (
        <li key={id} class="facts">
          <button type="button" class="quiet" onClick={() => onOpen(id)}>
            <bdi>{name}</bdi>
          </button>
          {starts_at && <time dateTime={starts_at}>{time.moment(starts_at)}</time>}
          <State visit={{ state }} />
        </li>
      ))}
    </ul>
  )
}

/** The clinic's latest answer, and what became of it. */
function Answered({ answered }: { answered: NonNullable<UnhandledReply['answered']> }) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('work')
  const { deliveryStates, reason: label, reasons } = useWords('console')
  const { at, by, text } = answered
  const { state, reason } = shownDelivery(answered)
  return (
    <div class="answered">
      <p class="hint">{fill(say.answeredBy, { at: time.moment(at), by })}</p>
      <q dir="auto">{text}</q>
      <p class="hint">
        <span class={`mark ${state}`}>{deliveryStates[state]}</span>
        {reason && (
          <>
            {' '}
            {label} <bdi>{textOf(reasons, reason) ?? reason}</bdi>
          </>
        )}
      </p>
    </div>
  )
}
