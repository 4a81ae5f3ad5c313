import { useId } from 'preact/hooks'
import type { Acknowledgement, NotificationStatus } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { textOf, useLanguage, useTexts, useWords } from '../../shared/language.tsx'
import { Fault } from '../../shared/look/fault.tsx'
import { ClaimLine } from '../calls/claim-line.tsx'
import type { Claims } from '../calls/use-claims.ts'
import type { Change, SaveResult } from '../change.ts'
import { changeFaultOf } from '../change-fault.ts'
import { TextAnswer } from '../questions/text-answer.tsx'
import type { QuestionName } from '../questions/use-asking.ts'
import { VisitQuestion } from '../questions/visit-question.tsx'
import type { Entry } from './entries.ts'
import { TextHead } from './text-head.tsx'
import { type EntryListeners, useEntryChanges } from './use-entry-changes.ts'
import { WorkActions } from './work-actions.tsx'
import { ContactLine, VisitHead } from './work-head.tsx'
import { isCalled, type Worklist } from './worklists.ts'

interface Props extends EntryListeners {
  entry: Entry
  list: Worklist
  claims: Claims
  /** Whether the service no longer has the entry in this list. */
  isGone: boolean
  /** Opens the page of a visit. */
  onOpen: (notificationId: string) => void
}

/** An entry of a list, with its possible actions. Shows the error if one of them failed. */
export function WorkRow({ entry, list, claims, isGone, onOpen, ...listeners }: Props) {
  const { session } = useSignedIn()
  const say = useWords('work')
  const nameId = useId()
  const { visit } = entry
  const changes = useEntryChanges(entry, listeners)
  const { asking, isSaving, failure } = changes
  return (
    <li class="entry" aria-labelledby={nameId}>
      <Head entry={entry} list={list} nameId={nameId} onOpen={onOpen} />
      {!isGone && <WorkActions entry={entry} list={list} changes={changes} onOpen={onOpen} />}
      {!isGone && visit && isCalled(list) && session.scopes.includes('actions:write') && (
        <ClaimLine claims={claims} visit={visit} />
      )}
      {isGone && failure === undefined && <p class="hint">{say.gone}</p>}
      {asking && (
        <EntryQuestion
          key={asking}
          asking={asking}
          entry={entry}
          isSaving={isSaving}
          save={changes.answer}
          onLeave={changes.leave}
        />
      )}
      {failure !== undefined && (
        <Fault>
          {say.faults[changeFaultOf(failure)]}{' '}
          {!asking && (
            <button type="button" onClick={changes.forgetFailure}>
              {say.close}
            </button>
          )}
        </Fault>
      )}
    </li>
  )
}

interface HeadProps extends Pick<Props, 'entry' | 'list' | 'onOpen'> {
  nameId: string
}

/** What the entry is about: a text, an event that a system could not apply, or a visit. */
function Head({ entry: { visit, reply, failure }, list, nameId, onOpen }: HeadProps) {
  if (reply) return <TextHead reply={reply} visit={visit} nameId={nameId} onOpen={onOpen} />
  if (failure) return <FailedEvent failure={failure} visit={visit} nameId={nameId} />
  return <VisitHead visit={visit!} list={list} nameId={nameId} />
}

interface EntryQuestionProps {
  asking: QuestionName
  entry: Entry
  isSaving: boolean
  save: (change: Change, saved: SaveResult) => void
  onLeave: () => void
}

/** The question that somebody opened in an entry: for an answer to a text, or about a visit. */
function EntryQuestion({ asking, entry: { visit, reply }, isSaving, save, onLeave }: EntryQuestionProps) {
  const { session } = useSignedIn()
  const { saved } = useWords('work')
  const { fill } = useLanguage()
  if (asking === 'arrive' || asking === 'annul') return null
  if (asking !== 'answer')
    return visit ? (
      <VisitQuestion asking={asking} visit={visit} isSaving={isSaving} save={save} onLeave={onLeave} />
    ) : null
  if (!reply) return null
  const note = { text: fill(saved.answer, { name: visit?.contact.name ?? reply.uid }) }
  return (
    <TextAnswer
      reply={reply}
      isSaving={isSaving}
      onLeave={onLeave}
      onSend={(words, key) => save((client) => client.answerReply(session.entity.id, reply.id, words, key), note)}
    />
  )
}

interface FailedEventProps {
  failure: Acknowledgement
  visit: NotificationStatus | undefined
  /** The id of the element with the contact's name. */
  nameId: string
}

/** An event that a system of the clinic could not apply: the contact, what happened, and the reason. */
function FailedEvent({ failure, visit, nameId }: FailedEventProps) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('work')
  const whatOf = useEventName()
  const { event, source, at, reason, resent_at } = failure
  return (
    <>
      <time dateTime={event.date}>{time.time(event.date)}</time>
      <div class="about">
        {visit ? (
          <ContactLine visit={visit} nameId={nameId} />
        ) : (
          <p id={nameId} class="hint">
            {'uid' in event ? <bdi>{event.uid}</bdi> : say.noVisit}
          </p>
        )}
        <p class="facts">
          <b>{whatOf(event)}</b>
          {visit?.starts_at && <span>{fill(say.visitAt, { at: time.moment(visit.starts_at) })}</span>}
        </p>
        <p class="why">
          <span class="hint">{fill(say.couldNotApply, { system: source.name, at: time.moment(at) })}</span>
          {reason !== undefined && <q dir="auto">{reason}</q>}
        </p>
        {resent_at && <p class="hint">{fill(say.resentAt, { at: time.moment(resent_at) })}</p>}
      </div>
    </>
  )
}

/** Returns a function that says what happened, in the words of staff. */
function useEventName() {
  const { events } = useWords('work')
  const { actions } = useWords('console')
  return (event: Acknowledgement['event']): string => {
    if (event.kind === 'action') return textOf(actions, event.record.action) ?? event.record.action
    return textOf(events, 'change' in event ? event.change : event.kind) ?? event.kind
  }
}
