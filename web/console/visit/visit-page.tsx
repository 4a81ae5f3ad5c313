import { useState } from 'preact/hooks'
import {
  type Client,
  type NotificationStatus,
  ProblemError,
  type Timeline as VisitTimeline,
} from '../../../client/client.ts'
import { states } from '../../../client/states.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { Failure } from '../../shared/look/fault.tsx'
import { shownStates } from '../../shared/look/shown-state.ts'
import { StateBadge } from '../../shared/look/state-badge.tsx'
import { writtenDay } from '../../shared/time/clinic-time.ts'
import { shortDetailsOf } from '../../shared/visits/visit.ts'
import { Addresses } from '../addresses.tsx'
import { stateInWords } from '../staff-actions.ts'
import { SendAgain } from './send-again.tsx'
import { EventLine } from './timeline-event.tsx'
import { PlanLine } from './timeline-plan.tsx'
import { VisitActions } from './visit-actions.tsx'
import { WhoSaw } from './who-saw.tsx'
import './visit-page.css'
import './timeline.css'

export interface VisitPageProps {
  /** The id of the notification. */
  id: string
  /** Called when the visit has been read, and after each change. */
  onRead: (visit: NotificationStatus) => void
}

/** A visit: who comes and when, what staff can do, what happened, and what comes next. */
export function VisitPage({ id, onRead }: VisitPageProps) {
  const say = useWords('work')
  const { session } = useSignedIn()
  const { entity } = session
  const [generation, setGeneration] = useState(0)
  const reload = () => setGeneration((before) => before + 1)
  const read = async (client: Client) => {
    const visit = await client.notification(entity.id, id)
    onRead(visit)
    return visit
  }
  const { found: visit, error } = useLoaded(`${entity.id} ${id}`, read, generation)
  if (error instanceof ProblemError && error.status === 404) return <p>{say.faults.unknown}</p>
  if (error !== undefined) {
    return <Failure text={say.failing} again={say.again} onAgain={reload} />
  }
  if (!visit) return <div class="visit-page" aria-busy="true" />
  return (
    <div class="visit-page">
      <VisitHead visit={visit} />
      <VisitActions visit={visit} onChanged={reload} />
      <Timeline generation={generation} notificationId={id} onChanged={reload} />
      {session.scopes.includes('audit:read') && <WhoSaw contactId={visit.contact.external_id} />}
    </div>
  )
}

/** Who comes, when and with whom, the state, and the addresses. */
function VisitHead({ visit }: { visit: NotificationStatus }) {
  const { time } = useSignedIn()
  const { say, fill, locale } = useTexts('work')
  const { states, test, testHint } = useWords('console')
  const plugins = useWords('plugins')
  const { state, starts_at, wish, slot, contact, deliveries } = visit
  const shown = shownStates[state]
  return (
    <div class="visit-head">
      <p class="facts">
        {shown ? <StateBadge state={shown} text={states[stateInWords(visit)]} /> : <strong>{states[state]}</strong>}
        {starts_at && (
          <strong>
            <time dateTime={starts_at}>{time.moment(starts_at)}</time>
          </strong>
        )}
        {shortDetailsOf(visit, plugins).map((detail) => (
          <span dir="auto">{detail}</span>
        ))}
      </p>
      <p class="facts">
        {contact.birth_date && <span>{fill(say.born, { day: writtenDay(contact.birth_date, locale, 'medium') })}</span>}
        <span>{fill(say.key, { key: contact.external_id })}</span>
      </p>
      {visit.test && (
        <p>
          <span class="mark">{test}</span> {testHint}
        </p>
      )}
      {(wish || slot) && (
        <p class="wish">
          {slot && <strong>{fill(say.slot, { at: time.moment(slot) })}</strong>} {wish && <q dir="auto">{wish}</q>}
        </p>
      )}
      <Addresses deliveries={deliveries} isWithOutcome={false} />
    </div>
  )
}

interface Props {
  notificationId: string
  /** Grows when the visit has changed. */
  generation: number
  /** Called after a reminder that staff sent. */
  onChanged: () => void
}

/** What happened to a notification, and what comes next, with a button that sends a reminder. */
function Timeline({ notificationId: id, generation, onChanged }: Props) {
  const { session } = useSignedIn()
  const say = useWords('timeline')
  const { entity } = session
  const loaded = useLoaded(`${entity.id} ${id}`, (client) => client.timeline(entity.id, id), generation)
  const timeline = loaded.found
  if (loaded.error !== undefined) {
    return <Failure text={say.failed} again={say.again} onAgain={loaded.load} />
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
