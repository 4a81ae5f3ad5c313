import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { NotificationStatus } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import { drafts } from '../../drafts.ts'
import { useWords } from '../../language.tsx'
import { ClaimLine } from '../calls/claim-line.tsx'
import { noteDraft } from '../calls/note-question.tsx'
import type { Claims } from '../calls/use-claims.ts'
import { type Change, type Saved, save } from '../change.ts'
import { type ChangeFault, changeFaultOf } from '../change-fault.ts'
import { takesAnswer } from '../takes-answers.ts'
import { EntryQuestion } from './entry-question.tsx'
import { FailedEvent } from './failed-event.tsx'
import type { Entry } from './use-worklist.ts'
import { WorkActions } from './work-actions.tsx'
import { TextHead, VisitHead } from './work-head.tsx'
import type { Asking } from './work-marks.ts'
import { isCalled, type Worklist } from './worklists.ts'

interface Props {
  entry: Entry
  list: Worklist
  session: Session
  time: ClinicTime
  claims: Claims
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
export function WorkRow({ entry, list, session, time, claims, isGone, onHold, onSaved, onOpen, onStale }: Props) {
  const say = useWords('work')
  const nameId = useId()
  const { visit, reply, failure } = entry
  const [asking, setAsking] = useState<Asking | undefined>(() => draftOf(entry))
  const { state, fault, begin, ended, forgetFault } = useSaving(entry)
  const asker = useRef<HTMLButtonElement>(null)
  const isHeld = asking !== undefined || fault !== undefined || state === 'saving'
  useEffect(() => onHold(entry, isHeld), [isHeld])

  async function make(change: Change, saved: Saved, isAnswer: boolean) {
    begin()
    const failure = await save(session, change).then(() => undefined, changeFaultOf)
    ended(failure)
    if (failure) return onStale()
    // A mark does not save what somebody is typing.
    if (isAnswer) forgetDraft()
    if (isAnswer || draft === undefined || !drafts.has(draft)) close()
    onSaved(saved)
  }

  const draft = asking && draftNameOf(asking, entry)
  const forgetDraft = () => draft !== undefined && drafts.set(draft, undefined)

  function close() {
    setAsking(undefined)
    forgetFault()
  }

  function ask(one: Asking, button: HTMLButtonElement) {
    asker.current = button
    setAsking(asking === one ? undefined : one)
  }

  function leaveQuestion() {
    forgetDraft()
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
      {!isGone && visit && isCalled(list) && session.scopes.includes('actions:write') && (
        <ClaimLine {...{ claims, visit, time }} />
      )}
      {isGone && !fault && <p class="hint">{say.gone}</p>}
      {asking && (
        <EntryQuestion
          {...{ asking, entry, session, time }}
          isSaving={state === 'saving'}
          onLeave={leaveQuestion}
          save={(change, saved) => make(change, saved, true)}
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

/** Returns the name of the draft of a form with a text; undefined without a text. */
function draftNameOf(asking: Asking, { visit, reply }: Entry): string | undefined {
  if (asking === 'answer') return reply?.id
  if (asking === 'note') return visit && noteDraft(visit.id)
  return asking === 'reschedule' ? visit?.id : undefined
}

/** The form with a text that somebody typed before a reload, and has not saved. */
function draftOf(entry: Entry): Asking | undefined {
  const { visit, failure } = entry
  const takesWish = visit && !failure && takesAnswer('reschedule', visit, Date.now())
  const forms = (['answer', 'note', ...(takesWish ? ['reschedule' as const] : [])] as const).map(
    (asking) => [asking, draftNameOf(asking, entry)] as const,
  )
  return forms.find(([, name]) => name !== undefined && drafts.has(name))?.[0]
}

/** The state of a change of an entry, and its fault. */
function useSaving(entry: Entry) {
  const [state, setState] = useState<'ready' | 'saving' | 'saved'>('ready')
  const [fault, setFault] = useState<ChangeFault>()
  // After a change, the buttons stay disabled until the changed entry arrives.
  useEffect(() => setState((before) => (before === 'saved' ? 'ready' : before)), [entry])
  return {
    ...{ state, fault },
    begin() {
      setState('saving')
      setFault(undefined)
    },
    ended(why: ChangeFault | undefined) {
      setState(why ? 'ready' : 'saved')
      setFault(why)
    },
    forgetFault: () => setFault(undefined),
  }
}
