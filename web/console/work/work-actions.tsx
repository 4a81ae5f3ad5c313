import type { NotificationStatus } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
import { CallButtons } from '../calls/call-buttons.tsx'
import { actionsOf, isOffered, type StaffAction, staffActions } from '../staff-actions.ts'
import { useSavedAnswer } from '../use-saved-answer.ts'
import { ClockButtons } from './clock-change.tsx'
import type { Entry } from './entries.ts'
import { MarkButtons } from './mark-buttons.tsx'
import type { useEntryChanges } from './use-entry-changes.ts'
import { isCalled, type Worklist } from './worklists.ts'

interface Props {
  entry: Entry
  list: Worklist
  changes: ReturnType<typeof useEntryChanges>
  onOpen: (notificationId: string) => void
}

/** The possible actions of an entry. */
export function WorkActions({ entry, list, changes, onOpen }: Props) {
  const { session } = useSignedIn()
  const say = useWords('work')
  const { visit, reply, failure } = entry
  const { asking, isBusy, mark, ask } = changes
  const canAnswer = session.scopes.includes('actions:write')
  return (
    <>
      {canAnswer && <MarkButtons entry={entry} list={list} isBusy={isBusy} save={mark} />}
      <div class="answers">
        {visit && <ClockButtons visit={visit} changes={changes} />}
        {canAnswer && reply && (
          <button
            type="button"
            class="quiet"
            disabled={isBusy}
            aria-expanded={asking === 'answer'}
            onClick={({ currentTarget }) => ask('answer', currentTarget)}
          >
            {say.answerText}
          </button>
        )}
        {visit && (
          <button type="button" class="quiet" onClick={() => onOpen(visit.superseded_by ?? visit.id)}>
            {say.openTimeline}
          </button>
        )}
        {canAnswer && visit && isCalled(list) && (
          <CallButtons
            visit={visit}
            isBusy={isBusy}
            entityId={session.entity.id}
            isNoting={asking === 'note'}
            save={mark}
            onNote={(button) => ask('note', button)}
          />
        )}
        {visit && !failure && list.part !== 'done' && <Answers visit={visit} changes={changes} />}
      </div>
    </>
  )
}

type AnswersProps = Pick<Props, 'changes'> & { visit: NotificationStatus }

/** What the contact says, and apart from it, the cancellation by the clinic. */
function Answers({ visit, changes: { asking, isBusy, ask, mark } }: AnswersProps) {
  const { session, time } = useSignedIn()
  const say = useWords('work')
  const savedAnswer = useSavedAnswer()
  const isPossible = (action: StaffAction) => isOffered(action, visit, session, time, new Date())
  const confirm = () =>
    mark((client) => staffActions.confirm.make(client, session.entity.id, visit.id, ''), savedAnswer('confirm', visit))
  const asked = (one: 'reschedule' | 'cancel' | 'withdraw') => ({
    type: 'button' as const,
    class: one === 'withdraw' ? 'quiet of-clinic' : 'quiet',
    disabled: isBusy,
    'aria-expanded': asking === one,
    onClick: (event: { currentTarget: HTMLButtonElement }) => ask(one, event.currentTarget),
  })
  return (
    <>
      {actionsOf('contact').some(isPossible) && (
        <fieldset>
          <legend>{say.contactSays}</legend>
          {isPossible('confirm') && (
            <button type="button" class="quiet" disabled={isBusy} onClick={confirm}>
              {say.comes}
            </button>
          )}
          {isPossible('reschedule') && <button {...asked('reschedule')}>{say.anotherTime}</button>}
          {isPossible('cancel') && <button {...asked('cancel')}>{say.cannotCome}</button>}
        </fieldset>
      )}
      {isPossible('withdraw') && <button {...asked('withdraw')}>{say.cancelForClinic}</button>}
    </>
  )
}
