import type { PlanEntry, Timeline } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { textOf, useTexts, useWords } from '../../shared/language.tsx'
import { writtenDuration } from '../../shared/time/duration.ts'

interface Props {
  entry: PlanEntry
  /** The state of the notification now. */
  state: Timeline['state']
}

/** What is to come, and why. */
export function PlanLine({ entry, state }: Props) {
  const { time } = useSignedIn()
  const say = useWords('timeline')
  const { kinds } = useWords('messages')
  const isOmitted = entry.type === 'reminder' && !entry.will_be_sent
  return (
    <li class={isOmitted ? 'reminder omitted' : entry.type}>
      <time dateTime={entry.at}>{time.moment(entry.at)}</time>
      <div>
        <p>
          <strong>{entry.type === 'reminder' ? kinds.reminder : say.coming[entry.type]}</strong>
        </p>
        {entry.type === 'reminder' && <ReminderHints entry={entry} state={state} />}
      </div>
    </li>
  )
}

function ReminderHints({ entry, state }: Props & { entry: Extract<PlanEntry, { type: 'reminder' }> }) {
  const { time } = useSignedIn()
  const { say, fill, locale } = useTexts('timeline')
  const { states, channels } = useWords('console')
  const { step, reason, due_at } = entry
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const text = textOf(say.reasons, reason)
  return (
    <>
      <p class="hint">
        {fill(say.before, {
          length: writtenDuration(step.before, locale),
          states: list.format(step.states.map((one) => states[one])),
        })}
        {step.channels && ` · ${list.format(step.channels.map((one) => textOf(channels, one) ?? one))}`}
      </p>
      {text && <p class="why">{fill(text, { at: time.moment(due_at), state: states[state] })}</p>}
    </>
  )
}
