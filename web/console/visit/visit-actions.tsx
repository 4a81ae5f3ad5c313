import type { NotificationStatus } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
import { Fault } from '../../shared/look/fault.tsx'
import { CallButtons } from '../calls/call-buttons.tsx'
import { changeFaultOf } from '../change-fault.ts'
import { ReasonQuestion } from '../questions/reason-question.tsx'
import type { QuestionName } from '../questions/use-asking.ts'
import { VisitQuestion } from '../questions/visit-question.tsx'
import { SavedNote } from '../saved-note.tsx'
import { actionsOf, asksFirst, isOffered, type StaffAction } from '../staff-actions.ts'
import { useStaffActions } from './use-staff-actions.ts'

interface Props {
  visit: NotificationStatus
  /** Called after each change. */
  onChanged: () => void
}

/** What staff can do with a visit: what the contact says, what happens at the desk, and what the clinic does. */
export function VisitActions({ visit, onChanged }: Props) {
  const { session } = useSignedIn()
  const say = useWords('visit-page')
  const work = useWords('work')
  const staff = useStaffActions(visit, onChanged)
  const { asking, isBusy, failure, saved, show, news } = staff
  return (
    <section class="visit-actions" aria-label={say.title}>
      <div class="answers">
        <ActionButtons visit={visit} staff={staff} />
        {session.scopes.includes('actions:write') && (
          <CallButtons
            visit={visit}
            isBusy={isBusy}
            entityId={session.entity.id}
            isNoting={asking === 'note'}
            save={staff.noteCall}
            onNote={(button) => staff.ask('note', button)}
          />
        )}
      </div>
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

/** The actions that are possible now, by the person who decides. */
function ActionButtons({ visit, staff: { asking, isBusy, act, ask } }: StaffProps) {
  const { session, time } = useSignedIn()
  const say = useWords('visit-page')
  const work = useWords('work')
  const legends = { contact: work.contactSays, desk: say.atTheDesk, clinic: say.theClinic }
  const labels = {
    confirm: work.comes,
    reschedule: work.anotherTime,
    cancel: work.cannotCome,
    arrive: say.arrive,
    annul: say.annul,
    withdraw: work.cancelForClinic,
  } satisfies Record<StaffAction, string>
  const groups = (['contact', 'desk', 'clinic'] as const).map((of) => ({
    legend: legends[of],
    actions: actionsOf(of).filter((action) => isOffered(action, visit, session, time, new Date())),
  }))
  return groups
    .filter(({ actions }) => actions.length > 0)
    .map(({ legend, actions }) => (
      <fieldset key={legend}>
        <legend>{legend}</legend>
        {actions.map((action) => (
          <button
            key={action}
            type="button"
            class={action}
            disabled={isBusy}
            aria-expanded={asksFirst(action) ? asking === action : undefined}
            onClick={({ currentTarget }) => (asksFirst(action) ? ask(action, currentTarget) : act(action, ''))}
          >
            {labels[action]}
          </button>
        ))}
      </fieldset>
    ))
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
