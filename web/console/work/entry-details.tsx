import type { Acknowledgement, NotificationStatus, UnhandledReply } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { textOf, useTexts, useWords } from '../../shared/language.tsx'
import { Addresses } from '../addresses.tsx'
import { CallLine, NoteLine } from '../calls/call-line.tsx'
import { shownDelivery } from '../shown-delivery.ts'
import { ClockLine } from './clock-change.tsx'
import type { Entry } from './entries.ts'
import { State } from './entry-line.tsx'
import { untoldOf } from './untold.ts'
import type { Worklist } from './worklists.ts'

interface Props {
  entry: Entry
  list: Worklist
  /** Opens the page of a visit. */
  onOpen: (notificationId: string) => void
}

/** What an opened entry shows: the text, the event or the visit in full, and the way to its timeline. */
export function EntryDetails({ entry: { visit, reply, failure }, list, onOpen }: Props) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('work')
  return (
    <div class="details">
      {reply && <ReplyDetails reply={reply} visit={visit} onOpen={onOpen} />}
      {failure && <FailureDetails failure={failure} />}
      {visit && !reply && !failure && <VisitDetails visit={visit} list={list} />}
      {visit && (
        <p class="facts">
          <span>{fill(say.key, { key: visit.contact.external_id })}</span>
          {(reply || failure) && visit.starts_at && (
            <span>{fill(say.visitAt, { at: time.moment(visit.starts_at) })}</span>
          )}
          <button type="button" class="quiet" onClick={() => onOpen(visit.superseded_by ?? visit.id)}>
            {say.openTimeline}
          </button>
        </p>
      )}
    </div>
  )
}

function VisitDetails({ visit, list }: { visit: NotificationStatus; list: Worklist }) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('work')
  const { wish, slot, done, answered_at, by, deliveries, calls, note } = visit
  const untold = list.name === 'unreached' ? untoldOf(visit, say) : undefined
  return (
    <>
      {list.name === 'rescheduling' && (
        <p class="wish">
          {slot && <strong>{fill(say.slot, { at: time.moment(slot) })}</strong>}
          {wish ? <q dir="auto">{wish}</q> : !slot && <span class="hint">{say.noWish}</span>}
          {answered_at && (
            <span class="hint">
              {fill(by === undefined || by === 'contact' ? say.asked : say.askedBy, {
                at: time.moment(answered_at),
                by: by ?? '',
              })}
            </span>
          )}
        </p>
      )}
      {untold && <p class="untold">{untold}</p>}
      <ClockLine visit={visit} />
      {done && <p class="hint">{fill(say.doneBy, { at: time.moment(done.at), by: done.by })}</p>}
      {calls && <CallLine calls={calls} />}
      {note && <NoteLine note={note} time={time} />}
      <Addresses deliveries={deliveries} isWithOutcome={list.name !== 'rescheduling' && visit.state !== 'superseded'} />
    </>
  )
}

interface ReplyProps extends Pick<Props, 'onOpen'> {
  reply: UnhandledReply
  visit: NotificationStatus | undefined
}

/** A text, with the visits that it may be about, and the clinic's answer. */
function ReplyDetails({ reply, visit, onOpen }: ReplyProps) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('work')
  const { uid, text, read_as, read, answered, candidates } = reply
  return (
    <>
      <p class="text" dir="auto">
        {text}
      </p>
      {textOf(say.readAs, read_as) && <p class="hint">{textOf(say.readAs, read_as)}</p>}
      {!visit && <p class="hint">{candidates && candidates.length === 0 ? say.noCandidate : say.noVisit}</p>}
      {!visit && candidates && <Candidates candidates={candidates} onOpen={onOpen} />}
      <ul class="addresses">
        <li>
          <a href={`tel:${uid}`} dir="ltr">
            {uid}
          </a>
        </li>
      </ul>
      {read && <p class="hint">{fill(say.readBy, { at: time.moment(read.at), by: read.by })}</p>}
      {answered && <Answered answered={answered} />}
    </>
  )
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

/** Why a system of the clinic could not apply an event. */
function FailureDetails({ failure: { source, at, reason, resent_at } }: { failure: Acknowledgement }) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('work')
  return (
    <>
      <p class="why">
        <span class="hint">{fill(say.couldNotApply, { system: source.name, at: time.moment(at) })}</span>
        {reason !== undefined && <q dir="auto">{reason}</q>}
      </p>
      {resent_at && <p class="hint">{fill(say.resentAt, { at: time.moment(resent_at) })}</p>}
    </>
  )
}
