import { useContext, useEffect } from 'preact/hooks'
import { LanguageContext, useFormat, useWords } from '../../language.tsx'
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
  const { remindList: say, leave } = useWords('work')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const number = (count: number) => count.toLocaleString(locale)
  const reminding = reminders.of(list)
  useEffect(() => (reminding.state === 'sending' ? onEnd : undefined), [reminding.state])
  switch (reminding.state) {
    case 'asking': {
      const { ids, isMore } = reminding
      return (
        <div class="remind-list question">
          <p>
            {fill(say.question, { count: ids.length })} {isMore && fill(say.onlyFirst, { count: number(ids.length) })}
          </p>
          <div class="row">
            <button type="button" class="main" ref={focus} onClick={() => reminders.send(reminding)}>
              {fill(say.send, { count: ids.length })}
            </button>
            <button type="button" onClick={reminders.leave}>
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
          <button type="button" ref={focus} onClick={reminders.stop}>
            {say.stop}
          </button>
        </div>
      )
    default:
      return (
        <div class="remind-list">
          <button
            type="button"
            class="quiet"
            disabled={reminding.state === 'reading'}
            onClick={() => reminders.ask(list)}
          >
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
          {reminding.state === 'done' && reminding.isRefused && (
            <p class="fault" role="alert">
              {say.refused}
            </p>
          )}
        </div>
      )
  }
}
