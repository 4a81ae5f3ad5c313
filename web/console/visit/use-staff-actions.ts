import { useRef, useState } from 'preact/hooks'
import { type NotificationStatus, ProblemError } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
import { drafts } from '../../drafts.ts'
import { useFormat, useWords } from '../../language.tsx'
import { noteDraft } from '../calls/note-question.tsx'
import type { Change, Saved } from '../change.ts'
import { answerActions, answerBefore, type StaffAction, staffActions } from './staff-actions.ts'
import { useSaving } from './use-saving.ts'

/** The service marks such an arrival only with a reason. */
const outsideWindow = ['too-early', 'too-late']

/** What the page asks about: an action, or a note. */
export type Asking = StaffAction | 'note'

/** The action that staff choose for a visit, from its question to its result.
 *  @param onChanged called after each change */
export function useStaffActions(session: Session, visit: NotificationStatus, onChanged: () => void) {
  const say = useWords('visit-page')
  const words = { ...useWords('work').saved, ...say.saved }
  const fill = useFormat()
  const saving = useSaving(session, onChanged)
  const { id, contact } = visit
  const [asking, setAsking] = useState<Asking | undefined>(() => draftOf(id))
  const asker = useRef<HTMLButtonElement>(null)
  const news = useRef<HTMLDivElement>(null)

  async function act(action: StaffAction, text: string) {
    const undo = undoOf(action)
    const noted = { text: fill(words[action], { name: contact.name }), ...(undo && { undo }) }
    const failure = await saving.make((client) => staffActions[action].make(client, session.entity.id, id, text), noted)
    if (action === 'arrive' && failure instanceof ProblemError && outsideWindow.includes(failure.code)) {
      saving.forgetFailure()
      return setAsking('arrive')
    }
    if (failure !== undefined) return
    if (action === 'reschedule') drafts.set(id, undefined)
    setAsking(undefined)
    // The button that was pressed may be gone.
    news.current?.focus({ preventScroll: true })
  }

  function undoOf(action: StaffAction): Saved['undo'] {
    if (action === 'arrive') return (client) => client.annul(session.entity.id, { id }, say.pressedByMistake)
    const before = answerBefore(visit)
    if (!before || !answerActions.some((one) => one === action) || before.action === action) return undefined
    return (client) => client.answer(session.entity.id, id, before)
  }

  /** Acts at once, or opens or closes the question of the action. */
  function choose(action: StaffAction, button: HTMLButtonElement) {
    if (staffActions[action].asks) return ask(action, button)
    saving.forgetFailure()
    act(action, '')
  }

  function ask(one: Asking, button: HTMLButtonElement) {
    asker.current = button
    saving.forgetFailure()
    setAsking(asking === one ? undefined : one)
  }

  async function note(change: Change, saved: Saved) {
    const failure = await saving.make(change, saved)
    if (failure !== undefined || asking !== 'note') return
    drafts.set(noteDraft(id), undefined)
    setAsking(undefined)
  }

  function leave() {
    if (asking === 'reschedule') drafts.set(id, undefined)
    if (asking === 'note') drafts.set(noteDraft(id), undefined)
    saving.forgetFailure()
    setAsking(undefined)
    asker.current?.focus()
  }

  return { ...saving, asking, act, choose, ask, note, leave, news }
}

/** The form with a text that somebody has typed, and not saved. */
function draftOf(id: string): Asking | undefined {
  if (drafts.has(id)) return 'reschedule'
  return drafts.has(noteDraft(id)) ? 'note' : undefined
}
