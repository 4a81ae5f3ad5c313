import type { Acknowledgement, NotificationStatus } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { textOf, useTexts, useWords } from '../../shared/language.tsx'
import { ContactLine } from './work-head.tsx'

interface Props {
  failure: Acknowledgement
  visit: NotificationStatus | undefined
  /** The id of the element with the contact's name. */
  nameId: string
}

/** An event that a system of the clinic could not apply: the contact, what happened, and the reason. */
export function FailedEvent({ failure, visit, nameId }: Props) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('work')
  const whatOf = useEventName()
  const { event, source, at, reason, resent_at } = failure
  return (
    <>
      <time dateTime={event.date}>{time.time(event.date)}</time>
      <div class="about">
        {visit ? (
          <ContactLine visit={visit} nameId={nameId} />
        ) : (
          <p id={nameId} class="hint">
            {'uid' in event ? <bdi>{event.uid}</bdi> : say.noVisit}
          </p>
        )}
        <p class="facts">
          <b>{whatOf(event)}</b>
          {visit?.starts_at && <span>{fill(say.visitAt, { at: time.moment(visit.starts_at) })}</span>}
        </p>
        <p class="why">
          <span class="hint">{fill(say.couldNotApply, { system: source.name, at: time.moment(at) })}</span>
          {reason !== undefined && <q dir="auto">{reason}</q>}
        </p>
        {resent_at && <p class="hint">{fill(say.resentAt, { at: time.moment(resent_at) })}</p>}
      </div>
    </>
  )
}

/** Returns a function that says what happened, in the words of staff. */
function useEventName() {
  const { events } = useWords('work')
  const { actions } = useWords('console')
  return (event: Acknowledgement['event']): string => {
    if (event.kind === 'action') return textOf(actions, event.record.action) ?? event.record.action
    return textOf(events, 'change' in event ? event.change : event.kind) ?? event.kind
  }
}
