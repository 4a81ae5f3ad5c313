import { useRef, useState } from 'preact/hooks'
import { type NotificationStatus, ProblemError } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
import { useFormat, useWords } from '../../language.tsx'
import type { Saved } from '../change.ts'
import { wishes } from '../wishes.ts'
import { answerActions, answerBefore, type StaffAction, staffActions } from './staff-actions.ts'
import { useSaving } from './use-saving.ts'

/** The service marks such an arrival only with a reason. */
const outsideWindow = ['too-early', 'too-late']

/** The action that staff choose for a visit, from its question to its result.
 *  @param onChanged called after each change */
export function useStaffActions(session: Session, visit: NotificationStatus, onChanged: () => void) {
  const say = useWords('visit-page')
  const words = { ...useWords('work').saved, ...say.saved }
  const fill = useFormat()
  const saving = useSaving(session, onChanged)
  const { id, contact } = visit
  const [asking, setAsking] = useState<StaffAction | undefined>(wishes.of(id) ? 'reschedule' : undefined)
  const asker = useRef<HTMLButtonElement>(null)
  const note = useRef<HTMLDivElement>(null)

  async function act(action: StaffAction, text: string) {
    const undo = undoOf(action)
    const noted = { text: fill(words[action], { name: contact.name }), ...(undo && { undo }) }
    const failure = await saving.make((client) => staffActions[action].make(client, session.entity.id, id, text), noted)
    if (action === 'arrive' && failure instanceof ProblemError && outsideWindow.includes(failure.code)) {
      saving.forgetFailure()
      return setAsking('arrive')
    }
    if (failure !== undefined) return
    if (action === 'reschedule') wishes.set(id, '')
    setAsking(undefined)
    // The button that was pressed may be gone.
    note.current?.focus({ preventScroll: true })
  }

  function undoOf(action: StaffAction): Saved['undo'] {
    if (action === 'arrive') return (client) => client.annul(session.entity.id, { id }, say.pressedByMistake)
    const before = answerBefore(visit)
    if (!before || !answerActions.some((one) => one === action) || before.action === action) return undefined
    return (client) => client.answer(session.entity.id, id, before)
  }

  /** Acts at once, or opens or closes the question of the action. */
  function choose(action: StaffAction, button: HTMLButtonElement) {
    asker.current = button
    saving.forgetFailure()
    if (!staffActions[action].asks) return act(action, '')
    setAsking(asking === action ? undefined : action)
  }

  function leave() {
    if (asking === 'reschedule') wishes.set(id, '')
    saving.forgetFailure()
    setAsking(undefined)
    asker.current?.focus()
  }

  return { ...saving, asking, act, choose, leave, note }
}
