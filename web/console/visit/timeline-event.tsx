import type { TimelineEvent } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { textOf, useTexts, useWords } from '../../shared/language.tsx'
import type { ClinicTime } from '../../shared/time/clinic-time.ts'
import { shownDelivery } from '../shown-delivery.ts'
import { MessageText } from './message-text.tsx'

type EventOf<Type extends TimelineEvent['type']> = Extract<TimelineEvent, { type: Type }>

interface Props {
  event: TimelineEvent
  /** The notification of the visit that the event happened to. */
  notificationId: string
}

/** An event, with its time and who did it. */
export function EventLine({ event, notificationId }: Props) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('timeline')
  const work = useWords('work')
  const at = 'at' in event ? event.at : undefined
  const title = useTitleOf(event, time)
  return (
    <li class={event.type === 'answered' ? `answered ${event.answer}` : event.type}>
      {at ? (
        <time dateTime={at}>{time.moment(at)}</time>
      ) : (
        <span class="hint">{event.type !== 'message' && say.noTime}</span>
      )}
      <div>
        <p>
          <strong>{title}</strong>
          {event.type === 'message' && <MessageFacts message={event} />}
          {event.type === 'answered' && <ChannelOf channel={event.channel} />}
        </p>
        {'by' in event && event.by && (
          <p class="hint">{event.by === 'contact' ? say.byContact : fill(say.by, { name: event.by })}</p>
        )}
        {event.type === 'moved' && event.moved_from && (
          <p class="hint">{fill(say.movedFrom, { at: time.moment(event.moved_from) })}</p>
        )}
        {event.type === 'answered' && event.slot && (
          <p class="hint">{fill(work.slot, { at: time.moment(event.slot) })}</p>
        )}
        {event.type === 'answered' && event.wish && (
          <p class="hint" dir="auto">
            {event.wish}
          </p>
        )}
        {event.type === 'noted' && event.text && (
          <p class="note" dir="auto">
            {event.text}
          </p>
        )}
        {event.type === 'message' && <MessageHints message={event} />}
        {event.type === 'message' && <Words event={event} notificationId={notificationId} />}
        {(event.type === 'arrived' || event.type === 'annulled') && event.reason && (
          <p class="hint" dir="auto">
            {event.reason}
          </p>
        )}
      </div>
    </li>
  )
}

/** What staff wrote, or the message as the service renders it again. */
function Words({ event, notificationId }: Omit<Props, 'event' | 'time'> & { event: EventOf<'message'> }) {
  if (event.text !== undefined)
    return (
      <p class="note" dir="auto">
        {event.text}
      </p>
    )
  return event.at ? <MessageText notificationId={notificationId} messageId={event.id} /> : null
}

function useTitleOf(event: TimelineEvent, time: ClinicTime): string {
  const { say, fill } = useTexts('timeline')
  const { actions, states } = useWords('console')
  const { kinds } = useWords('messages')
  switch (event.type) {
    case 'submitted':
      return say.submitted
    case 'message':
      return kinds[event.kind]
    case 'answered':
      return actions[event.answer]
    case 'marked-done':
      return say.markedDone
    case 'noted':
      return event.call ? say.calls[event.call] : say.noted
    case 'arrived':
      return actions.arrive
    case 'annulled':
      return actions.annul
    case 'moved':
      return event.starts_at ? fill(say.movedTo, { at: time.moment(event.starts_at) }) : say.replaced
    case 'replaced':
      return say.replaced
    case 'no-show':
    case 'withdrawn':
      return states[event.type]
  }
}

function ChannelOf({ channel }: { channel: string }) {
  const { channels } = useWords('console')
  return <> · {textOf(channels, channel) ?? channel}</>
}

function MessageFacts({ message }: { message: EventOf<'message'> }) {
  const { deliveryStates } = useWords('console')
  const { channel, uid } = message
  const { state } = shownDelivery(message)
  return (
    <>
      <ChannelOf channel={channel} /> · <bdi>{uid}</bdi> <span class={`mark ${state}`}>{deliveryStates[state]}</span>
    </>
  )
}

function MessageHints({ message }: { message: EventOf<'message'> }) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('timeline')
  const { reason, reasons, optOuts } = useWords('console')
  const { delivered_at, next_attempt_at, waits_for } = message
  const why = shownDelivery(message).reason
  return (
    <>
      {delivered_at && <p class="hint">{fill(say.deliveredAt, { at: time.moment(delivered_at) })}</p>}
      {why && (
        <p class="hint">
          {reason} <bdi>{textOf(reasons, why) ?? why}</bdi>
        </p>
      )}
      {message.opted_out && <p class="hint">{optOuts[message.opted_out]}</p>}
      {next_attempt_at && (
        <p class="hint">{fill(waits_for ? say.waits : say.nextAttempt, { at: time.moment(next_attempt_at) })}</p>
      )}
    </>
  )
}
