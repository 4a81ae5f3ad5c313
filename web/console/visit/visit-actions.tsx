import type { NotificationStatus } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import { useWords } from '../../language.tsx'
import { SavedNote } from '../saved-note.tsx'
import { workFaultOf } from '../work-fault.ts'
import { Question } from '../work-question.tsx'
import { ReasonQuestion } from './reason-question.tsx'
import { answerActions, deskActions, isOffered, type StaffAction, staffActions } from './staff-actions.ts'
import { useStaffActions } from './use-staff-actions.ts'

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
  const { asking, act, choose, leave, isSaving, failure, saved, show, note } = useStaffActions(
    session,
    visit,
    onChanged,
  )
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
      </div>
      {asking && <StaffQuestion key={asking} {...{ asking, visit, time, isSaving, act, leave }} />}
      {failure !== undefined && (
        <p class="fault" role="alert">
          {work.faults[workFaultOf(failure)]}
        </p>
      )}
      <div ref={note} class="news" role="status" tabIndex={-1}>
        {saved && <SavedNote key={saved.text} saved={saved} session={session} onUndone={show} />}
      </div>
    </section>
  )
}

type QuestionProps = Pick<Props, 'visit' | 'time'> &
  Pick<ReturnType<typeof useStaffActions>, 'isSaving' | 'act' | 'leave'> & { asking: StaffAction }

/** Asks for the wish, for a reason, or whether the person is sure. */
function StaffQuestion({ asking, visit, time, isSaving, act, leave }: QuestionProps) {
  const say = useWords('visit-page')
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
    case 'confirm':
      return null
  }
}
