import type { NotificationStatus } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import { useFormat, useWords } from '../../language.tsx'
import { Question } from '../answer-question.tsx'
import { CallButtons } from '../calls/call-buttons.tsx'
import { NoteQuestion } from '../calls/note-question.tsx'
import { noted } from '../calls/noted.ts'
import { changeFaultOf } from '../change-fault.ts'
import { SavedNote } from '../saved-note.tsx'
import { ReasonQuestion } from './reason-question.tsx'
import { answerActions, deskActions, isOffered, type StaffAction, staffActions } from './staff-actions.ts'
import { type Asking, useStaffActions } from './use-staff-actions.ts'

interface Props {
  visit: NotificationStatus
  session: Session
  time: ClinicTime
  /** Called after each change. */
  onChanged: () => void
}

/** What staff can do with a visit: what the contact says, what happens at the desk, and what the clinic does. */
export function VisitActions({ visit, session, time, onChanged }: Props) {
  const say = useWords('visit-page')
  const work = useWords('work')
  const staff = useStaffActions(session, visit, onChanged)
  const { asking, choose, isSaving, failure, saved, show, news } = staff
  const groups: { legend: string; actions: readonly StaffAction[] }[] = [
    { legend: work.contactSays, actions: answerActions },
    { legend: say.atTheDesk, actions: deskActions },
    { legend: say.theClinic, actions: ['withdraw'] },
  ]
  const labels = {
    confirm: work.comes,
    reschedule: work.anotherTime,
    cancel: work.cannotCome,
    arrive: say.arrive,
    annul: say.annul,
    withdraw: work.cancelForClinic,
  } satisfies Record<StaffAction, string>
  const isPossible = (action: StaffAction) => isOffered(action, visit, session, time, new Date())
  return (
    <section class="visit-actions" aria-label={say.title}>
      <div class="answers">
        {groups
          .filter(({ actions }) => actions.some(isPossible))
          .map(({ legend, actions }) => (
            <fieldset key={legend}>
              <legend>{legend}</legend>
              {actions.filter(isPossible).map((action) => (
                <button
                  key={action}
                  type="button"
                  class={action}
                  disabled={isSaving}
                  aria-expanded={staffActions[action].asks && asking === action}
                  onClick={({ currentTarget }) => choose(action, currentTarget)}
                >
                  {labels[action]}
                </button>
              ))}
            </fieldset>
          ))}
        {session.scopes.includes('actions:write') && (
          <CallButtons
            {...{ visit }}
            entityId={session.entity.id}
            isBusy={isSaving}
            isNoting={asking === 'note'}
            save={staff.note}
            onNote={(button) => staff.ask('note', button)}
          />
        )}
      </div>
      {asking && <StaffQuestion key={asking} {...{ asking, visit, session, time, staff }} />}
      {failure !== undefined && (
        <p class="fault" role="alert">
          {work.faults[changeFaultOf(failure)]}
        </p>
      )}
      <div ref={news} class="news" role="status" tabIndex={-1}>
        {saved && <SavedNote key={saved.text} saved={saved} session={session} onUndone={show} />}
      </div>
    </section>
  )
}

interface QuestionProps extends Omit<Props, 'onChanged'> {
  asking: Asking
  staff: ReturnType<typeof useStaffActions>
}

/** Asks for the wish, a note or a reason, or whether the person is sure. */
function StaffQuestion({ asking, visit, session, time, staff: { isSaving, act, note, leave } }: QuestionProps) {
  const say = useWords('visit-page')
  const { calls } = useWords('work')
  const fill = useFormat()
  const { id, contact } = visit
  switch (asking) {
    case 'reschedule':
    case 'cancel':
    case 'withdraw':
      return <Question {...{ asking, visit, time, isSaving }} onLeave={leave} onAnswer={(text) => act(asking, text)} />
    case 'arrive':
    case 'annul':
      return (
        <ReasonQuestion
          question={say.reasons[asking]}
          act={say.acts[asking]}
          isSaving={isSaving}
          onAct={(reason) => act(asking, reason)}
          onLeave={leave}
        />
      )
    case 'note':
      return (
        <NoteQuestion
          notificationId={id}
          question={fill(calls.noteAbout, { name: contact.name })}
          isSaving={isSaving}
          onLeave={leave}
          onSave={(text) => {
            const { change, saved } = noted(
              session.entity.id,
              id,
              { text },
              fill(calls.saved.note, { name: contact.name }),
            )
            note(change, saved)
          }}
        />
      )
    case 'confirm':
      return null
  }
}
