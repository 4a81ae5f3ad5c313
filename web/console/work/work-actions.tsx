import type { Acknowledgement, NotificationStatus } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
import { useFormat, useWords } from '../../language.tsx'
import { CallButtons } from '../calls/call-buttons.tsx'
import type { Change, Saved } from '../change.ts'
import { takesAnswer, takesAnswers, takesWithdrawal } from '../takes-answers.ts'
import type { Entry } from './use-worklist.ts'
import type { Asking, Mark, QuestionKind } from './work-marks.ts'
import { isCalled, isMarkedDone, type Worklist } from './worklists.ts'

interface ActionsProps {
  entry: Entry
  list: Worklist
  session: Session
  asking: Asking | undefined
  isBusy: boolean
  save: (change: Change, saved: Saved, isAnswer: boolean) => void
  onAsk: (asking: Asking, button: HTMLButtonElement) => void
  onOpen: (visit: NotificationStatus) => void
}

/** The possible actions of an entry. */
export function WorkActions({
  entry: { visit, reply, failure },
  list,
  session,
  asking,
  isBusy,
  save,
  onAsk,
  onOpen,
}: ActionsProps) {
  const say = useWords('work')
  const { entity, scopes } = session
  const canAnswer = scopes.includes('actions:write')
  const isOpen = list.part !== 'done' && !failure
  const saveMark = (change: Change, saved: Saved) => save(change, saved, false)
  return (
    <>
      {canAnswer && reply && (
        <MarkButton
          kind="read"
          isMarked={reply.read !== undefined}
          name={visit?.contact.name ?? reply.uid}
          make={(isRead) => (client) => client.read(entity.id, reply.id, isRead)}
          isBusy={isBusy}
          save={saveMark}
        />
      )}
      {canAnswer && isMarkedDone(list.name) && visit && (
        <MarkButton
          kind="done"
          isMarked={visit.done !== undefined}
          name={visit.contact.name}
          make={(isDone) => (client) => client.done(entity.id, visit.id, isDone)}
          isBusy={isBusy}
          save={saveMark}
        />
      )}
      {canAnswer && failure && (
        <SendEventAgain {...{ failure, isBusy }} entityId={entity.id} name={visit?.contact.name} save={saveMark} />
      )}
      <div class="answers">
        {canAnswer && reply && (
          <button
            type="button"
            class="quiet"
            disabled={isBusy}
            aria-expanded={asking === 'answer'}
            onClick={(event) => onAsk('answer', event.currentTarget)}
          >
            {say.answerText}
          </button>
        )}
        {visit && (
          <button type="button" class="quiet" onClick={() => onOpen(visit)}>
            {say.openTimeline}
          </button>
        )}
        {canAnswer && visit && isCalled(list) && (
          <CallButtons
            {...{ visit, isBusy }}
            entityId={entity.id}
            isNoting={asking === 'note'}
            save={saveMark}
            onNote={(button) => onAsk('note', button)}
          />
        )}
        {isOpen && visit && <Answers {...{ visit, session, asking, isBusy, save, onAsk }} />}
      </div>
    </>
  )
}

interface SendEventAgainProps {
  failure: Acknowledgement
  entityId: string
  /** The contact's name, if the event is about a visit. */
  name: string | undefined
  isBusy: boolean
  save: (change: Change, saved: Saved) => void
}

/** Sends an event again to the clinic's systems. */
function SendEventAgain({ failure: { sequence, source }, entityId, name, isBusy, save }: SendEventAgainProps) {
  const say = useWords('work')
  const fill = useFormat()
  const saved = { text: fill(say.saved.resent, { name: name ?? source.name }) }
  return (
    <button
      type="button"
      class="marking"
      disabled={isBusy}
      onClick={() => save((client) => client.resendEvent(entityId, sequence), saved)}
    >
      {say.sendAgain}
    </button>
  )
}

interface MarkProps {
  kind: 'done' | 'read'
  isMarked: boolean
  name: string
  make: (isMarked: boolean) => Change
  isBusy: boolean
  save: (change: Change, saved: Saved) => void
}

/** Sets or removes a mark. A mark that was set can be undone at once. */
function MarkButton({ kind, isMarked, name, make, isBusy, save }: MarkProps) {
  const say = useWords('work')
  const fill = useFormat()
  const next: Mark = isMarked ? `${kind}-not` : kind
  const saved = { text: fill(say.saved[next], { name }), ...(!isMarked && { undo: make(false) }) }
  return (
    <button type="button" class="marking" disabled={isBusy} onClick={() => save(make(!isMarked), saved)}>
      {say.marks[next]}
    </button>
  )
}

type AnswersProps = Omit<ActionsProps, 'entry' | 'list' | 'onOpen'> & { visit: NotificationStatus }

/** What the contact says, and apart from it, the cancellation by the clinic. */
function Answers({ visit, session: { entity, scopes }, asking, isBusy, save, onAsk }: AnswersProps) {
  const say = useWords('work')
  const fill = useFormat()
  const ask = (one: QuestionKind) => ({
    type: 'button' as const,
    class: one === 'withdraw' ? 'quiet of-clinic' : 'quiet',
    disabled: isBusy,
    'aria-expanded': asking === one,
    onClick: (event: { currentTarget: HTMLButtonElement }) => onAsk(one, event.currentTarget),
  })
  const now = Date.now()
  const confirm: Change = (client) => client.answer(entity.id, visit.id, { action: 'confirm' })
  const confirmed = { text: fill(say.saved.confirm, { name: visit.contact.name }) }
  return (
    <>
      {scopes.includes('actions:write') && takesAnswers(visit, now) && (
        <fieldset>
          <legend>{say.contactSays}</legend>
          {takesAnswer('confirm', visit, now) && (
            <button type="button" class="quiet" disabled={isBusy} onClick={() => save(confirm, confirmed, true)}>
              {say.comes}
            </button>
          )}
          {takesAnswer('reschedule', visit, now) && <button {...ask('reschedule')}>{say.anotherTime}</button>}
          {takesAnswer('cancel', visit, now) && <button {...ask('cancel')}>{say.cannotCome}</button>}
        </fieldset>
      )}
      {scopes.includes('notifications:write') && takesWithdrawal(visit, now) && (
        <button {...ask('withdraw')}>{say.cancelForClinic}</button>
      )}
    </>
  )
}
