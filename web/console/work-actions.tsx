import type { NotificationStatus } from '../../client/client.ts'
import type { Session } from '../access/session.ts'
import { useFormat, useWords } from '../language.tsx'
import type { Change, Saved } from './change.ts'
import type { Entry } from './use-worklist.ts'
import type { Asking, Mark } from './work-marks.ts'
import type { Worklist } from './worklists.ts'

interface ActionsProps {
  entry: Entry
  list: Worklist
  session: Session
  asking: Asking | undefined
  isBusy: boolean
  save: (change: Change, saved: Saved, isAnswer: boolean) => void
  onAsk: (asking: Asking, button: HTMLButtonElement) => void
}

/** The possible actions of an entry. */
export function WorkActions({ entry: { visit, reply }, list, session, asking, isBusy, save, onAsk }: ActionsProps) {
  const say = useWords('work')
  const fill = useFormat()
  const { entity, scopes } = session
  const mayAnswer = scopes.includes('actions:write')
  const isOpen = list.part !== 'done' && visit !== undefined && isAnswerable(visit)
  const ask = (one: Asking) => ({
    type: 'button' as const,
    class: 'quiet',
    disabled: isBusy,
    'aria-expanded': asking === one,
    onClick: (event: { currentTarget: HTMLButtonElement }) => onAsk(one, event.currentTarget),
  })
  return (
    <>
      {mayAnswer && reply && mark('read', reply.read !== undefined, setRead, visit?.contact.name ?? reply.uid)}
      {mayAnswer &&
        list.name === 'rescheduling' &&
        visit &&
        mark('done', visit.done !== undefined, setDone, visit.contact.name)}
      <div class="answers">
        {isOpen && mayAnswer && (
          <fieldset>
            <legend>{say.contactSays}</legend>
            {visit.state !== 'confirmed' && (
              <button
                type="button"
                class="quiet"
                disabled={isBusy}
                onClick={() =>
                  save(
                    (client) => client.answer(entity.id, visit.id, { action: 'confirm' }),
                    { text: fill(say.saved.confirm, { name: visit.contact.name }) },
                    true,
                  )
                }
              >
                {say.comes}
              </button>
            )}
            <button {...ask('reschedule')}>{say.anotherTime}</button>
            {visit.state !== 'cancelled' && <button {...ask('cancel')}>{say.cannotCome}</button>}
          </fieldset>
        )}
        {isOpen && scopes.includes('notifications:write') && (
          // Apart from what the contact says, and as grave as it is.
          <button {...ask('withdraw')} class="quiet of-clinic">
            {say.cancelForClinic}
          </button>
        )}
      </div>
    </>
  )

  function mark(marked: 'done' | 'read', isMarked: boolean, make: (isMarked: boolean) => Change, name: string) {
    const next: Mark = isMarked ? `${marked}-not` : marked
    const text = fill(say.saved[next], { name })
    return (
      <button
        type="button"
        class="marking"
        disabled={isBusy}
        onClick={() => save(make(!isMarked), { text, ...(!isMarked && { undo: make(false) }) }, false)}
      >
        {say.marks[next]}
      </button>
    )
  }

  function setDone(isDone: boolean): Change {
    return (client) => client.done(entity.id, visit!.id, isDone)
  }

  function setRead(isRead: boolean): Change {
    return (client) => client.read(entity.id, reply!.id, isRead)
  }
}

/** Whether the contact can still answer, as far as the page knows. */
export function isAnswerable({ state, starts_at, ends_at }: NotificationStatus): boolean {
  const end = ends_at ?? starts_at
  const isAhead = end !== undefined && Date.parse(end) > Date.now()
  return isAhead && ['open', 'confirmed', 'rescheduling', 'cancelled'].includes(state)
}
