import type { NotificationStatus } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
import { Fault } from '../../shared/look/fault.tsx'
import { ActionLine } from '../action-line.tsx'
import { useCallActions } from '../calls/use-call-actions.ts'
import { changeFaultOf } from '../change-fault.ts'
import { ReasonQuestion } from '../questions/reason-question.tsx'
import type { QuestionName } from '../questions/use-asking.ts'
import { VisitQuestion } from '../questions/visit-question.tsx'
import { SavedNote } from '../saved-note.tsx'
import { asksFirst, isOffered, type StaffAction } from '../staff-actions.ts'
import { useStaffActions } from './use-staff-actions.ts'

interface Props {
  visit: NotificationStatus
  /** Called after each change. */
  onChanged: () => void
}

/** What staff can do with a visit: what the contact says, what happens at the desk, and what the clinic does. */
export function VisitActions({ visit, onChanged }: Props) {
  const say = useWords('visit-page')
  const work = useWords('work')
  const staff = useStaffActions(visit, onChanged)
  const { asking, failure, saved, show, news } = staff
  return (
    <section class="visit-actions" aria-label={say.title}>
      <VisitActionLine visit={visit} staff={staff} />
      {asking && <StaffQuestion key={asking} asking={asking} visit={visit} staff={staff} />}
      {failure !== undefined && <Fault>{work.faults[changeFaultOf(failure)]}</Fault>}
      <div ref={news} class="news" role="status" tabIndex={-1}>
        {saved && <SavedNote key={saved.text} saved={saved} onUndone={show} onEnd={() => show(undefined)} />}
      </div>
    </section>
  )
}

interface StaffProps extends Omit<Props, 'onChanged'> {
  staff: ReturnType<typeof useStaffActions>
}

/** The actions that are possible now: the contact's answers, the arrival, the calls, and the cancellation by the clinic. */
function VisitActionLine({ visit, staff: { asking, isBusy, act, ask, noteCall } }: StaffProps) {
  const { session, time } = useSignedIn()
  const say = useWords('visit-page')
  const work = useWords('work')
  const callActions = useCallActions({ asking, ask }, noteCall)
  const labels = {
    confirm: work.comes,
    reschedule: work.anotherTime,
    cancel: work.cannotCome,
    arrive: say.arrive,
    annul: say.annul,
    withdraw: work.cancelForClinic,
  } satisfies Record<StaffAction, string>
  const actions = (Object.keys(labels) as StaffAction[])
    .filter((action) => isOffered(action, visit, session, time, new Date()))
    .map((action) => ({
      name: action,
      label: labels[action],
      isAsking: asksFirst(action) ? asking === action : undefined,
      isGrave: action === 'withdraw',
      run: (button: HTMLButtonElement) => (asksFirst(action) ? ask(action, button) : act(action, '')),
    }))
  return <ActionLine actions={[...actions, ...callActions(visit)]} isBusy={isBusy} hasMain={false} />
}

/** Asks for the wish, a note or a reason, or whether the person is sure. */
function StaffQuestion({ asking, staff, ...about }: StaffProps & { asking: QuestionName }) {
  const { isBusy: isSaving, act, answer, leave: onLeave } = staff
  switch (asking) {
    case 'arrive':
    case 'annul':
      return (
        <ReasonQuestion asking={asking} isSaving={isSaving} onLeave={onLeave} onAct={(reason) => act(asking, reason)} />
      )
    case 'answer':
      return null
    default:
      return <VisitQuestion asking={asking} isSaving={isSaving} onLeave={onLeave} {...about} save={answer} />
  }
}
