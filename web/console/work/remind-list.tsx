import { useEffect } from 'preact/hooks'
import { useLanguage, useWords } from '../../shared/language.tsx'
import { Fault } from '../../shared/look/fault.tsx'
import type { RemindLists } from './use-remind-list.ts'
import type { Worklist } from './worklists.ts'

interface Props {
  list: Worklist
  reminders: RemindLists
  /** Called when the last reminder was sent, or somebody stopped. */
  onEnd: () => void
}

/** The button that asked is gone, and had the focus. */
const focus = (element: HTMLElement | null) => element?.focus()

/** Sends a reminder to each contact of the list, after a question that says to how many. */
export function RemindList({ list, reminders, onEnd }: Props) {
  const reminding = reminders.of(list)
  useEffect(() => (reminding.state === 'sending' ? onEnd : undefined), [reminding.state])
  switch (reminding.state) {
    case 'asking':
      return <HowMany reminding={reminding} reminders={reminders} />
    case 'sending':
      return <Progress reminding={reminding} reminders={reminders} />
    default:
      return <Begin list={list} reminding={reminding} reminders={reminders} />
  }
}

type RemindState = ReturnType<RemindLists['of']>
interface StateProps<State extends RemindState['state']> {
  reminding: Extract<RemindState, { state: State }>
  reminders: RemindLists
}

function useNumber() {
  const { locale } = useLanguage()
  return (count: number) => count.toLocaleString(locale)
}

/** Asks whether to remind the contacts of the list. */
function HowMany({ reminding, reminders }: StateProps<'asking'>) {
  const { remindList: say, leave } = useWords('work')
  const { fill } = useLanguage()
  const number = useNumber()
  const count = reminding.ids.length
  return (
    <div class="remind-list question">
      <p>
        {fill(say.question, { count })} {reminding.hasMore && fill(say.onlyFirst, { count: number(count) })}
      </p>
      <div class="row">
        <button type="button" class="main" ref={focus} onClick={() => reminders.send(reminding)}>
          {fill(say.send, { count })}
        </button>
        <button type="button" onClick={reminders.leave}>
          {leave}
        </button>
      </div>
    </div>
  )
}

/** How many contacts are done, with a button that stops. */
function Progress({ reminding: { done, total }, reminders }: StateProps<'sending'>) {
  const { remindList: say } = useWords('work')
  const { fill } = useLanguage()
  const number = useNumber()
  return (
    <div class="remind-list question">
      <p role="status">{fill(say.sending, { done: number(done), total: number(total) })}</p>
      <button type="button" ref={focus} onClick={reminders.stop}>
        {say.stop}
      </button>
    </div>
  )
}

type BeginProps = StateProps<Exclude<RemindState['state'], 'asking' | 'sending'>> & Pick<Props, 'list'>

/** The button that begins, and the result of the last run. */
function Begin({ list, reminding, reminders }: BeginProps) {
  const { remindList: say } = useWords('work')
  const { fill } = useLanguage()
  const number = useNumber()
  const { results, isRefused } = reminding.state === 'done' ? reminding : {}
  return (
    <div class="remind-list">
      <button type="button" class="quiet" disabled={reminding.state === 'reading'} onClick={() => reminders.ask(list)}>
        {say.ask}
      </button>
      <p role="status" class="hint">
        {results &&
          fill(say.done, {
            sent: number(results.sent),
            recent: number(results.recent),
            failed: number(results.failed),
          })}
        {reminding.state === 'unread' && say.unread}
      </p>
      {isRefused && <Fault>{say.refused}</Fault>}
    </div>
  )
}
