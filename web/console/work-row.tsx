import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { NotificationStatus } from '../../client/client.ts'
import type { Session } from '../access/session.ts'
import type { ClinicTime } from '../clinic-time.ts'
import { useFormat, useWords } from '../language.tsx'
import { type Change, type Saved, save } from './change.ts'
import { FailedEvent } from './failed-event.tsx'
import { takesAnswers } from './takes-answers.ts'
import { TextAnswer } from './text-answer.tsx'
import type { Entry } from './use-worklist.ts'
import { wishes } from './wishes.ts'
import { WorkActions } from './work-actions.tsx'
import { type WorkFault, workFaultOf } from './work-fault.ts'
import { TextHead, VisitHead } from './work-head.tsx'
import type { Asking, QuestionKind } from './work-marks.ts'
import { Question } from './work-question.tsx'
import type { Worklist } from './worklists.ts'

interface Props {
  entry: Entry
  list: Worklist
  session: Session
  time: ClinicTime
  /** Whether the service no longer has the entry in this list. */
  isGone: boolean
  /** Keeps the entry on the page, although a reload may no longer contain it. */
  onHold: (entry: Entry, isHeld: boolean) => void
  onSaved: (saved: Saved) => void
  /** Opens the timeline of the visit. */
  onOpen: (visit: NotificationStatus) => void
  /** Called when the page is out of date. */
  onStale: () => void
}

/** An entry of a list, with its possible actions. Shows the error if one of them failed. */
export function WorkRow({ entry, list, session, time, isGone, onHold, onSaved, onOpen, onStale }: Props) {
  const say = useWords('work')
  const fill = useFormat()
  const nameId = useId()
  const { visit, reply, failure } = entry
  const [asking, setAsking] = useState<Asking | undefined>(() => draftOf(entry))
  const { state, fault, begin, ended, forgetFault } = useSaving(entry)
  const asker = useRef<HTMLButtonElement>(null)
  const isHeld = asking !== undefined || fault !== undefined || state === 'saving'
  useEffect(() => onHold(entry, isHeld), [isHeld])

  async function make(change: Change, saved: Saved, isAnswer: boolean) {
    begin()
    const failure = await save(session, change).then(() => undefined, workFaultOf)
    ended(failure)
    if (failure) return onStale()
    // A mark does not save what somebody is typing.
    if (isAnswer) forgetDraft()
    if (isAnswer || draftId === undefined || wishes.of(draftId) === '') close()
    onSaved(saved)
  }

  const draftId = asking === 'answer' ? reply?.id : visit?.id
  const forgetDraft = () => draftId !== undefined && wishes.set(draftId, '')

  function close() {
    setAsking(undefined)
    forgetFault()
  }

  function ask(one: Asking, button: HTMLButtonElement) {
    asker.current = button
    setAsking(asking === one ? undefined : one)
  }

  function leaveQuestion() {
    if (asking === 'reschedule' || asking === 'answer') forgetDraft()
    close()
    asker.current?.focus()
  }

  return (
    <li class="entry" aria-labelledby={nameId}>
      {reply && <TextHead reply={reply} visit={visit} nameId={nameId} time={time} />}
      {failure && <FailedEvent failure={failure} visit={visit} nameId={nameId} time={time} />}
      {!reply && !failure && <VisitHead visit={visit!} list={list} nameId={nameId} time={time} />}
      {!isGone && (
        <WorkActions {...{ entry, list, session, asking, onOpen }} save={make} isBusy={state !== 'ready'} onAsk={ask} />
      )}
      {isGone && !fault && <p class="hint">{say.gone}</p>}
      {asking === 'answer' && reply && (
        <TextAnswer
          {...{ reply, session }}
          isSaving={state === 'saving'}
          onLeave={leaveQuestion}
          onSend={(words, key) => {
            const text = fill(say.saved.answer, { name: visit?.contact.name ?? reply.uid })
            make((client) => client.answerReply(session.entity.id, reply.id, words, key), { text }, true)
          }}
        />
      )}
      {asking && asking !== 'answer' && visit && (
        <Question
          {...{ asking, visit, time }}
          isSaving={state === 'saving'}
          onLeave={leaveQuestion}
          onAnswer={(wish) => {
            const text = fill(say.saved[asking], { name: visit.contact.name })
            make(answerOf(asking, session.entity.id, visit.id, wish), { text }, true)
          }}
        />
      )}
      {fault && (
        <p class="fault" role="alert">
          {say.faults[fault]}{' '}
          {!asking && (
            <button type="button" onClick={close}>
              {say.close}
            </button>
          )}
        </p>
      )}
    </li>
  )
}

/** The form with a text that somebody typed before a reload, and has not saved. */
function draftOf({ visit, reply, failure }: Entry): Asking | undefined {
  if (reply && wishes.of(reply.id)) return 'answer'
  return visit && !failure && takesAnswers(visit, Date.now()) && wishes.of(visit.id) ? 'reschedule' : undefined
}

const answerOf =
  (asking: QuestionKind, entityId: string, id: string, wish: string): Change =>
  (client) =>
    asking === 'withdraw'
      ? client.withdraw(entityId, id)
      : client.answer(entityId, id, { action: asking, ...(wish !== '' && { wish }) })

/** The state of a change of an entry, and its fault. */
function useSaving(entry: Entry) {
  const [state, setState] = useState<'ready' | 'saving' | 'saved'>('ready')
  const [fault, setFault] = useState<WorkFault>()
  // After a change, the buttons stay disabled until the changed entry arrives.
  useEffect(() => setState((before) => (before === 'saved' ? 'ready' : before)), [entry])
  return {
    ...{ state, fault },
    begin() {
      setState('saving')
      setFault(undefined)
    },
    ended(why: WorkFault | undefined) {
      setState(why ? 'ready' : 'saved')
      setFault(why)
    },
    forgetFault: () => setFault(undefined),
  }
}
