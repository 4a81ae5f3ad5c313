import { useContext } from 'preact/hooks'
import type { Session } from '../../access/session.ts'
import { LanguageContext, useFormat, useWords } from '../../language.tsx'
import { useRemindList } from './use-remind-list.ts'
import { readEntries } from './use-worklist.ts'
import type { Worklist } from './worklists.ts'

interface Props {
  session: Session
  list: Worklist
  today: string
  /** Called when the last reminder was sent, or somebody stopped. */
  onEnd: () => void
}

// A list of one day or one week of most clinics. Each reminder is a request.
const maxReminders = 1_000

/** The button that asked is gone, and had the focus. */
const focus = (element: HTMLElement | null) => element?.focus()

/** Sends a reminder to each contact of the list, after a question that says to how many. */
export function RemindList({ session, list, today, onEnd }: Props) {
  const { remindList: say, leave } = useWords('work')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const number = (count: number) => count.toLocaleString(locale)
  const { reminding, ask, send, ...control } = useRemindList(
    session,
    async (client) => (await readEntries(client, session.entity.id, list, today, maxReminders)).map(({ id }) => id),
    onEnd,
  )
  switch (reminding.state) {
    case 'asking': {
      const { ids } = reminding
      return (
        <div class="remind-list question">
          <p>{fill(say.question, { count: ids.length })}</p>
          <div class="row">
            <button type="button" class="main" ref={focus} onClick={() => send(ids)}>
              {fill(say.send, { count: ids.length })}
            </button>
            <button type="button" onClick={control.leave}>
              {leave}
            </button>
          </div>
        </div>
      )
    }
    case 'sending':
      return (
        <div class="remind-list question">
          <p role="status">{fill(say.sending, { done: number(reminding.done), total: number(reminding.total) })}</p>
          <button type="button" ref={focus} onClick={control.stop}>
            {say.stop}
          </button>
        </div>
      )
    default:
      return (
        <div class="remind-list">
          <button type="button" class="quiet" disabled={reminding.state === 'reading'} onClick={ask}>
            {say.ask}
          </button>
          <p role="status" class="hint">
            {reminding.state === 'done' &&
              fill(say.done, {
                sent: number(reminding.results.sent),
                recent: number(reminding.results.recent),
                failed: number(reminding.results.failed),
              })}
            {reminding.state === 'unread' && say.unread}
          </p>
        </div>
      )
  }
}
