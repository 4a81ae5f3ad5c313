import type { ComponentChildren } from 'preact'
import type { NotificationStatus } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { textOf, useTexts, useWords } from '../../shared/language.tsx'
import { shownStates } from '../../shared/look/shown-state.ts'
import { StateBadge } from '../../shared/look/state-badge.tsx'
import { writtenDay } from '../../shared/time/clinic-time.ts'
import { shortDetailsOf } from '../../shared/visits/visit.ts'
import { shownDelivery } from '../shown-delivery.ts'
import { stateInWords } from '../staff-actions.ts'
import { timesToDecide } from './clock-change.tsx'
import { type Entry, instantOf } from './entries.ts'
import { untoldOf } from './untold.ts'
import { useEventName } from './use-event-name.ts'
import type { Worklist } from './worklists.ts'

interface Props {
  entry: Entry
  list: Worklist
  /** The id of the element with the name of the entry. */
  nameId: string
  isOpen: boolean
  onToggle: () => void
}

/** An entry in one line: its time, the contact and what tells contacts apart, and the latest event. The name opens the entry. */
export function EntryLine({ entry, list, nameId, isOpen, onToggle }: Props) {
  const { time } = useSignedIn()
  const { visit, reply, failure } = entry
  const nameOfEvent = useEventName()
  const facts = useFacts()
  const about = reply
    ? reply.text
    : failure
      ? [nameOfEvent(failure.event), failure.reason].filter(Boolean).join(' · ')
      : facts(visit!).join(' · ')
  const uid = reply?.uid ?? (failure && 'uid' in failure.event ? failure.event.uid : failure?.source.name)
  return (
    <>
      <time dateTime={instantOf(entry)}>{time.time(instantOf(entry))}</time>
      <div class="who">
        <button type="button" class="opener" aria-expanded={isOpen} onClick={onToggle}>
          <strong id={nameId} dir="auto">
            {visit?.contact.name ?? uid}
          </strong>
        </button>
        {!(isOpen && (reply || failure)) && <small dir="auto">{about}</small>}
      </div>
      <div class="latest">
        {reply || failure ? visit && <State visit={visit} /> : !isOpen && <Latest visit={visit!} list={list} />}
      </div>
    </>
  )
}

/** Returns a function that lists the facts which tell contacts of the same name apart, and the visit. */
function useFacts() {
  const { say, fill, locale } = useTexts('work')
  const plugins = useWords('plugins')
  return (visit: NotificationStatus) => {
    const { birth_date, external_id } = visit.contact
    const own = birth_date
      ? fill(say.born, { day: writtenDay(birth_date, locale, 'medium') })
      : fill(say.key, { key: external_id })
    return [own, ...shortDetailsOf(visit, plugins)]
  }
}

/** The state of a visit, with its colour if it has one. */
export function State({ visit }: { visit: Pick<NotificationStatus, 'state' | 'ended_from'> }) {
  const { states } = useWords('console')
  const text = states[stateInWords(visit)]
  const shown = shownStates[visit.state]
  return shown ? <StateBadge state={shown} text={text} /> : <span>{text}</span>
}

/** The latest thing that happened: what the contact does not know, or a note, a call, a wish or a message. */
function Latest({ visit, list }: { visit: NotificationStatus; list: Worklist }) {
  const { time } = useSignedIn()
  const { say, fill, locale } = useTexts('work')
  const { channels, deliveryStates } = useWords('console')
  const now = new Date()
  const clock = timesToDecide(visit, time, locale)
  const untold = clock ? fill(say.clock.entered, clock) : list.name === 'unreached' ? untoldOf(visit, say) : undefined
  if (untold) return <small class="untold">{untold}</small>
  const { calls, note, done, wish, slot, answered_at, deliveries } = visit
  const messages = deliveries.map((one) => {
    const { state } = shownDelivery(one)
    const text = `${textOf(channels, one.channel) ?? one.channel}: ${deliveryStates[state]}`
    return { at: one.delivered_at ?? one.sent_at, content: <span class={`mark ${state}`}>{text}</span> }
  })
  const wished = slot ? fill(say.slot, { at: time.moment(slot) }) : wish ? <q dir="auto">{wish}</q> : say.noWish
  const events: { at: string | undefined; content: ComponentChildren }[] = [
    ...messages,
    ...(list.name === 'rescheduling' ? [{ at: answered_at, content: wished }] : []),
    ...(calls
      ? [
          {
            at: calls.last.at,
            content: (
              <span class="calls">
                {fill(say.calls.called, { count: calls.count })} {say.calls[calls.last.call]}
              </span>
            ),
          },
        ]
      : []),
    ...(note ? [{ at: note.at, content: <span dir="auto">{note.text}</span> }] : []),
    ...(done ? [{ at: done.at, content: fill(say.doneBy, { at: time.moment(done.at), by: done.by }) }] : []),
  ]
  // A message that has not left has no time.
  const latest = events.toSorted((one, other) => (one.at ?? '').localeCompare(other.at ?? '')).at(-1)
  if (!latest) return null
  return (
    <small>
      <span class="event">{latest.content}</span>
      {latest.at && !done && <time dateTime={latest.at}>{time.brief(latest.at, now)}</time>}
    </small>
  )
}
