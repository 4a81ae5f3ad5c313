import type { Timeline as VisitTimeline } from '../../../client/client.ts'
import { states } from '../../../client/states.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { SendAgain } from './send-again.tsx'
import { EventLine } from './timeline-event.tsx'
import { PlanLine } from './timeline-plan.tsx'
import './timeline.css'

interface Props {
  notificationId: string
  /** Grows when the visit has changed. */
  generation: number
  /** Called after a reminder that staff sent. */
  onChanged: () => void
}

/** What happened to a notification, and what comes next, with a button that sends a reminder. */
export function Timeline({ notificationId: id, generation, onChanged }: Props) {
  const { session } = useSignedIn()
  const say = useWords('timeline')
  const { entity } = session
  const loaded = useLoaded(`${entity.id} ${id}`, (client) => client.timeline(entity.id, id), generation)
  const timeline = loaded.found
  if (loaded.error !== undefined) {
    return (
      <p class="fault" role="alert">
        {say.failed}{' '}
        <button type="button" onClick={loaded.load}>
          {say.again}
        </button>
      </p>
    )
  }
  return (
    <>
      <section aria-labelledby="timeline" aria-busy={!timeline}>
        <h3 id="timeline">{say.title}</h3>
        <ol class="timeline">
          {timeline?.events.map((event) => (
            <EventLine
              // An opened message stays open when somebody takes back an earlier note.
              key={event.type === 'message' ? event.id : undefined}
              event={event}
              notificationId={event.notification_id ?? id}
            />
          ))}
        </ol>
      </section>
      {timeline && <Plan timeline={timeline} onChanged={onChanged} notificationId={id} />}
    </>
  )
}

type PlanProps = Omit<Props, 'generation'> & { timeline: VisitTimeline }

/** The plan of the visit, with the button that sends a reminder. */
function Plan({ timeline, notificationId: id, onChanged }: PlanProps) {
  const { session } = useSignedIn()
  const say = useWords('timeline')
  const { plan, state, quiet_until: quietUntil } = timeline
  return (
    <section aria-labelledby="plan">
      <h3 id="plan">{say.plan}</h3>
      {plan.length === 0 && <p class="hint">{say.nothing}</p>}
      <ol class="timeline coming">
        {plan.map((entry) => (
          <PlanLine entry={entry} state={state} />
        ))}
      </ol>
      {session.scopes.includes('notifications:write') && takesReminder(timeline) && (
        <SendAgain id={id} quietUntil={quietUntil} onSent={onChanged} />
      )}
    </section>
  )
}

/** Whether the service can still remind the contact. */
const takesReminder = ({ state, plan }: VisitTimeline) =>
  states[state].isReminded && plan.some(({ type }) => type === 'visit' || type === 'answers-close')
